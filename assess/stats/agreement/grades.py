"""Judgments against grades: how often the item with the higher grade is preferred, by the gap between the grades."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assess.errors import NotDefinedError
from assess.stats.agreement.jackknife import Estimated, jackknife, share, summed
from assess.stats.agreement.judgment_table import Floats, Ints, JudgmentTable

MOST_GAPS = 10  # more gaps than this, as in grades of 0 to 100, are put into that many ranges of equal width

Grades = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class GradedRows:
    """The pairs whose two items have grades: their rows in the table, and the grades of first and second item."""

    rows: Ints
    first: Floats
    second: Floats

    @classmethod
    def of(cls, table: JudgmentTable, grades: Grades) -> "GradedRows":
        """Raises NotDefinedError if no pair has two grades."""
        by_item = np.array([grades.get(topic, {}).get(docno, np.nan) for topic, docno in table.items], np.float64)
        first, second = by_item[table.pairs[:, 1]], by_item[table.pairs[:, 2]]
        rows = np.flatnonzero(np.isfinite(first) & np.isfinite(second))
        if not len(rows):
            raise NotDefinedError("not defined because no pair of the judgments has grades for both items")
        return cls(rows, first[rows], second[rows])


@dataclass(frozen=True)
class GapRow:
    """The judgments of pairs with one gap in grade, or a range of gaps.

    ``agree`` prefer the item with the higher grade. ``share`` is agree / (agree + disagree) and leaves ties out; it is
    None for a gap of 0 and if there is no strict preference. ``seconds`` is the median time of a judgment, ``strong``
    the share of preferences that are "definitely"; None if not known.
    """

    low: float
    high: float
    judgments: int
    agree: int
    tie: int
    disagree: int
    share: Estimated | None
    seconds: float | None
    strong: float | None


def agreement_by_gap(table: JudgmentTable, grades: Grades) -> list[GapRow]:
    """Return a row for each gap between two grades, smallest first."""
    pairs = GradedRows.of(table, grades)
    gap = np.full(len(table.pairs), np.nan)
    gap[pairs.rows] = pairs.second - pairs.first
    gaps = gap[table.pair]
    return [_gap_row(table, gaps, low, high) for low, high in _ranges(np.abs(gap[pairs.rows]))]


def agreement_with_grades(table: JudgmentTable, grades: Grades) -> GapRow:
    """Return one row for all pairs with different grades."""
    pairs = GradedRows.of(table, grades)
    gap = np.full(len(table.pairs), np.nan)
    gap[pairs.rows] = pairs.second - pairs.first
    size = np.abs(gap[np.isfinite(gap) & (gap != 0)])
    if not len(size):
        raise NotDefinedError("not defined because no judged pair has two different grades")
    return _gap_row(table, gap[table.pair], float(size.min()), float(size.max()))


def _ranges(gaps: Floats) -> list[tuple[float, float]]:
    values = np.unique(gaps)
    if len(values) <= MOST_GAPS:
        return [(float(value), float(value)) for value in values]
    edges = np.linspace(0, values[-1], MOST_GAPS + 1)
    groups = np.clip(np.searchsorted(edges, values, side="left") - 1, 0, MOST_GAPS - 1)
    return [(float(found.min()), float(found.max())) for k in range(MOST_GAPS) if len(found := values[groups == k])]


def _gap_row(table: JudgmentTable, gaps: Floats, low: float, high: float) -> GapRow:
    rows = np.flatnonzero((np.abs(gaps) >= low) & (np.abs(gaps) <= high))
    agrees = np.sign(gaps[rows]) * table.folded[rows]
    agree, disagree, tie = int(np.sum(agrees > 0)), int(np.sum(agrees < 0)), int(np.sum(table.folded[rows] == 0))
    counted = np.stack([agrees > 0, agrees != 0], axis=1).astype(np.float64)
    sums = summed(table.clusters[table.pair[rows]], counted)
    estimated = jackknife(sums, share, "there is no strict preference") if agree + disagree else None
    return GapRow(low, high, len(rows), agree, tie, disagree, estimated, *_effort(table, rows))


def _effort(table: JudgmentTable, rows: Ints) -> tuple[float | None, float | None]:
    """The median time, and the share of strong preferences if the table has any."""
    seconds = table.seconds[rows][np.isfinite(table.seconds[rows])]
    strict = np.abs(table.answer[rows][table.answer[rows] != 0])
    strong = float(np.mean(strict == 2)) if len(strict) and np.any(np.abs(table.answer) == 2) else None
    return (float(np.median(seconds)) if len(seconds) else None), strong
