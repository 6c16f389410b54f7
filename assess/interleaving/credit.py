"""Credit: from the clicks on one interleaved list to a preference between two of its runs."""

from collections.abc import Callable, Collection
from typing import NamedTuple

from assess.errors import ParameterError
from assess.interleaving.lists import BALANCED, PROBABILISTIC, TEAM_DRAFT, InterleavedList


class Credit(NamedTuple):
    """The chance that the clicks on a list are for the first of two runs, and for the second.

    One of them is 1, or none for a tie, unless the method averages over the ways to make the list.
    """

    win: float
    loss: float

    @property
    def preference(self) -> float:
        """From -1 (the second run is better) to 1 (the first is); 0 is a tie."""
        return self.win - self.loss


def credit(shown: InterleavedList, clicked: Collection[int], a: str, b: str) -> Credit:
    """Return what the clicks on a list say about its runs *a* and *b*.

    Parameters
    ----------
    shown : InterleavedList
    clicked : collection of int
        The places of the items clicked, from 1. A second click on an item
        does not count. No click is a tie.
    a, b : str
        Two runs of the list.

    Examples
    --------
    >>> shown = InterleavedList("team-draft", ("A", "B"), ("d1", "d4", "d2"), ("A", "B", "A"))
    >>> credit(shown, {1, 3}, "A", "B").preference
    1.0
    >>> credit(shown, {1, 2}, "A", "B").preference
    0.0
    """
    for run in (a, b):
        if run not in shown.runs:
            raise ParameterError(f"found run {run!r}, expected one of {', '.join(shown.runs)}")
    outside = [place for place in clicked if not 1 <= place <= len(shown.docnos)]
    if outside:
        raise ParameterError(f"found a click at place {outside[0]}, expected 1 to {len(shown.docnos)}")
    return _CREDITS[shown.method](shown, sorted(set(clicked)), shown.runs.index(a), shown.runs.index(b))


def credit_balanced(shown: InterleavedList, clicked: Collection[int], a: int, b: int) -> Credit:
    """Return which run has more of the clicked items among its best k.

    k is the better rank, of the two in the runs, of the lowest item clicked:
    as far as both rankings must have been seen to show the list down to
    there.

    References
    ----------
    Joachims, "Optimizing search engines using clickthrough data", KDD 2002;
    Chapelle, Joachims, Radlinski and Yue, ACM TOIS 30(1), 2012.
    """
    if not clicked:
        return Credit(0.0, 0.0)
    k = min(rank for rank in shown.ranks[max(clicked) - 1] if rank)
    hits = [sum(0 < shown.ranks[place - 1][run] <= k for place in clicked) for run in (a, b)]
    return _compared(*hits)


def credit_teams(shown: InterleavedList, clicked: Collection[int], a: int, b: int) -> Credit:
    """Return which run has more clicks on the items that were taken from it."""
    teams = [shown.teams[place - 1] for place in clicked]
    return _compared(teams.count(shown.runs[a]), teams.count(shown.runs[b]))


def credit_probabilistic(shown: InterleavedList, clicked: Collection[int], a: int, b: int) -> Credit:
    """Return the chances that one run, and the other, has more clicks, over all the ways to make the list.

    The chances are exact. The run that an item came from depends on nothing
    but the items above it, so the difference of clicks is a sum of
    independent steps, and its distribution grows click by click.

    References
    ----------
    Hofmann, Whiteson and de Rijke, "A probabilistic method for inferring
    preferences from clicks", CIKM 2011 (marginalisation).
    """
    ahead = {0: 1.0}  # clicks of a less clicks of b -> chance
    for place in clicked:
        for_a, for_b = shown.chances[place - 1][a], shown.chances[place - 1][b]
        after: dict[int, float] = {}
        for lead, chance in ahead.items():
            for step, part in ((1, for_a), (-1, for_b), (0, max(1.0 - for_a - for_b, 0.0))):
                after[lead + step] = after.get(lead + step, 0.0) + chance * part
        ahead = after
    return Credit(_total(ahead, 1), _total(ahead, -1))


def _total(ahead: dict[int, float], sign: int) -> float:
    return sum(chance for lead, chance in sorted(ahead.items()) if lead * sign > 0)


def _compared(hits_a: int, hits_b: int) -> Credit:
    return Credit(float(hits_a > hits_b), float(hits_a < hits_b))


_CREDITS: dict[str, Callable[[InterleavedList, Collection[int], int, int], Credit]] = {
    BALANCED: credit_balanced,
    TEAM_DRAFT: credit_teams,
    PROBABILISTIC: credit_probabilistic,
}
