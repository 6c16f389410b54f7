"""Quickselect with ties: split the items that may be in the top k by a pivot, repeatedly."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random

from assess.tournament.pairings import pair_of
from assess.tournament.state import Tournament
from assess.tournament.strategies._rounds import Course, Round
from assess.tournament.survivors import cut
from assess.tournament.tally import Outcomes


@dataclass(frozen=True)
class _Group:
    """Items that are not yet ordered among themselves; ``settled`` if they are tied, or if there is only one."""

    items: tuple[str, ...]
    settled: bool


def quickselect(tournament: Tournament) -> Course:
    """Compare all items with a random pivot: better items go before it, worse ones after it, tied ones share its place.

    All groups that reach into the first k places are split in the same round,
    each by its own pivot, until they have one item or only tied items. This
    works well if assessors agree and may answer that two items are equal.

    References
    ----------
    Hui and Berberich, "Low-cost preference judgment via ties", ECIR 2017.
    """
    parameters = tournament.parameters
    groups = [_group(tournament.candidates)]
    for number in count(1):
        pivots = _pivots(groups, parameters.k, tournament.rng(number))
        if not pivots:
            break
        pool = tuple(docno for group in pivots for docno in group.items)
        pairs = [pair_of(pivot, docno) for group, pivot in pivots.items() for docno in group.items if docno != pivot]
        outcomes = yield Round(pool, pairs, parameters.votes)
        groups = [part for group in groups for part in _split(group, pivots.get(group), outcomes)]
    return cut(tuple(group.items for group in groups if group.items), parameters.k)


def _group(items: Sequence[str]) -> _Group:
    return _Group(tuple(items), settled=len(items) < 2)


def _pivots(groups: Sequence[_Group], k: int, rng: Random) -> dict[_Group, str]:
    """A random pivot for each group to split: groups that are not settled and reach into the first k places."""
    pivots, before = {}, 0
    for group in groups:
        if before >= k:
            break
        if not group.settled:
            pivots[group] = rng.choice(group.items)
        before += len(group.items)
    return pivots


def _split(group: _Group, pivot: str | None, outcomes: Outcomes) -> list[_Group]:
    if pivot is None:
        return [group]
    better: list[str] = []
    worse: list[str] = []
    tied = [pivot]
    for docno in group.items:
        if docno != pivot:
            pair = pair_of(docno, pivot)
            points = outcomes[pair] if pair[0] == docno else 1 - outcomes[pair]
            (better if points == 1 else worse if points == 0 else tied).append(docno)
    parts = [_group(better), _Group(tuple(sorted(tied)), settled=True), _group(worse)]
    return [part for part in parts if part.items]
