"""Tables of text and numbers on a terminal, or as CSV."""

import csv
import io
from collections.abc import Sequence


def format_table(headings: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Return the rows under their headings, the first *left* columns flush left, the others flush right."""
    table = [headings, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(headings))]
    return "".join(
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + "\n"
        for row in table
    )


def format_csv(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return the same as comma-separated values."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return text.getvalue()
