"""Covariates of items, as comma-separated values: ``docno,NAME,...`` or ``topic,docno,NAME,...`` in the first line."""

import csv
from collections.abc import Sequence

from assess.formats.syntax.faults import Fault, Report, quoted, refuse
from assess.formats.syntax.lines import content_lines, count_fields
from assess.formats.syntax.numbers import parse_number

KEYS = (["topic", "docno"], ["docno"])

# Topic (None: of all topics) and docno -> value.
Covariate = dict[tuple[str | None, str], float]


def parse_covariates(data: bytes, source: str = "covariates", report: Report = refuse) -> dict[str, Covariate]:
    """Name of the covariate to the value of each item, in the order of the columns."""
    lines = content_lines(data, source, report)
    number, heading = next(((number, _fields(line)) for number, line in lines), (0, []))
    keys = next((keys for keys in KEYS if heading[: len(keys)] == keys), [])
    names = heading[len(keys) :]
    if not keys or not names or len(set(heading)) < len(heading):
        report(
            Fault(source, number, f"columns {quoted(','.join(heading))}", "docno, or topic and docno, then covariates")
        )
        return {}
    covariates: dict[str, Covariate] = {name: {} for name in names}
    for number, line in lines:
        if fault := _add(covariates, _fields(line), len(keys)):
            report(Fault(source, number, *fault))
    return covariates


def _fields(line: bytes) -> list[str]:
    return [field.strip() for field in next(csv.reader([line.decode()]))]


def _add(covariates: dict[str, Covariate], fields: Sequence[str], keys: int) -> tuple[str, str] | None:
    """Add the values of a line, or return what was found and what was expected."""
    if len(fields) != keys + len(covariates):
        return count_fields(len(fields)), f"{keys + len(covariates)} as in the first line"
    item = (fields[0] if keys == 2 else None, fields[keys - 1])
    if item in next(iter(covariates.values())):
        return f"{quoted(item[1])} again", "an item once"
    values = [parse_number(field) for field in fields[keys:]]
    for (name, values_of), value, field in zip(covariates.items(), values, fields[keys:], strict=True):
        if value is None:
            return f"{name} {quoted(field)}", "a finite number"
        values_of[item] = float(value)
    return None
