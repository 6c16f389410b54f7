"""Preferences between result pages, from clicks on interleaved lists.

An impression prefers the result page of one run to that of another: an edge between pages, named by the tags of the
runs. It says nothing about two items. (That a clicked item is better than those skipped above it is not derived
here: such edges only ever contradict the order shown, even if users click at random.)
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from assess.interleaving.comparison import Impression
from assess.interleaving.credit import credit, credit_teams
from assess.interleaving.lists import PROBABILISTIC, InterleavedList
from assess.model import Judgment


def page_judgments(impressions: Iterable[Impression]) -> Iterator[Judgment]:
    """Yield a judgment for each impression with clicks and each two of its runs; equal credit is a tie.

    A probabilistic list is credited by the runs that its items were in fact
    taken from. The average over all the ways to make it weighs how sure a
    preference is; an edge has no weight, and without the weights the average
    favours one of two runs as balanced interleaving does.
    """
    for each in impressions:
        if each.clicked:
            for a, b in combinations(each.shown.runs, 2):
                yield Judgment(each.topic, a, b, _preferred(each.shown, sorted(set(each.clicked)), a, b))


def _preferred(shown: InterleavedList, clicked: list[int], a: str, b: str) -> str | None:
    if shown.method == PROBABILISTIC:
        found = credit_teams(shown, clicked, shown.runs.index(a), shown.runs.index(b))
    else:
        found = credit(shown, clicked, a, b)
    return a if found.win else b if found.loss else None
