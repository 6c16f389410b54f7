"""Tables of scores as ``assess score`` prints them: run, topic, measure and value, as TSV, CSV or JSON.

The topic ``all`` is the mean over topics. With ``--intervals`` there are two more columns, the ends of its interval,
which are checked and not kept.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

from assess.formats.syntax.faults import Fault, MisfitError, Report, quoted, refuse
from assess.formats.syntax.json_lines import parse_json
from assess.formats.syntax.lines import BOM, content_lines
from assess.formats.syntax.numbers import parse_number

COLUMNS = ("run", "topic", "measure", "value")
ENDS = ("low", "high")
NO_END = (None, "", "-")
ALL = "all"

# measure -> topic -> run -> value
Scores = dict[str, dict[str, dict[str, float]]]


def is_scores(data: bytes) -> bool:
    """Whether the file looks like a table of scores rather than judgments."""
    start = data.removeprefix(BOM).lstrip()
    if start.startswith((b"[", b"run,topic,measure,value")):
        return True
    return any(line.count(b"\t") in (3, 5) and line.split(b"\t")[1] == b"all" for line in data.splitlines())


def parse_scores(data: bytes, source: str = "scores", report: Report = refuse) -> Scores:
    """Measure to topic to run to value, in file order."""
    scores: Scores = {}
    for number, row in _rows(data.removeprefix(BOM), source, report):
        try:
            run, topic, measure, value = _checked(row)
            runs = scores.setdefault(measure, {}).setdefault(topic, {})
            if run in runs:
                raise MisfitError(
                    f"{measure} of run {quoted(run)} and topic {quoted(topic)} again", "one value for each"
                )
            runs[run] = value
        except MisfitError as misfit:
            report(misfit.at(source, number))
    if not scores:
        report(Fault(source, 0, "no score", "run, topic, measure and value (of 'assess score')"))
    return scores


def _rows(data: bytes, source: str, report: Report) -> Iterator[tuple[int, list[Any]]]:
    if data.lstrip().startswith(b"["):
        try:
            objects = parse_json(data)
        except MisfitError as misfit:
            report(misfit.at(source, 0))
            return
        for number, fields in enumerate(objects, 1):
            names = [*COLUMNS, *(name for name in ENDS if isinstance(fields, dict) and name in fields)]
            yield number, [fields.get(name) for name in names] if isinstance(fields, dict) else [fields]
    else:
        yield from _table_rows(data, source, report)


def _table_rows(data: bytes, source: str, report: Report) -> Iterator[tuple[int, list[str]]]:
    for number, line in content_lines(data, source, report):
        text = line.decode()
        row = text.split("\t") if "\t" in text else next(csv.reader(io.StringIO(text)))
        if tuple(row) not in (COLUMNS, COLUMNS + ENDS):
            yield number, row


def _checked(row: Iterable[Any]) -> tuple[str, str, str, float]:
    fields = list(row)
    if len(fields) not in (4, 6) or not all(isinstance(field, str) for field in fields[:3]):
        raise MisfitError(f"{quoted(fields)}", "run, topic, measure and value")
    for end in fields[4:]:
        if end not in NO_END:
            _number(end)
    return fields[0], fields[1], fields[2], _number(fields[3])


def _number(field: Any) -> float:
    value = parse_number(field) if isinstance(field, str) else field
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise MisfitError(f"value {quoted(field)}", "a finite number")
    return float(value)
