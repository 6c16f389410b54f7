"""Greedy PGC of image grids: the ranking is made from the positions on the page.

A user looks at the images of a grid in an order of examination. Images examined at the same moment tie. The ideal
ranking breaks ties, in the grid's favour.

References
----------
Luo, "Preference Graph Compatibility", thesis, University of Waterloo: sections 5.2 to 5.4.
Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from assess.errors import ParameterError
from assess.graph import PreferenceGraph
from assess.graph.arranger import Ranks
from assess.graph.overlap import sum_of_tails
from assess.measures.kinds import TopicJudgments
from assess.measures.pages.examination import EXAMINATION, examination_moments
from assess.measures.pages.parameters import Grid
from assess.measures.rbo import DEPTH, P, tail_sums, total_weight


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
def _shared_ranks(examination: str, columns: int, length: int) -> NDArray[np.int32]:
    """The order of examination of a list with rows of *columns* items, as ranks that tied items share.

    The index is the rank in the list. All items of a moment have the first rank of that moment; index 0 has 0.
    """
    numbers = [str(number) for number in range(length)]
    page = [numbers[begin : begin + columns] for begin in range(0, length, columns)]
    moments = np.array(list(examination_moments(page, examination).values()))
    return np.append(0, np.searchsorted(np.sort(moments), moments) + 1).astype(np.int32)


def _begins(shared: NDArray[np.int32]) -> Iterator[list[int]]:
    """Where the items of each run begin to count, given their shared ranks in the order of the ideal ranking.

    Items that share a rank are in the order of the ideal ranking: each comes right after the one before it.
    """
    order = shared.argsort(axis=1, kind="stable")
    sorted_ranks, places = np.take_along_axis(shared, order, axis=1), np.arange(shared.shape[1])
    is_shown = sorted_ranks > 0  # absent items come first, and push none of the others back
    ranks = np.maximum.accumulate(np.where(is_shown, sorted_ranks - places, -len(places)), axis=1) + places
    begins = np.maximum(ranks, order + 1)
    return (row[shown].tolist() for row, shown in zip(begins, is_shown, strict=True))


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
        """The value of each run. Of the items that nobody judged, only the moments count."""
        of_runs = np.frombuffer(ranks, np.int32).reshape(len(lengths), len(self.docnos))
        shared = np.empty_like(of_runs)
        for run, length in enumerate(lengths):
            shared[run] = _shared_ranks(self.examination, self.columns or 1, length)[of_runs[run]]
        ideals = np.frombuffer(self.graph.arranger.ideals(shared.ravel().data), np.int32).reshape(shared.shape)
        tails, total = tail_sums(self.p, self.depth), total_weight(self.p, self.depth)
        return [sum_of_tails(begins, tails) / total for begins in _begins(np.take_along_axis(shared, ideals, axis=1))]

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
