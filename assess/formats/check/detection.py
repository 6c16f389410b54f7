"""Detect the kind of a file from its first lines."""

import json
from collections.abc import Callable
from itertools import islice
from typing import Any

from assess.formats.images import parse_image_name
from assess.formats.syntax.faults import Fault
from assess.formats.syntax.lines import BOM, content_lines
from assess.formats.syntax.numbers import parse_number, parse_score
from assess.formats.syntax.tsv_or_jsonl import is_json_lines

SAMPLE = 200
HIGHEST_GRADE = 1000  # a larger number in the last of three columns is a docno
LONG_TEXT = 200  # texts with more characters are items, shorter ones are questions

Fields = list[str]


def detect(data: bytes) -> str | None:
    """The name of the kind, as in ``checking.KINDS``; None if no kind fits the first lines."""
    lines = [line.decode() for _, line in islice(content_lines(data, "", _ignore), SAMPLE)]
    if is_json_lines(data):
        return _json_kind(data, lines)
    if not lines:
        return None
    for kind, fits in _KINDS.items():
        if 2 * sum(map(fits, lines)) >= len(lines):
            return _closer_look(kind, lines)
    return None


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


def _object_kind(fields: dict[str, Any]) -> str | None:
    if fields and all(isinstance(value, dict) for value in fields.values()):
        return "image grids"
    if "docno_a" in fields and "preferred" in fields:
        return "judgment log"
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
    "preferences": _columns(4, lambda fields: fields[3] in (fields[1], fields[2], "tie")),
    "qrels": _columns(4, lambda fields: parse_number(fields[3]) is not None),
    "three columns": _columns(3, lambda fields: True),
    "items": lambda line: line.count("\t") == 2,
    "topics": lambda line: line.count("\t") == 1,
}


def _closer_look(kind: str, lines: list[str]) -> str:
    if kind == "qrels":
        return _four_columns(_rows(lines, 4))
    if kind == "three columns":
        return _three_columns(_rows(lines, 3))
    if kind == "topics" and sum(map(len, lines)) > LONG_TEXT * len(lines):
        return "items"
    return kind


def _rows(lines: list[str], count: int) -> list[Fields]:
    rows = [[field.decode() for field in line.encode().split()] for line in lines]
    return [row for row in rows if len(row) == count]


def _four_columns(rows: list[Fields]) -> str:
    """Plain qrels have one iteration in a topic, a filler; grouped qrels have several, one for each judgment."""
    several = len({(row[0], row[1]) for row in rows}) > len({row[0] for row in rows})
    return "grouped qrels" if several else "qrels"


def _three_columns(rows: list[Fields]) -> str:
    """Qrels have small numbers last and each item once; preferences have docnos last, and winners repeat."""
    grades = [parse_number(row[2]) for row in rows]
    small = sum(grade is not None and abs(grade) <= HIGHEST_GRADE for grade in grades)
    repeated = len(rows) - len({(row[0], row[1]) for row in rows})
    return "qrels" if 2 * small > len(rows) and 4 * repeated < len(rows) else "preferences"
