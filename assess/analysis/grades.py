"""Sections on judgments against grades: agreement by gap, time and strength."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from assess.analysis.judgments import interval_note
from assess.analysis.section import SHARE, Column, Row, Section, attempt, cells, or_note
from assess.stats.agreement.grades import GapRow, Grades, agreement_by_gap, agreement_with_grades
from assess.stats.agreement.judgment_table import JudgmentTable
from assess.stats.agreement.relevance import Correlation, strength_correlations, time_correlations

TIME, STRENGTH = "Time against grades", "Strength against grades"
NOT_CORRELATED = "not defined because there are fewer than three such pairs, or one of the two is always the same"


def grade_sections(table: JudgmentTable, grades: Grades) -> list[Section]:
    """The judgments against the grades of the items."""
    sections = [gap_section(table, grades), strength_section(table, grades)]
    return [*sections, time_section(table, grades)] if np.isfinite(table.seconds).any() else sections


def gap_section(table: JudgmentTable, grades: Grades) -> Section:
    """How often the item with the higher grade is preferred, by the gap between the two grades."""
    notes = [
        interval_note(table),
        "agree: the item with the higher grade is preferred; share: agree / (agree + disagree)",
    ]
    found = attempt(partial(agreement_by_gap, table, grades), notes, "agreement with grades") or []
    total = attempt(partial(agreement_with_grades, table, grades), notes, "all different grades") if found else None
    rows = [_row(_range(row), row) for row in found] + ([_row("all above 0", total)] if total else [])
    notes += _why_no_share([*found, *([total] if total else [])])
    columns = [Column("gap in grade", "text"), *map(Column, ("judgments", "agree", "tie", "disagree")), *SHARE]
    columns += [Column("median seconds", "number"), Column("definitely", "share")]
    known = [any(row[place] is not None for row in rows) or place < len(columns) - 2 for place in range(len(columns))]
    kept = tuple(tuple(cell for cell, keep in zip(row, known, strict=True) if keep) for row in rows)
    shown = tuple(column for column, keep in zip(columns, known, strict=True) if keep)
    return Section("grades", "Judgments against grades", shown, kept, tuple(notes))


def _why_no_share(rows: Sequence[GapRow]) -> list[str]:
    notes = []
    if any(not row.high for row in rows):
        notes.append("share, gap 0: not defined because equal grades have no order")
    if any(row.high and row.share is None for row in rows):
        notes.append("share, other gaps: not defined because no judgment prefers an item")
    return notes


def _row(name: str, row: GapRow) -> Row:
    compared = (row.agree, row.disagree) if row.high else (None, None)  # equal grades have no order
    return name, row.judgments, compared[0], row.tie, compared[1], *cells(row.share), row.seconds, row.strong


def _range(row: GapRow) -> str:
    return f"{row.low:g}" if row.low == row.high else f"{row.low:g} to {row.high:g}"


def time_section(table: JudgmentTable, grades: Grades) -> Section:
    """Correlation of time with the grades of a pair."""
    note = "time: median of the pair's judgments"
    found = partial(time_correlations, table, grades)
    return or_note("time", TIME, lambda: _correlations("time", TIME, found(), note))


def strength_section(table: JudgmentTable, grades: Grades) -> Section:
    """Correlation of strength with the grades of a pair."""
    note = "strength: mean over a pair's judgments of 2 (the item with the higher grade), 1 (tie), 0"
    found = partial(strength_correlations, table, grades)
    return or_note("strength", STRENGTH, lambda: _correlations("strength", STRENGTH, found(), note))


def _correlations(name: str, title: str, found: dict[str, Correlation | None], note: str) -> Section:
    rows = tuple((relation, *of) for relation, of in found.items() if of)
    notes = [note] if rows else []
    if missing := [relation for relation, of in found.items() if of is None]:
        notes.append(f"{', '.join(missing) if rows else 'correlations'}: {NOT_CORRELATED}")
    columns = (Column("grades of the pair", "text"), Column("pairs"), Column("Pearson's r", "number"), Column("p", "p"))
    rank = (Column("Spearman's rho", "number"), Column("its p", "p"))
    return Section(name, title, (*columns, *rank), rows, tuple(notes))
