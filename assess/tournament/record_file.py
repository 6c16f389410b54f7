"""The state file of the tournaments on files: JSON with one judgment a line."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from math import isfinite
from typing import Any

from assess.errors import AssessError, FormatError
from assess.formats.syntax.faults import MisfitError, quoted
from assess.formats.syntax.json_lines import parse_json
from assess.model import Judgment
from assess.tournament import Parameters
from assess.tournament.pairings import Pair
from assess.tournament.record import Record

KIND = "assess tournament"
VERSION = 1
# Strategies that are no more, and what their tournaments continue with: all their judgments count there.
REPLACED = {"active": "topk"}


# Parameters that need not be whole.
SHARES = {"recall", "effort", "grade_weight", "machine_weight"}


def format_record(record: Record) -> str:
    """The tournaments as a state file."""
    judgments = ([j.topic, j.docno_a, j.docno_b, j.preferred, j.round_] for j in record.judgments)
    members = {
        "kind": _json(KIND),
        "version": _json(VERSION),
        "strategy": _json(record.strategy),
        "seed": _json(record.seed),
        "parameters": _json(asdict(record.parameters)),
        "grades": _object((topic, _json(items)) for topic, items in record.grades.items()),
        "candidates": _object((topic, _json(docnos)) for topic, docnos in record.candidates.items()),
        "judgments": "[\n" + ",\n".join(map(_json, judgments)) + "\n]",
    }
    if record.outstanding:
        outstanding = (
            (topic, _json(sorted([*pair, n] for n, pair in out))) for topic, out in record.outstanding.items()
        )
        members["outstanding"] = _object(outstanding)
    return _object(members.items()) + "\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _object(members: Iterable[tuple[str, str]]) -> str:
    return "{\n" + ",\n".join(f"{_json(name)}: {value}" for name, value in members) + "\n}"


def parse_record(data: bytes, source: str = "state") -> Record:
    """The tournaments of a state file; everything is checked, as files may be edited by hand or truncated."""
    try:
        content = parse_json(data)
        if not isinstance(content, dict) or content.get("kind") != KIND:
            raise MisfitError("another kind of file", KIND)
        if content.get("version") != VERSION:
            raise MisfitError(f"version {quoted(content.get('version'))}, newer than this program", str(VERSION))
        return _record(content)
    except MisfitError as misfit:
        found = misfit.found
    except (UnicodeDecodeError, AssessError) as error:
        found = str(error)
    raise FormatError(f"{source}: found {found}, expected a state file written by `assess start`")


def _record(content: Mapping[str, Any]) -> Record:
    grades = {topic: _grades(items) for topic, items in _member(content, "grades", dict).items()}
    candidates = {
        topic: _candidates(docnos, grades.get(topic, {}))
        for topic, docnos in _member(content, "candidates", dict).items()
    }
    strategy = _member(content, "strategy", str)
    out = _member(content, "outstanding", dict) if "outstanding" in content else {}
    return Record(
        grades=grades,
        candidates=candidates,
        parameters=_parameters(_member(content, "parameters", dict)),
        strategy=REPLACED.get(strategy, strategy),
        seed=_member(content, "seed", int),
        judgments=tuple(_judgment(row, candidates) for row in _member(content, "judgments", list)),
        outstanding={topic: frozenset(_asking(row, candidates.get(topic, [])) for row in out[topic]) for topic in out},
    )


def _member(content: Mapping[str, Any], name: str, kind: type) -> Any:
    value = content.get(name)
    if type(value) is not kind:
        raise MisfitError(f"{name} {quoted(value)}", kind.__name__)
    return value


def _grades(items: Any) -> dict[str, float]:
    if not isinstance(items, dict) or not all(type(g) in (int, float) and isfinite(g) for g in items.values()):
        raise MisfitError(f"grades {quoted(items)}", "numbers by docno")
    return items


def _candidates(docnos: Any, grades: Mapping[str, float]) -> list[str]:
    if not isinstance(docnos, list) or not all(isinstance(docno, str) and docno in grades for docno in docnos):
        raise MisfitError(f"candidates {quoted(docnos)}", "graded docnos")
    return docnos


def _parameters(numbers: Mapping[str, Any]) -> Parameters:
    expected = asdict(Parameters())
    for name, value in numbers.items():
        if name not in expected or not (type(value) in (int, bool, float) or value is None):
            raise MisfitError(f"parameter {name} = {quoted(value)}", ", ".join(expected))
    return Parameters(**numbers)


def _asking(row: Any, candidates: list[str]) -> tuple[int, Pair]:
    match row:
        case [str(a), str(b), int(round_)] if a in candidates and b in candidates and a < b:
            return round_, (a, b)
        case _:
            raise MisfitError(f"outstanding pairing {quoted(row)}", "[docno, docno, round]")


def _judgment(row: Any, candidates: Mapping[str, list[str]]) -> Judgment:
    match row:
        case [str(topic), str(a), str(b), str() | None as preferred, int(round_)] if topic in candidates:
            return Judgment(topic, a, b, preferred, round_)
        case _:
            raise MisfitError(f"judgment {quoted(row)}", "[topic, docno, docno, preferred, round]")
