"""Interleaving: mix the rankings of runs into one list, and tell from clicks on it which run is better. Pure functions.

Read ``lists`` (an interleaved list, with what is needed to credit clicks), then one method a file: ``balanced``,
``team_draft`` and ``probabilistic``. ``credit`` turns the clicks on one list into a preference, ``comparison`` sums up
many of them, ``edges`` writes them as preferences between result pages. ``list_file`` and ``click_file`` are the
formats. All randomness comes from the ``random.Random`` that is passed in.
"""

from collections.abc import Callable
from random import Random

from assess.errors import ParameterError
from assess.interleaving.balanced import balanced_list
from assess.interleaving.lists import BALANCED, PROBABILISTIC, TEAM_DRAFT, InterleavedList, Rankings
from assess.interleaving.probabilistic import probabilistic_list
from assess.interleaving.team_draft import team_draft_list

# The name as typed -> how a list is made from rankings, a length and a source of randomness.
METHODS: dict[str, Callable[[Rankings, int, Random], InterleavedList]] = {
    TEAM_DRAFT: team_draft_list,
    BALANCED: balanced_list,
    PROBABILISTIC: probabilistic_list,
}


def interleave(rankings: Rankings, method: str, length: int, rng: Random) -> InterleavedList:
    """The interleaved list of one topic by the *method* of this name.

    Examples
    --------
    >>> shown = interleave({"A": ["d1", "d2", "d3"], "B": ["d4", "d1", "d5"]}, "team-draft", 3, Random(1))
    >>> list(zip(shown.docnos, shown.teams))
    [('d1', 'A'), ('d4', 'B'), ('d5', 'B')]
    """
    if method not in METHODS:
        raise ParameterError(f"found method {method!r}, expected one of {', '.join(METHODS)}")
    return METHODS[method](rankings, length, rng)
