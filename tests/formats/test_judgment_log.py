"""The log of a campaign: what counts, what is known about each judgment, and every fault."""

import json
from typing import Any

import pytest

from assess.errors import FormatError
from assess.formats.judgment_log import parse_judgment_log
from assess.model import DetailedJudgment

LINE = {"topic": "t", "docno_a": "b", "docno_b": "a", "preferred": "b"}


def log(*lines: dict[str, Any]) -> bytes:
    return "".join(json.dumps(LINE | line) + "\n" for line in lines).encode()


def test_a_line_needs_only_two_items_and_the_preferred_one() -> None:
    assert parse_judgment_log(log({})) == [DetailedJudgment("t", "a", "b", "b")]


def test_everything_else_that_is_known_is_kept() -> None:
    details = {"strength": 2, "left": "a", "seconds": 3, "assessor": {"kind": "panel", "identity": "p7"}}
    assert parse_judgment_log(log(details)) == [
        DetailedJudgment("t", "a", "b", "b", strength=2, left="a", seconds=3.0, assessor="panel:p7")
    ]
    assert [j.assessor for j in parse_judgment_log(log({"assessor": 3}, {"assessor": "x"}))] == ["3", "x"]


def test_judgments_that_do_not_count_or_are_superseded_are_left_out() -> None:
    lines = log(
        {"id": 1, "preferred": "a"},
        {"id": 2, "supersedes": 1, "preferred": None},
        {"id": 3, "counts": False},
        {"number": 4},
        {"number": 5, "supersedes": 4, "preferred": "a"},
    )
    assert [judgment.preferred for judgment in parse_judgment_log(lines)] == [None, "a"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"preferred": "c"}, "found preferred 'c', expected one of the two compared, 'a' or 'b'"),
        ({"left": "c"}, "found left 'c'"),
        ({"docno_a": "a"}, "found 'a' compared with itself"),
        ({"strength": 3}, "found strength 3, expected 1 or 2"),
        ({"seconds": -1}, "found seconds -1, expected a finite number from 0 on"),
        ({"seconds": True}, "found seconds True"),
        ({"assessor": ["x"]}, r"found assessor \['x'\]"),
    ],
)
def test_a_fault_names_its_line(line: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=f"log, line 2: {message}"):
        parse_judgment_log(log({}, line))


def test_a_time_that_overflows_is_refused() -> None:
    with pytest.raises(FormatError, match="found seconds inf"):
        parse_judgment_log(log({"seconds": 12345.5}).replace(b"12345.5", b"1e400"))


def test_a_missing_field_is_named() -> None:
    with pytest.raises(FormatError, match="line 1: found no field preferred"):
        parse_judgment_log(b'{"topic": "t", "docno_a": "a", "docno_b": "b"}')
