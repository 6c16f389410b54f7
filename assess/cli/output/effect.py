"""Print what a correction does to rounds, top k and scores."""

from collections.abc import Iterator

from assess.live.preview import Effect

# Topics and runs listed by name; more are only counted.
LISTED = 10


def effect_text(effect: Effect) -> str:
    """What the correction does, a line each."""
    return "".join(f"{line}\n" for line in _lines(effect))


def _lines(effect: Effect) -> Iterator[str]:
    yield f"judgments that count  {_change(*effect.counted)}"
    yield f"judgments missing     {_change(*effect.missing)}"
    yield f"topics touched        {_listed([topic.topic for topic in effect.topics])}"
    reopened = [topic.topic for topic in effect.topics if topic.reopened]
    if reopened:
        yield f"asked again           {_listed(reopened)}"
    redrawn = [topic.topic for topic in effect.topics if topic.redrawn]
    if redrawn:
        yield f"rounds drawn again    {_listed(redrawn)}"
        yield "                      judgments count where the new draw asks for them, and stay edges elsewhere"
    changed = [topic.topic for topic in effect.topics if topic.new_top and not topic.reopened]
    if changed:
        yield f"new top k             {_listed(changed)}"
    moved = {run: means for run, means in effect.means.items() if _rounded(means[0]) != _rounded(means[1])}
    if moved:
        yield f"mean {effect.measure}"
        yield from (
            f"  {run:<20}{_rounded(old)} -> {_rounded(new)}" for run, (old, new) in list(moved.items())[:LISTED]
        )
        if len(moved) > LISTED:
            yield f"  and {len(moved) - LISTED} more runs"


def _change(before: int, after: int) -> str:
    return f"{before:,} -> {after:,}" if before != after else f"{after:,} as before"


def _listed(topics: list[str]) -> str:
    if not topics:
        return "none"
    more = f" and {len(topics) - LISTED} more" if len(topics) > LISTED else ""
    return f"{len(topics):,}: {', '.join(topics[:LISTED])}{more}"


def _rounded(mean: float | None) -> str:
    return "-" if mean is None else f"{mean:.4f}"
