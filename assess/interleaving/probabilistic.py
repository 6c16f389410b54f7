"""Probabilistic interleaving of two or more runs."""

from collections.abc import Mapping, Sequence
from random import Random

from assess.interleaving.lists import PROBABILISTIC, InterleavedList, Rankings, list_length

# How steeply the chance of an item falls with its rank, as published.
TAU = 3.0


def probabilistic_list(rankings: Rankings, length: int, rng: Random, tau: float = TAU) -> InterleavedList:
    """Return the probabilistic list of two or more rankings.

    For each place a run is drawn, all with the same chance, and then an item
    of its ranking that the list does not have yet: the item at rank r with a
    chance proportional to 1 / r ** *tau*. So every item of a ranking can come
    first, and the better ones mostly do.

    Any run may have contributed any of its items. The chance that it was this
    one depends only on the items above, not on which runs those came from:
    ``chances`` has it for each item, and
    :func:`assess.interleaving.credit.credit_probabilistic` averages over all
    the ways in which the runs may have made the list.

    References
    ----------
    Hofmann, Whiteson and de Rijke, "A probabilistic method for inferring
    preferences from clicks", CIKM 2011. It has two runs; a draw among more
    is the same rule.

    Examples
    --------
    >>> shown = probabilistic_list({"A": ["d1", "d2"], "B": ["d2", "d1"]}, 2, Random(3))
    >>> shown.docnos, shown.teams
    (('d1', 'd2'), ('A', 'A'))
    >>> [round(chance, 3) for chance in shown.chances[0]]  # 8 : 1, as d1 is first in A and second in B
    [0.889, 0.111]
    """
    size = list_length(rankings, length)
    runs = tuple(rankings)
    left = {run: {docno: rank**-tau for rank, docno in enumerate(rankings[run], start=1)} for run in runs}
    docnos, teams, chances = [], [], []
    for _ in range(size):
        team = rng.choice(runs)
        (docno,) = rng.choices(list(left[team]), list(left[team].values()))
        docnos.append(docno)
        teams.append(team)
        chances.append(_chances(left, runs, docno))
        for run in runs:
            left[run].pop(docno, None)
    return InterleavedList(PROBABILISTIC, runs, tuple(docnos), tuple(teams), chances=tuple(chances))


def _chances(left: Mapping[str, Mapping[str, float]], runs: Sequence[str], docno: str) -> tuple[float, ...]:
    """The chance that each run contributed the item, if all runs are equally likely to be drawn (Bayes' rule)."""
    likely = [left[run].get(docno, 0.0) / sum(left[run].values()) for run in runs]
    return tuple(each / sum(likely) for each in likely)
