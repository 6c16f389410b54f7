"""Detect the kind of a file from its first lines."""

import json
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from assess.formats.covariates import KEYS
from assess.formats.images import parse_image_name
from assess.formats.preferences import TIE
from assess.formats.scores import is_scores
from assess.formats.syntax.faults import Fault
from assess.formats.syntax.lines import BOM, content_lines
from assess.formats.syntax.numbers import parse_number, parse_score
from assess.formats.syntax.tsv_or_jsonl import is_json_lines

SAMPLE = 200
HIGHEST_GRADE = 1000  # a larger number in the last of three columns is a docno
FILLERS = {"0", "Q0"}  # what is usually in the column of the iteration
LONG_TEXT = 200  # texts with more characters are items, shorter ones are questions

Fields = list[str]


def detect(data: bytes) -> str | None:
    """The name of the kind, as in ``checking.KINDS`` or ``interleaving.checking``; None if no kind fits."""
    lines = [line.decode() for _, line in islice(content_lines(data, "", _ignore), SAMPLE)]
    if is_json_lines(data):
        return _json_kind(data, lines)
    if not lines:
        return None
    if kind := _kind_by_start(data, lines[0]):
        return kind
    for kind, fits in _KINDS.items():
        if _most(map(fits, lines)):
            found = _closer_look(kind, lines)
            may_be_scores = found in ("qrels", "grouped qrels") and "\t" in lines[-1]
            return "scores" if may_be_scores and is_scores(data) else found
    return None


def is_table_of_numbers(lines: Iterable[str]) -> bool:
    """Whether most lines are a name, a tab and a number: a table of answers or votes, not topics with questions."""
    return _most(line.count("\t") == 1 and parse_number(line.rpartition("\t")[2].strip()) is not None for line in lines)


def _most(fits: Iterable[bool]) -> bool:
    """Whether it is true of at least half of them."""
    found = list(fits)
    return 2 * sum(found) >= len(found) > 0


def _ignore(fault: Fault) -> None:
    """Skip lines that are not UTF-8 text: they do not help to detect the kind, and the reader reports them."""


def _json_kind(data: bytes, lines: list[str]) -> str | None:
    for line in [*lines, data.removeprefix(BOM).decode(errors="replace")]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        return _object_kind(value) if isinstance(value, dict) else None
    return None


def _kind_by_start(data: bytes, first: str) -> str | None:
    """The kind of comma-separated values with a known heading, or of a JSON list."""
    if any(first.replace(" ", "").startswith(",".join([*keys, ""])) for keys in KEYS):
        return "covariates"
    if first.startswith("run,topic,measure,value"):
        return "scores"
    if not first.lstrip().startswith("["):
        return None
    try:
        rows = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return "scores" if rows and isinstance(rows[0], dict) and "measure" in rows[0] else None


def _object_kind(fields: dict[str, Any]) -> str | None:
    if fields and all(isinstance(value, dict) for value in fields.values()):
        return "image grids"
    if "docno_a" in fields and "preferred" in fields:
        return "judgment log"
    if "clicks" in fields:
        return "clicks"
    if "method" in fields and "items" in fields:
        return "interleaved lists"
    if "docno" in fields or "docid" in fields:
        return "items"
    return "topics" if not {"question", "query", "text"}.isdisjoint(fields) else None


def _columns(count: int, last: Callable[[Fields], bool]) -> Callable[[str], bool]:
    """A test for lines with *count* columns whose fields pass *last*."""

    def fits(line: str) -> bool:
        fields = [field.decode() for field in line.encode().split()]
        return len(fields) == count and last(fields)

    return fits


def _is_image_pair(line: str) -> bool:
    fields = line.split("\t")
    return len(fields) > 2 and "," in fields[1] and parse_image_name(fields[1].rpartition(",")[2]) is not None


# In the order in which they are tried: strict tests before lenient ones.
_KINDS: dict[str, Callable[[str], bool]] = {
    "image pairs": _is_image_pair,
    "run": _columns(6, lambda fields: parse_score(fields[4]) is not None),
    "preference qrels": _columns(5, lambda fields: parse_number(fields[4]) is not None),
    "four columns": _columns(4, lambda fields: _prefers(fields) or parse_number(fields[3]) is not None),
    "three columns": _columns(3, lambda fields: True),
    "items": lambda line: line.count("\t") == 2,
    "topics": lambda line: line.count("\t") == 1,
}


def _prefers(fields: Fields) -> bool:
    """Whether the last of four fields is one of the two before, or a tie."""
    return fields[3] in (fields[1], fields[2], TIE)


def _closer_look(kind: str, lines: list[str]) -> str | None:
    if kind == "run":
        return _six_columns(_rows(lines, 6))
    if kind == "four columns":
        return _four_columns(_rows(lines, 4))
    if kind == "three columns":
        return _three_columns(_rows(lines, 3))
    if kind == "topics" and is_table_of_numbers(lines):
        return None
    if kind == "topics" and sum(map(len, lines)) > LONG_TEXT * len(lines):
        return "items"
    return kind


def _rows(lines: list[str], count: int) -> list[Fields]:
    rows = [[field.decode() for field in line.encode().split()] for line in lines]
    return [row for row in rows if len(row) == count]


def _six_columns(rows: list[Fields]) -> str | None:
    """A run has an item once in a topic; a table in which most items repeat is something else."""
    return "run" if 2 * len({(row[0], row[2]) for row in rows}) >= len(rows) else None


def _four_columns(rows: list[Fields]) -> str:
    """Plain qrels have one iteration in a topic, a filler; grouped qrels have several, one for each judgment.

    In qrels with iteration 0, a grade of 0 looks like a preference for an item named 0.
    """
    if _most(map(_prefers, rows)) and not _has_iterations(rows):
        return "preferences"
    several = len({(row[0], row[1]) for row in rows}) > len({row[0] for row in rows})
    return "grouped qrels" if several else "qrels"


def _has_iterations(rows: list[Fields]) -> bool:
    """Whether the second of four columns is that of qrels, so that the last is a grade and no docno."""
    if not _most(parse_number(row[3]) is not None for row in rows):
        return False
    iterations, topics = {row[1] for row in rows}, {row[0] for row in rows}
    if len(iterations) == 1:
        return len(topics) > 1 or iterations <= FILLERS
    # Grades never are docnos or ties, and sometimes differ from the number of the iteration.
    telling = sum(row[3] in (row[2], TIE) for row in rows)
    return 10 * telling < len(rows) and not all(map(_prefers, rows))


def _three_columns(rows: list[Fields]) -> str:
    """Qrels have small numbers last and each item once; preferences have docnos last, and winners repeat."""
    grades = [parse_number(row[2]) for row in rows]
    small = sum(grade is not None and abs(grade) <= HIGHEST_GRADE for grade in grades)
    repeated = len(rows) - len({(row[0], row[1]) for row in rows})
    return "qrels" if 2 * small > len(rows) and 4 * repeated < len(rows) else "preferences"
