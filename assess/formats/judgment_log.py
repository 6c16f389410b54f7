"""The log of a campaign, of ``assess export --as jsonl`` or of a release: one JSON object for each judgment.

Needed are ``topic``, ``docno_a``, ``docno_b`` and ``preferred`` (null is a tie). These may be missing: ``round``,
``strength``, ``left``, ``seconds``, ``assessor`` (a name, a number, or an object with ``kind`` and ``identity``),
``counts``, ``adjudicates``, and ``supersedes`` (the ``id`` or ``number`` of another line).
"""

from collections.abc import Iterator
from math import inf
from typing import Any

from assess.formats.syntax.faults import MisfitError, Report, quoted, refuse
from assess.formats.syntax.json_lines import Object, id_field, objects
from assess.model import DetailedJudgment

FIELDS = {"topic", "docno_a", "docno_b", "preferred"}


def parse_judgment_log(data: bytes, source: str = "log", report: Report = refuse) -> list[DetailedJudgment]:
    """The judgments that count, in file order: without those discarded, and those that a later one supersedes."""
    lines = list(_lines(data, source, report))
    superseded = {fields.get("supersedes") for fields, _ in lines} - {None}
    return [
        judgment
        for fields, judgment in lines
        if fields.get("counts", True) and fields.get("id", fields.get("number")) not in superseded
    ]


def _lines(data: bytes, source: str, report: Report) -> Iterator[tuple[Object, DetailedJudgment]]:
    for number, fields in objects(data, source, report):
        try:
            yield fields, _judgment(fields)
        except MisfitError as misfit:
            report(misfit.at(source, number))


def _judgment(fields: Object) -> DetailedJudgment:
    if missing := sorted(FIELDS - fields.keys()):
        raise MisfitError(f"no field {missing[0]}", "topic, docno_a, docno_b and preferred")
    a, b = sorted((id_field(fields, "docno_a"), id_field(fields, "docno_b")))
    if a == b:
        raise MisfitError(f"{quoted(a)} compared with itself", "two different docnos")
    preferred, left = (_one_of(fields, name, (a, b)) for name in ("preferred", "left"))
    strength = fields.get("strength", 1)
    if strength not in (1, 2):
        raise MisfitError(f"strength {quoted(strength)}", "1 or 2")
    details = {"strength": strength, "left": left, "seconds": _seconds(fields), "assessor": _assessor(fields)}
    adjudicates = fields.get("adjudicates", False)
    if not isinstance(adjudicates, bool):
        raise MisfitError(f"adjudicates {quoted(adjudicates)}", "true or false")
    topic = id_field(fields, "topic")
    return DetailedJudgment(topic, a, b, preferred, _round(fields), adjudicates=adjudicates, **details)


def _round(fields: Object) -> int | None:
    found = fields.get("round")
    if found is not None and (isinstance(found, bool) or not isinstance(found, int) or found < 0):
        raise MisfitError(f"round {quoted(found)}", "a whole number")
    return found


def _one_of(fields: Object, name: str, docnos: tuple[str, str]) -> str | None:
    if fields.get(name) is None:
        return None
    value = id_field(fields, name)
    if value not in docnos:
        raise MisfitError(
            f"{name} {quoted(value)}", f"one of the two compared, {quoted(docnos[0])} or {quoted(docnos[1])}"
        )
    return value


def _seconds(fields: Object) -> float | None:
    value = fields.get("seconds")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < inf:
        raise MisfitError(f"seconds {quoted(value)}", "a finite number from 0 on")
    return float(value)


def _assessor(fields: Object) -> str | None:
    value: Any = fields.get("assessor")
    if isinstance(value, dict):
        value = ":".join(str(value[part]) for part in ("kind", "identity") if value.get(part) is not None)
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise MisfitError(f"assessor {quoted(value)}", "a name, a number, or an object with kind and identity")
    return str(value)
