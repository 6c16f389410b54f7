"""Print what a correction does to rounds, top k and scores."""

from collections.abc import Iterator, Sequence

from assess.campaign.corrections.topic_effects import TopicEffect
from assess.live.preview import Effect

# Topics and runs listed by name; more are only counted.
LISTED = 10
# Topics whose new top k is shown item by item.
DETAILED = 3


def effect_text(effect: Effect) -> str:
    """What the correction does, a line each."""
    return "".join(f"{line}\n" for line in _lines(effect))


def _lines(effect: Effect) -> Iterator[str]:
    yield f"judgments that count  {_change(*effect.counted)}"
    yield f"judgments missing     {_change(*effect.missing)}"
    yield f"topics touched        {_listed([topic.topic for topic in effect.topics])}"
    yield from _rounds(effect.topics)
    changed = [topic for topic in effect.topics if topic.new_top and not topic.reopened]
    if changed:
        yield f"new top k             {_listed([topic.topic for topic in changed])}"
        yield from (f"  {topic.topic:<20}{_new_top(topic)}" for topic in changed[:DETAILED])
    yield from _scores(effect)


def _new_top(topic: TopicEffect) -> str:
    """Which items come into the top k and which go."""
    assert topic.before is not None
    old, new = topic.before.top, topic.after.top
    come, go = [docno for docno in new if docno not in old], [docno for docno in old if docno not in new]
    parts = [f"{word} {' '.join(docnos)}" for word, docnos in (("in:", come), ("out:", go)) if docnos]
    return "; ".join(parts) or "the same items in another order"


def _rounds(topics: Sequence[TopicEffect]) -> Iterator[str]:
    """What happens to the rounds of topics."""
    if reopened := [topic.topic for topic in topics if topic.reopened]:
        yield f"asked again           {_listed(reopened)}"
    if earlier := [_round(topic) for topic in topics if topic.earlier_round]:
        yield f"back in rounds        {_listed(earlier)}"
    if redrawn := [topic.topic for topic in topics if topic.redrawn]:
        yield f"rounds drawn again    {_listed(redrawn)}"
    if earlier or redrawn:
        yield "                      judgments count where the new draw asks for them, and stay edges elsewhere"


def _round(topic: TopicEffect) -> str:
    assert topic.before is not None
    return f"{topic.topic} ({topic.before.round_} -> {topic.after.round_})"


def _scores(effect: Effect) -> Iterator[str]:
    """The means that change, best run first, and the places that change."""
    moved = {run: means for run, means in effect.means.items() if _rounded(means[0]) != _rounded(means[1])}
    if not moved:
        return
    yield f"mean {effect.measure}"
    ordered = sorted(moved, key=lambda run: (-(moved[run][0] or 0), run))
    yield from (f"  {run:<20}{_rounded(moved[run][0])} -> {_rounded(moved[run][1])}" for run in ordered[:LISTED])
    if len(moved) > LISTED:
        yield f"  and {len(moved) - LISTED} more runs"
    old, new = ([means[side] for means in effect.means.values()] for side in (0, 1))
    if None not in old and None not in new:
        moves = [
            f"{run} ({a} -> {b})" for run, a, b in zip(effect.means, _places(old), _places(new), strict=True) if a != b
        ]
        yield f"places of runs        {_listed(moves) if moves else 'as before'}"


def _places(means: Sequence[float | None]) -> list[int]:
    """The place of each run; runs with equal means share a place."""
    return [1 + sum((other or 0) > (mean or 0) for other in means) for mean in means]


def _change(before: int, after: int) -> str:
    return f"{before:,} -> {after:,}" if before != after else f"{after:,} as before"


def _listed(topics: list[str]) -> str:
    if not topics:
        return "none"
    more = f" and {len(topics) - LISTED} more" if len(topics) > LISTED else ""
    return f"{len(topics):,}: {', '.join(topics[:LISTED])}{more}"


def _rounded(mean: float | None) -> str:
    return "-" if mean is None else f"{mean:.4f}"
