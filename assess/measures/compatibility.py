"""Compatibility: the rank-biased overlap of a run with its closest ideal ranking by levels of relevance."""

from collections.abc import Iterable, Mapping, Sequence

from assess.errors import ParameterError
from assess.measures.rbo import DEPTH, P, overlap, self_overlap

_LAST = 1 << 40  # after every rank a run can hold


def compatibility(
    levels: Mapping[str, float],
    ranking: Iterable[str],
    p: float = P,
    depth: int = DEPTH,
    *,
    normalize: bool = True,
) -> float:
    """Return the compatibility of a ranking with levels of relevance.

    Items of a level above 0 make the ideal ranking: by level, equals in the order of the run. The values equal
    those of the authors' program to the last digit.

    Parameters
    ----------
    levels : mapping of docno to level
        Grades, or the levels of a top-k tournament. Levels of 0 and below count for nothing.
    ranking : iterable of docno
        The run's items of the topic, best first.
    p, depth : float, int
        Persistence and depth of the rank-biased overlap.
    normalize : bool
        Divide by the overlap of the ideal ranking with itself, as the authors do.

    References
    ----------
    Clarke, Vtyurina and Smucker, "Assessing top-k preferences", ACM TOIS 39(3), 2021.
    """
    ranks = {docno: rank for rank, docno in enumerate(ranking, start=1)}
    docnos = list(levels)
    return compatibility_of_ranks(
        [levels[docno] for docno in docnos], [ranks.get(docno, 0) for docno in docnos], p, depth, normalize=normalize
    )


def compatibility_of_ranks(
    levels: Sequence[float], ranks: Sequence[int], p: float = P, depth: int = DEPTH, *, normalize: bool = True
) -> float:
    """Return the compatibility of a run, given level and rank (from 1; 0 where the run lacks it) of each item."""
    if len(levels) != len(ranks):
        raise ParameterError(f"found {len(ranks)} ranks, expected one for each of {len(levels)} levels")
    ideal = sorted((-level, rank or _LAST) for level, rank in zip(levels, ranks, strict=True) if level > 0)
    score = overlap([max(place, rank) for place, (_, rank) in enumerate(ideal, start=1)], p, depth)
    best = self_overlap(len(ideal), p, depth) if normalize else 1.0
    return score / best if best else 0.0
