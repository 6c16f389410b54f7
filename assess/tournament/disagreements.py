"""Disagreements: how close people are on a pairing, and what hangs on it."""

from collections.abc import Iterable, Mapping, Sequence

from assess.model import Judgment
from assess.tournament import Tournament, play
from assess.tournament.pairings import Pair, pair_of


def margin(preferred: Sequence[str | None]) -> float:
    """Return how clear the majority is, from 0 (as many prefer the one as the other) to 1 (all prefer the same).

    It is the difference of the two numbers of preferences over the number of
    judgments; None is a tie.
    """
    counts = [preferred.count(docno) for docno in set(preferred) - {None}]
    return abs(sum(counts[:1]) - sum(counts[1:])) / len(preferred)


def stake(tournament: Tournament, strategy: str, judgments: Iterable[Judgment], pair: Pair, round_: int) -> int:
    """Return how many items stand differently if *pair* is decided for the one or for the other in this round.

    An item stands differently if it is in play after the one decision and not
    after the other, or if its place in the top k is another.
    """
    others = [said for said in judgments if not (said.adjudicates and _is_of(said, pair, round_))]
    one, other = (
        _standing(tournament, strategy, [*others, Judgment(tournament.topic, *pair, docno, round_, adjudicates=True)])
        for docno in pair
    )
    return sum(one.get(docno) != other.get(docno) for docno in one.keys() | other.keys())


def _is_of(judgment: Judgment, pair: Pair, round_: int) -> bool:
    return judgment.round_ == round_ and pair_of(judgment.docno_a, judgment.docno_b) == pair


def _standing(tournament: Tournament, strategy: str, judgments: Sequence[Judgment]) -> Mapping[str, int]:
    """Each item in play to its place in the top k; 0 if it has none."""
    state = play(tournament, judgments, strategy)
    places = {docno: number for number, place in enumerate(state.ranking, 1) for docno in place}
    return {docno: places.get(docno, 0) for docno in state.pool} | places
