"""State files: read back as written, and refused when damaged."""

import json
from typing import Any

import pytest

from assess.errors import FormatError
from assess.model import Judgment
from assess.tournament import Parameters
from assess.tournament.record import Record, RecordedAnswer, add, start
from assess.tournament.record_file import format_record, parse_record


@pytest.fixture
def record() -> Record:
    grades = {"t": {"a": 2, "é": 1.5, "c": 1, "z": 0}, 'u"1': {"x": 1}}
    opened = start(grades, Parameters(k=2, final_votes=3, floor=False, overlap=0.25), "two-stage-repeat", seed=-7)
    return add(
        opened, [RecordedAnswer("f", Judgment("t", "é", "a", None)), RecordedAnswer("f", Judgment("t", "a", "é", "a"))]
    )


def test_what_is_written_is_read_back(record: Record) -> None:
    text = format_record(record)
    assert parse_record(text.encode()) == record
    assert json.loads(text)["judgments"][0] == ["t", "é", "a", None, 1]


def test_what_topk_asked_is_read_back() -> None:
    grades = {"t": {f"d{number}": 1 for number in range(9)}}
    asked = start(grades, Parameters(recall=0.8, effort=1.5), "topk")
    assert asked.outstanding
    assert parse_record(format_record(asked).encode()) == asked
    damaged = json.loads(format_record(asked)) | {"outstanding": {"t": [["d1", "d99", 1]]}}
    with pytest.raises(FormatError, match=r"found outstanding pairing \['d1', 'd99', 1\]"):
        parse_record(json.dumps(damaged).encode())


def test_a_tournament_by_a_strategy_that_is_no_more_goes_on_with_another(record: Record) -> None:
    content = json.loads(format_record(record)) | {"strategy": "active"}
    assert parse_record(json.dumps(content).encode()).strategy == "topk"


def test_a_judgment_is_a_line(record: Record) -> None:
    assert '\n["t", "a", "é", "a", 1]\n' in format_record(record)


@pytest.mark.parametrize(
    ("member", "value", "message"),
    [
        ("kind", "song", "another kind of file"),
        ("version", 2, "version 2, newer than this program"),
        ("seed", "7", "seed '7'"),
        ("grades", {"t": {"a": "x"}}, "grades {'a': 'x'}"),
        ("candidates", {"t": ["q"]}, r"candidates \['q'\]"),
        ("candidates", {"v": ["a"]}, r"candidates \['a'\]"),
        ("parameters", {"k": 0}, "k = 0"),
        ("parameters", {"m": 1}, "parameter m = 1"),
        ("judgments", [["t", "a", "a", "a", 1]], "judged against itself"),
        ("judgments", [["t", "a", "c", "é", 1]], "found é preferred"),
        ("judgments", [["v", "a", "c", "a", 1]], "judgment"),
        ("judgments", None, "judgments None"),
    ],
)
def test_damage_is_named(record: Record, member: str, value: Any, message: str) -> None:
    content = json.loads(format_record(record)) | {member: value}
    with pytest.raises(
        FormatError, match=f"s.json: found .*{message}.*expected a state file written by `assess start`"
    ):
        parse_record(json.dumps(content).encode(), "s.json")


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b"1 Q0 d1 2\n"])
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match="expected a state file"):
        parse_record(data)
