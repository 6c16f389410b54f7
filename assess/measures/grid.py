"""Greedy PGC of image grids: the ranking is made from the places on the page.

A grid is read in some order of examination. Images examined at the same moment tie; which of them comes first in
the ranking is decided by the ideal ranking, in the grid's favour.

References
----------
Luo, "Preference Graph Compatibility", thesis, University of Waterloo: sections 5.2 to 5.4.
Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from assess.errors import ParameterError
from assess.graph import PreferenceGraph
from assess.graph.overlap import sum_of_tails
from assess.measures.rbo import DEPTH, P, tail_sums, total_weight

Grid = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an image stands, everything counted from 0: ``number`` in the order of reading."""

    row: int
    column: int
    number: int
    row_length: int
    grid_length: int


# Order of examination -> the moment an image is looked at; only the order of the moments counts.
EXAMINATIONS: dict[str, Callable[[Spot], int]] = {
    # left to right, top to bottom
    "default": lambda spot: spot.number,
    # The default order weighted by 1 / log2(rank + 1): weights fall with the rank, so the order is the same.
    "weighted": lambda spot: spot.number,
    # from the last image of the grid to the first
    "bottom-top": lambda spot: spot.grid_length - spot.number,
    "manhattan": lambda spot: spot.row + spot.column,
    "euclidean": lambda spot: spot.row**2 + spot.column**2,
    # top to bottom, the middle of a row first
    "middle": lambda spot: spot.row + abs(spot.row_length // 2 - spot.column),
    # What the thesis calls "weighted default" in its tables: its program takes the weight itself for the distance,
    # so that the image of largest rank comes first; unlike bottom-top, equal ranks of two grids tie.
    "reversed": lambda spot: -spot.number,
}


def grid_pgc(
    graph: PreferenceGraph,
    grids: Iterable[Grid],
    examination: str = "euclidean",
    p: float = P,
    depth: int = DEPTH,
    *,
    rng: Random | None = None,
) -> list[float]:
    """Return Greedy PGC of one or more grids of images beside their common ideal ranking.

    Parameters
    ----------
    graph : PreferenceGraph
        The judgments of the query: images of all grids.
    grids : iterable of grids
        Each a sequence of rows of docnos, from the top. Images of several grids that are examined at the same moment
        tie, and all grids are compared with one ideal ranking.
    examination : str
        One of ``EXAMINATIONS``.
    p, depth : float, int
        Persistence and depth of the rank-biased overlap.
    rng : random.Random, optional
        Orders images at random where the ideal ranking has to choose between equals, as in the thesis. Without it
        they are in docno order, and the score is always the same.
    """
    moments = [examined(grid, examination) for grid in grids]
    ideal = graph.ideal(_placed(moments, rng))
    place = {docno: i for i, docno in enumerate(ideal, start=1)}
    return [_overlap(linear_ranking(of_grid, ideal), place, p, depth) for of_grid in moments]


def examined(grid: Grid, examination: str) -> dict[str, int]:
    """The moment each image of the grid is looked at."""
    if examination not in EXAMINATIONS:
        raise ParameterError(f"found examination {examination!r}, expected one of {', '.join(EXAMINATIONS)}")
    spots = list(_spots(grid))
    moments = {docno: EXAMINATIONS[examination](spot) for docno, spot in spots}
    if len(moments) < len(spots):
        raise ParameterError("found an image twice in a grid, expected each once")
    return moments


def _spots(grid: Grid) -> Iterable[tuple[str, Spot]]:
    number, length = 0, sum(map(len, grid))
    for row, docnos in enumerate(grid):
        for column, docno in enumerate(docnos):
            yield docno, Spot(row, column, number, len(docnos), length)
            number += 1


def linear_ranking(moments: dict[str, int], ideal: Sequence[str]) -> list[str]:
    """The grid as a ranking: by moment; of equals the one that is first in the *ideal* ranking, then by docno."""
    place = {docno: i for i, docno in enumerate(ideal)}
    return sorted(moments, key=lambda docno: (moments[docno], place.get(docno, len(place)), docno))


def _placed(moments: Iterable[dict[str, int]], rng: Random | None) -> list[str]:
    """All images by moment, equals by docno or at random."""
    union: dict[str, int] = {}
    for of_grid in moments:
        for docno, moment in of_grid.items():
            union[docno] = min(moment, union.get(docno, moment))
    docnos = sorted(union)
    if rng:
        rng.shuffle(docnos)
    return sorted(docnos, key=union.__getitem__)


def _overlap(ranking: Sequence[str], place: dict[str, int], p: float, depth: int) -> float:
    begins = (max(rank, place[docno]) for rank, docno in enumerate(ranking, start=1) if docno in place)
    return sum_of_tails(begins, tail_sums(p, depth)) / total_weight(p, depth)
