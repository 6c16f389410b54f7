"""Plain tables."""

from collections.abc import Sequence


def show(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: the first column left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(heading, *rows, strict=True)]
    for row in (heading, ["-" * width for width in widths], *rows):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *cells[1:]]))
