"""The text of a cell of a section, for people to read."""

from collections.abc import Callable

from assess.analysis.section import Cell, Kind

FORMATS: dict[Kind, Callable[[float], str]] = {
    "text": str,
    "count": lambda value: f"{value:,}",
    "share": lambda value: f"{100 * value:.1f}%",
    "number": lambda value: f"{value:.3f}",
    "p": lambda value: f"{value:.4f}" if value >= 0.0001 else f"{value:.1e}",
    "money": str,
}


def cell_text(cell: Cell, kind: Kind) -> str:
    """The cell as text; a hyphen for a value that is not defined."""
    if cell is None:
        return "-"
    return cell if isinstance(cell, str) else FORMATS[kind](cell)
