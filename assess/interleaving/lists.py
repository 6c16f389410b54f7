"""An interleaved list, and the checks that all methods share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assess.errors import ParameterError

BALANCED, TEAM_DRAFT, PROBABILISTIC = "balanced", "team-draft", "probabilistic"

# Run -> docnos, best first.
Rankings = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class InterleavedList:
    """A list to show to one user, with what is needed to credit their clicks to the runs.

    Parameters
    ----------
    method : str
        What made the list, which decides how clicks are credited.
    runs : tuple of str
        The runs compared.
    docnos : tuple of str
        The items in the order in which they are shown.
    teams : tuple of str
        Team-draft and probabilistic: the run that each item was taken from.
    ranks : tuple of tuple of int
        Balanced: the rank of each item in each run, 0 if the run lacks it.
    chances : tuple of tuple of float
        Probabilistic: the chance that each item was taken from each run, given all the items above it.
    """

    method: str
    runs: tuple[str, ...]
    docnos: tuple[str, ...]
    teams: tuple[str, ...] = ()
    ranks: tuple[tuple[int, ...], ...] = ()
    chances: tuple[tuple[float, ...], ...] = ()


def list_length(rankings: Rankings, length: int) -> int:
    """How many items a list of these rankings has: *length*, or as many as the shortest ranking.

    A run can then never run out of items while a list is made. Going on with the items of the longer run alone
    would give it more places, and so more clicks of users who click at random.
    """
    if length < 1:
        raise ParameterError(f"found length = {length}, expected at least 1: the items of an interleaved list")
    if len(rankings) < 2:
        raise ParameterError(f"found {len(rankings)} ranking, expected at least 2 to interleave")
    for run, docnos in rankings.items():
        _check_ranking(run, docnos)
    return min(length, *map(len, rankings.values()))


def _check_ranking(run: str, docnos: Sequence[str]) -> None:
    if not docnos:
        raise ParameterError(f"found no item in the ranking of {run!r}, expected at least one")
    if len(set(docnos)) < len(docnos):
        again = next(docno for place, docno in enumerate(docnos) if docno in docnos[:place])
        raise ParameterError(f"found {again!r} twice in the ranking of {run!r}, expected an item once in a ranking")
