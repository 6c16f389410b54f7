"""Records of topics and items: TSV, or JSON lines with named fields."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeVar

from assess.formats.syntax.faults import MisfitError, Report
from assess.formats.syntax.json_lines import objects
from assess.formats.syntax.lines import split_columns

Columns = Mapping[int, str]
Notation = Literal["tsv", "jsonl"]
Row = Mapping[str, Any]
T = TypeVar("T")

# A byte order mark, blank lines and comments, then an opening brace.
_JSON_LINES = re.compile(rb"(\xef\xbb\xbf)?([ \t\r\v\f]*\n|#[^\n]*\n)*[ \t\r\v\f]*\{")


def is_json_lines(data: bytes) -> bool:
    """Whether the first line with content starts a JSON object."""
    return _JSON_LINES.match(data) is not None


def records(
    data: bytes, source: str, columns: Columns, make: Callable[[Row], T], report: Report
) -> Iterator[tuple[int, T]]:
    """Line number and ``make(row)`` for each row; rows that do not fit are reported."""
    rows = objects(data, source, report) if is_json_lines(data) else _cells(data, source, columns, report)
    for number, row in rows:
        try:
            yield number, make(row)
        except MisfitError as misfit:
            report(misfit.at(source, number))


def _cells(data: bytes, source: str, columns: Columns, report: Report) -> Iterator[tuple[int, Row]]:
    for number, fields in split_columns(data, source, columns, report, separator=b"\t"):
        yield number, dict(zip(columns[len(fields)].split(" TAB "), fields, strict=True))
