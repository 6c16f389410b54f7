"""Where the items of a topic are on the pages of one or more runs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.errors import ParameterError
from assess.measures.pages.parameters import Grid, check_page

Whole = NDArray[np.int64]


def as_page(ranking: Iterable[str], columns: int = 1, depth: int | None = None) -> list[list[str]]:
    """Return the page of a ranked list: rows of *columns* items, filled from left to right and top to bottom.

    Parameters
    ----------
    ranking : iterable of docno
        Best first. Items below *depth* are not on the page; by default all are.
    columns : int
        Items in a row. A result list has one column.

    Examples
    --------
    >>> as_page(["d3", "d1", "d2", "d9"], columns=2, depth=3)
    [['d3', 'd1'], ['d2']]
    """
    check_page(columns, depth)
    docnos = list(ranking)[:depth]
    return [docnos[begin : begin + columns] for begin in range(0, len(docnos), columns)]


class Positions(NamedTuple):
    """The row and column of each item, from 0, and how many items its row has; anything for an item not on the page."""

    row: Whole
    column: Whole
    width: Whole


@dataclass(frozen=True)
class Layout:
    """The position of each item (column) on the page of each run (row), counted from 0.

    ``number`` counts from left to right and top to bottom, -1 for an item that is not on the page. Rows and columns
    are found when a measure asks for the ``positions``: most only ask what is shown.
    """

    number: Whole
    find_positions: Callable[[], Positions]

    @classmethod
    def of_pages(cls, docnos: Sequence[str], pages: Sequence[Grid]) -> "Layout":
        """The positions of the items on each page."""
        place = {docno: i for i, docno in enumerate(docnos)}
        found = np.full((4, len(pages), len(docnos)), -1, dtype=np.int64)
        for run, page in enumerate(pages):
            for docno, position in _positions(page):
                if docno in place:
                    found[:, run, place[docno]] = position
        return cls(found[0], lambda: Positions(*found[1:]))

    @classmethod
    def of_ranks(cls, ranks: NDArray[np.int32], lengths: Whole, columns: int, depth: int) -> "Layout":
        """The positions of the items on the page of each run: rows of *columns* items, cut at *depth*.

        *ranks* are from 1, 0 for an item that the run lacks; *lengths* are the numbers of items in each run.
        """
        number = np.where(ranks <= depth, ranks, 0) - np.int64(1)
        return cls(number, lambda: _in_rows(number, np.minimum(lengths, depth), columns))

    @cached_property
    def positions(self) -> Positions:
        return self.find_positions()

    @cached_property
    def shown(self) -> NDArray[np.bool_]:
        """Whether the item is on the page."""
        return self.number >= 0


def _in_rows(number: Whole, lengths: Whole, columns: int) -> Positions:
    """The positions in rows of *columns* items, given the number of items on each page."""
    row, column = np.divmod(number, columns)
    return Positions(row, column, np.minimum(columns, lengths[:, np.newaxis] - row * columns))


def _positions(page: Grid) -> Iterable[tuple[str, tuple[int, int, int, int]]]:
    seen: set[str] = set()
    for row, docnos in enumerate(page):
        for column, docno in enumerate(docnos):
            if docno in seen:
                raise ParameterError(f"found {docno!r} twice on a page, expected each item once")
            yield docno, (len(seen), row, column, len(docnos))
            seen.add(docno)
