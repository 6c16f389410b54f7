"""A measure of pages with the outcomes of one topic, ready for the ranks of runs or for image grids."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assess.errors import ParameterError
from assess.graph.arranger import Ranks
from assess.measures.pages.layout import Layout
from assess.measures.pages.outcomes import Outcomes
from assess.measures.pages.paired_score import paired_scores
from assess.measures.pages.parameters import Grid

OfPage = Callable[[Outcomes, Layout], NDArray[np.float64]]
OfTwoPages = Callable[[Outcomes, Layout, Layout], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Paging:
    """How the ranked list of a run becomes a page: rows of ``columns`` items (1 unless said), cut at ``depth``."""

    columns: int | None
    depth: int

    def of_ranks(self, ranks: Ranks, lengths: Sequence[int]) -> Layout:
        """Where the judged items are on the page of each run."""
        per_run = np.frombuffer(ranks, dtype=np.int32).reshape(len(lengths), -1)
        return Layout.of_ranks(per_run, np.asarray(lengths, dtype=np.int64), self.columns or 1, self.depth)

    def of_grids(self, docnos: Sequence[str], grids: Sequence[Grid]) -> Layout:
        """Where the judged items are on grids, which have rows of their own."""
        if self.columns is not None:
            raise ParameterError(f"found columns={self.columns} with grids, which say themselves where an image is")
        return Layout.of_pages(docnos, [_cut(grid, self.depth) for grid in grids])


def _cut(grid: Grid, depth: int) -> Grid:
    """The first *depth* images of a grid."""
    left, rows = depth, []
    for row in grid:
        rows.append(row[: max(left, 0)])
        left -= len(row)
    return rows


@dataclass(frozen=True, slots=True)
class PageTopic:
    """A measure of one page at a time."""

    outcomes: Outcomes
    of_page: OfPage
    paging: Paging

    @property
    def docnos(self) -> tuple[str, ...]:
        return self.outcomes.docnos

    def values(self, ranks: Ranks, lengths: Sequence[int]) -> list[float]:
        values: list[float] = self.of_page(self.outcomes, self.paging.of_ranks(ranks, lengths)).tolist()
        return values

    def values_of_pages(self, pages: Sequence[Grid], opponents: Sequence[Grid]) -> list[float]:
        """The value of each grid, whatever the opponents."""
        values: list[float] = self.of_page(self.outcomes, self.paging.of_grids(self.docnos, pages)).tolist()
        return values


@dataclass(frozen=True, slots=True)
class OpponentTopic:
    """A measure of a page against another; ``paired`` gives the paired score of the two values instead."""

    outcomes: Outcomes
    of_pages: OfTwoPages
    paging: Paging
    paired: bool

    @property
    def docnos(self) -> tuple[str, ...]:
        return self.outcomes.docnos

    def values_against(
        self, ranks: Ranks, lengths: Sequence[int], opponent_ranks: Ranks, opponent_lengths: Sequence[int]
    ) -> list[float]:
        own = self.paging.of_ranks(ranks, lengths)
        return self._values(own, self.paging.of_ranks(opponent_ranks, opponent_lengths))

    def values_of_pages(self, pages: Sequence[Grid], opponents: Sequence[Grid]) -> list[float]:
        """The value of each grid against its opponent's."""
        own = self.paging.of_grids(self.docnos, pages)
        return self._values(own, self.paging.of_grids(self.docnos, opponents))

    def _values(self, own: Layout, opponent: Layout) -> list[float]:
        found = self.of_pages(self.outcomes, own, opponent)
        if self.paired:
            found = paired_scores(found, self.of_pages(self.outcomes, opponent, own))
        values: list[float] = found.tolist()
        return values
