"""Rows of scores as TSV, JSON or CSV; means with their intervals if asked for."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from typing import TYPE_CHECKING

from assess.cli.output.table import format_csv
from assess.measures.by_name import is_count
from assess.scoring.table import ALL, ScoreRow

if TYPE_CHECKING:
    from assess.stats.agreement.jackknife import Estimated

ABSENT = "-"  # an end of an interval, where there is none


@dataclass(frozen=True, slots=True)
class IntervalRow(ScoreRow):
    """A value with its interval: None for single topics, for counts, and where it is not defined."""

    low: float | None
    high: float | None


def with_intervals(rows: Iterable[ScoreRow], found: Mapping[str, Mapping[str, "Estimated"]]) -> Iterator[IntervalRow]:
    """The same rows with the intervals of run and measure."""
    for row in rows:
        mean = found[row.run].get(row.measure) if row.topic == ALL else None
        low, high = (mean.low, mean.high) if mean else (None, None)
        yield IntervalRow(row.run, row.topic, row.measure, row.value, low, high)


def _as_lines(table: Sequence[ScoreRow]) -> str:
    return "".join("\t".join((row.run, row.topic, row.measure, _digits(row), *_ends(row))) + "\n" for row in table)


def _digits(row: ScoreRow) -> str:
    return f"{row.value:.0f}" if is_count(row.measure) else f"{row.value:.6f}"


def _ends(row: ScoreRow) -> Iterator[str]:
    if isinstance(row, IntervalRow):
        yield from (ABSENT if end is None else f"{end:.6f}" for end in (row.low, row.high))


def _as_json(table: Sequence[ScoreRow]) -> str:
    return "[" + ",\n ".join(json.dumps(asdict(row), ensure_ascii=False) for row in table) + "]\n"


def _as_csv(table: Sequence[ScoreRow]) -> str:
    kind = type(table[0]) if table else ScoreRow
    return format_csv([field.name for field in fields(kind)], [astuple(row) for row in table])


STYLES: dict[str, Callable[[Sequence[ScoreRow]], str]] = {"tsv": _as_lines, "json": _as_json, "csv": _as_csv}
