"""Team-draft interleaving of two or more runs."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from assess.interleaving.lists import TEAM_DRAFT, InterleavedList, Rankings, list_length


def team_draft_list(rankings: Rankings, length: int, rng: Random) -> InterleavedList:
    """Return the team-draft list of two or more rankings.

    In each round every run takes one item for its team: the best of its
    ranking that the list does not have yet. The order in which runs choose
    is drawn for each round. A click counts for the team of the item. For two
    runs this is the published team-draft interleaving, for more its
    extension to many runs.

    References
    ----------
    Radlinski, Kurup and Joachims, "How does clickthrough data reflect
    retrieval quality?", CIKM 2008.

    Schuth, Sietsma, Whiteson, Lefortier and de Rijke, "Multileaved
    comparisons for fast online evaluation", CIKM 2014 (more than two runs).

    Examples
    --------
    >>> shown = team_draft_list({"A": ["d1", "d2", "d3"], "B": ["d4", "d1", "d5"]}, 3, Random(1))
    >>> list(zip(shown.docnos, shown.teams))
    [('d1', 'A'), ('d4', 'B'), ('d5', 'B')]
    """
    size = list_length(rankings, length)
    team: dict[str, str] = {}
    for run in islice(_turns(tuple(rankings), rng), size):
        best = next(docno for docno in rankings[run] if docno not in team)
        team[best] = run
    return InterleavedList(TEAM_DRAFT, tuple(rankings), tuple(team), tuple(team.values()))


def _turns(runs: Sequence[str], rng: Random) -> Iterator[str]:
    """Whose turn it is, round by round without end."""
    while True:
        yield from rng.sample(runs, len(runs))
