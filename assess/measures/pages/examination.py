"""The order in which a user looks at the images of a grid. Without NumPy, which takes a while to import.

References
----------
Luo, "Preference Graph Compatibility", thesis, University of Waterloo: sections 5.2 to 5.4.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from assess.errors import ParameterError
from assess.measures.pages.parameters import Grid


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
