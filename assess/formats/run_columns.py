"""Read a run file in columns, all lines in one pass: the pure-Python version of the compiled reader.

Both readers return None for an unusual file. The line-by-line reader then parses it or reports what is wrong.
Docnos stay bytes here: UTF-8 bytes sort in the order of code points.
"""

import re
from itertools import groupby
from math import isnan
from operator import neg

from assess.formats.syntax.lines import BOM

_WIDTH = 6
_END = b"\0"  # marks the end of a line among the fields; NUL is refused in files
_HASH = ord("#")
_RANKS = re.compile(rb"(?:[+-]?[0-9]{1,15} )*")

Columns = tuple[list[bytes], list[float]]


def read_columns(data: bytes, by_rank: bool) -> tuple[bytes, dict[bytes, Columns]] | None:
    """The tag, and for each topic the docnos, best first, with their scores; None if the file is unusual."""
    fields = _fields(data.removeprefix(BOM))
    if not fields:
        return None
    topics, _, docnos, ranks, scores, tags, _ = (fields[column :: _WIDTH + 1] for column in range(_WIDTH + 1))
    values = _scores(scores)
    if values is None or tags.count(tags[0]) != len(tags):
        return None
    keys = _ranks(ranks) if by_rank else list(map(neg, values))
    if keys is None:
        return None
    return _ordered(tags[0], topics, docnos, keys, values)


def _fields(data: bytes) -> list[bytes]:
    """All fields of the file, with the end mark after the six fields of each line; empty if a line is malformed."""
    if _END in data or not _is_utf8(data):
        return []
    return _marked(data) or _marked(b"\n".join(line for line in data.split(b"\n") if line.strip() and line[0] != _HASH))


def _marked(data: bytes) -> list[bytes]:
    """The fields with end marks; empty if any line is blank, a comment, or does not have six fields."""
    if not data.endswith(b"\n"):
        data += b"\n"
    fields = data.replace(b"\n", b" \0 ").split()
    lines, rest = divmod(len(fields), _WIDTH + 1)
    sound = not rest and fields[_WIDTH :: _WIDTH + 1].count(_END) == lines == data.count(b"\n")
    comments = sound and any(topic[0] == _HASH for topic in set(fields[:: _WIDTH + 1]))
    return fields if sound and not comments else []


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _scores(fields: list[bytes]) -> list[float] | None:
    if b"_" in b"".join(fields):
        return None
    try:
        scores = list(map(float, fields))
    except ValueError:
        return None
    # One NaN makes the sum NaN. Infinities, which are allowed, may do so too: look for a real NaN.
    return None if isnan(sum(scores)) and any(map(isnan, scores)) else scores


def _ranks(fields: list[bytes]) -> list[float] | None:
    joined = b" ".join(fields) + b" "
    return list(map(float, fields)) if _RANKS.fullmatch(joined) else None


def _ordered(
    tag: bytes, topics: list[bytes], docnos: list[bytes], keys: list[float], scores: list[float]
) -> tuple[bytes, dict[bytes, Columns]] | None:
    topics_lines: dict[bytes, tuple[list[float], list[bytes], list[float]]] = {}
    start = 0
    for topic, group in groupby(topics):
        end = start + len(list(group))
        lines = topics_lines.setdefault(topic, ([], [], []))
        lines[0].extend(keys[start:end])
        lines[1].extend(docnos[start:end])
        lines[2].extend(scores[start:end])
        start = end
    if any(len(set(docnos)) < len(docnos) for _, docnos, _ in topics_lines.values()):
        return None
    return tag, {topic: _sorted(*lines) for topic, lines in topics_lines.items()}


def _sorted(keys: list[float], docnos: list[bytes], scores: list[float]) -> Columns:
    if len(set(keys)) == len(keys) and keys == sorted(keys):
        return docnos, scores  # most files are sorted already; ties need a comparison of docnos
    rows = sorted(zip(keys, docnos, scores, strict=True))
    return [docno for _, docno, _ in rows], [score for _, _, score in rows]
