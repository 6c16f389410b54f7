"""Greedy PGC of image grids: the ranking is made from the positions on the page.

A user looks at the images of a grid in an order of examination. Images examined at the same moment tie. The ideal
ranking breaks ties, in the grid's favour.

References
----------
Luo, "Preference Graph Compatibility", thesis, University of Waterloo: sections 5.2 to 5.4.
Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from assess.errors import ParameterError
from assess.graph import PreferenceGraph
from assess.graph.arranger import Ranks
from assess.graph.overlap import sum_of_tails
from assess.measures.kinds import TopicJudgments
from assess.measures.pages.parameters import Grid
from assess.measures.rbo import DEPTH, P, tail_sums, total_weight


@dataclass(frozen=True, slots=True)
class GridPosition:
    """The position of an image, counted from 0: ``number`` is left to right, top to bottom."""

    row: int
    column: int
    number: int
    row_length: int
    grid_length: int


# Order of examination -> the moment an image is examined; only the order of the moments counts.
EXAMINATIONS: dict[str, Callable[[GridPosition], int]] = {
    # left to right, top to bottom
    "default": lambda position: position.number,
    # The default order weighted by 1 / log2(rank + 1): weights fall with the rank, so the order is the same.
    "weighted": lambda position: position.number,
    # from the last image of the grid to the first
    "bottom-top": lambda position: position.grid_length - position.number,
    "manhattan": lambda position: position.row + position.column,
    "euclidean": lambda position: position.row**2 + position.column**2,
    # top to bottom, the middle of a row first
    "middle": lambda position: position.row + abs(position.row_length // 2 - position.column),
    # What the thesis calls "weighted default" in its tables: its program uses the weight itself as the distance,
    # so the image with the largest rank comes first. Unlike in bottom-top, equal ranks of two grids tie.
    "reversed": lambda position: -position.number,
}

EXAMINATION = "euclidean"


def grid_pgc(
    graph: PreferenceGraph,
    grids: Iterable[Grid],
    examination: str = EXAMINATION,
    p: float = P,
    depth: int = DEPTH,
    *,
    rng: Random | None = None,
) -> list[float]:
    """Return Greedy PGC of one or more grids of images, all compared with one ideal ranking.

    Parameters
    ----------
    graph : PreferenceGraph
        The judgments of the query, on the images of all grids.
    grids : iterable of grids
        Each a sequence of rows of docnos, from the top. Images that are examined at the same moment tie, even if
        they are in different grids.
    examination : str
        One of ``EXAMINATIONS``.
    p, depth : float, int
        Persistence and depth of the rank-biased overlap.
    rng : random.Random, optional
        Breaks ties between images at random in the ideal ranking, as in the thesis. Without it, ties are in docno
        order, and the score is always the same.
    """
    moments = [examination_moments(grid, examination) for grid in grids]
    ideal = graph.ideal(_placed(moments, rng))
    place = {docno: i for i, docno in enumerate(ideal, start=1)}
    return [_overlap(linear_ranking(of_grid, ideal), place, p, depth) for of_grid in moments]


def examination_moments(grid: Grid, examination: str) -> dict[str, int]:
    """The moment at which each image of the grid is examined."""
    if examination not in EXAMINATIONS:
        raise ParameterError(f"found examination {examination!r}, expected one of {', '.join(EXAMINATIONS)}")
    positions = list(_positions(grid))
    moments = {docno: EXAMINATIONS[examination](position) for docno, position in positions}
    if len(moments) < len(positions):
        raise ParameterError("found an image twice in a grid, expected each once")
    return moments


def _positions(grid: Grid) -> Iterable[tuple[str, GridPosition]]:
    number, length = 0, sum(map(len, grid))
    for row, docnos in enumerate(grid):
        for column, docno in enumerate(docnos):
            yield docno, GridPosition(row, column, number, len(docnos), length)
            number += 1


def linear_ranking(moments: dict[str, int], ideal: Sequence[str]) -> list[str]:
    """The grid as a ranking: by moment, then by the order in the *ideal* ranking, then by docno."""
    place = {docno: i for i, docno in enumerate(ideal)}
    return sorted(moments, key=lambda docno: (moments[docno], place.get(docno, len(place)), docno))


def _placed(moments: Iterable[dict[str, int]], rng: Random | None) -> list[str]:
    """All images by moment; ties by docno or at random."""
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


@lru_cache(maxsize=256)
def _list_moments(examination: str, columns: int, length: int) -> tuple[tuple[int, ...], dict[int, int]]:
    """The moment of each rank of a list with rows of *columns* items; and how many ranks come before each moment."""
    numbers = [str(number) for number in range(length)]
    page = [numbers[begin : begin + columns] for begin in range(0, length, columns)]
    moments = tuple(examination_moments(page, examination).values())
    earlier: dict[int, int] = {}
    for place, moment in enumerate(sorted(moments)):
        earlier.setdefault(moment, place)
    return moments, earlier


@dataclass(frozen=True, slots=True)
class GridTopic:
    """Grid PGC with the graph of one topic. Each run has its own ideal ranking; the grids of a query share one."""

    graph: PreferenceGraph
    examination: str
    p: float
    depth: int
    columns: int | None

    @property
    def docnos(self) -> tuple[str, ...]:
        return self.graph.docnos

    def values(self, ranks: Ranks, lengths: Sequence[int]) -> list[float]:
        of_runs = memoryview(ranks).cast("B").cast("i").tolist()
        width = len(self.docnos)
        return [self._value(of_runs[run * width : (run + 1) * width], length) for run, length in enumerate(lengths)]

    def _value(self, ranks: Sequence[int], length: int) -> float:
        """The value of a run. Of the items that nobody judged, only the moments count."""
        by_rank, earlier = _list_moments(self.examination, self.columns or 1, length)
        moments = {docno: by_rank[rank - 1] for docno, rank in zip(self.docnos, ranks, strict=True) if rank}
        place = {docno: i for i, docno in enumerate(self.graph.ideal(_placed([moments], None)), start=1)}
        taken: Counter[int] = Counter()
        begins = []
        for docno in linear_ranking(moments, list(place)):
            moment = moments[docno]
            taken[moment] += 1
            begins.append(max(earlier[moment] + taken[moment], place[docno]))
        return sum_of_tails(begins, tail_sums(self.p, self.depth)) / total_weight(self.p, self.depth)

    def values_of_pages(self, pages: Sequence[Grid], opponents: Sequence[Grid]) -> list[float]:
        """The value of each grid, whatever the opponents."""
        if self.columns is not None:
            raise ParameterError(f"found columns={self.columns} with grids, which say themselves where an image is")
        return grid_pgc(self.graph, pages, self.examination, self.p, self.depth)


def prepare(
    judgments: TopicJudgments, *, examination: str, p: float, depth: int, columns: int | None, positive: bool
) -> GridTopic | None:
    """Grid PGC on the graph of a topic; None if it has no judgments for the graph."""
    graph = judgments.positive_graph if positive else judgments.preference_graph
    return None if graph is None else GridTopic(graph, examination, p, depth, columns)
