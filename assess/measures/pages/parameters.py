"""The parameters of the measures of pages, and which values they take. Without NumPy, which takes a while to import."""

from collections.abc import Sequence
from typing import Literal, get_args

from assess.errors import ParameterError
from assess.measures.whole_numbers import check_whole

Grid = Sequence[Sequence[str]]  # rows of docnos, from the top
Variant = Literal["default", "weighted", "middle", "nearby"]

VARIANTS: tuple[Variant, ...] = get_args(Variant)
GAMMA = 0.1
TRADEOFF = 0.7
SHARE_EXPECTED = "a number from 0 to 1"
COLUMNS_EXPECTED = "at least 1"


def is_share(value: float) -> bool:
    return 0 <= value <= 1


def check_share(name: str, value: float) -> None:
    """Refuse a number outside 0 to 1."""
    if not is_share(value):
        raise ParameterError(f"found {name} = {value}, expected {SHARE_EXPECTED}")


def check_variant(variant: str) -> None:
    """Refuse an unknown variant of PMR."""
    if variant not in VARIANTS:
        raise ParameterError(f"found variant {variant!r}, expected one of {', '.join(VARIANTS)}")


def check_page(columns: int, depth: int | None = None) -> None:
    """Refuse a page without columns, or without depth."""
    check_whole("columns", columns)
    check_whole("depth", depth)
    if columns < 1:
        raise ParameterError(f"found {columns} columns, expected {COLUMNS_EXPECTED}")
    if depth is not None and depth < 1:
        raise ParameterError(f"found depth {depth}, expected at least 1")
