"""Sections of an analysis on a terminal, as JSON, and as CSV."""

import json
import textwrap
from collections.abc import Sequence

from assess.analysis.cell_text import cell_text
from assess.analysis.section import Cell, Section
from assess.cli.output.table import format_csv, format_table

MOST_ROWS = 30  # of a section on a terminal
WIDTH = 120  # of a line of notes
HEADINGS = ("section", "row", "figure", "value")


def sections_as_text(sections: Sequence[Section]) -> str:
    """Each section with its title, table and notes."""
    return "\n".join(_text(section) for section in sections)


def _text(section: Section) -> str:
    names = [column.short or column.name for column in section.columns]
    kinds = [column.kind for column in section.columns]
    rows = [[cell_text(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in section.rows[:MOST_ROWS]]
    left = sum(1 for kind in kinds if kind == "text")
    more = len(section.rows) - MOST_ROWS
    notes = [*section.notes, *([f"{more:,} more rows with --json or --csv"] if more > 0 else [])]
    table = format_table(names, rows, left) if rows else ""
    return f"{section.title}\n{table}" + "".join(map(_lines, notes))


def _lines(note: str) -> str:
    """A note, in lines that fit below the tables."""
    return textwrap.fill(note, WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False) + "\n"


def sections_as_json(sections: Sequence[Section]) -> str:
    """One object: section to its title, rows and notes. Shares are between 0 and 1."""
    record = {
        section.name: {"title": section.title, "rows": section.as_records(), "notes": section.notes}
        for section in sections
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def sections_as_csv(sections: Sequence[Section]) -> str:
    """A line for each number: section, row, figure and value. A row's name is all of its text columns."""
    lines: list[tuple[Cell, ...]] = []
    for section in sections:
        for row in section.rows:
            pairs = list(zip(section.columns, row, strict=True))
            name = "; ".join(str(cell) for column, cell in pairs if column.kind == "text")
            lines += [(section.name, name, column.name, cell) for column, cell in pairs if column.kind != "text"]
    return format_csv(HEADINGS, lines)
