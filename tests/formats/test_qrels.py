"""TREC qrels."""

import re
from pathlib import Path

import pytest

from assess.errors import FormatError
from assess.files import load
from assess.formats.qrels import format_qrels, parse_qrels, parse_subtopics


def test_cast_grades_are_counted_as_published(shared_data: Path) -> None:
    qrels = load(shared_data / "cast2019" / "2019qrels.txt", parse_qrels)
    grades = [grade for topic in qrels.values() for grade in topic.values()]
    assert (len(qrels), len(grades), sum(grade > 0 for grade in grades)) == (173, 29_350, 8_120)
    assert all(isinstance(grade, int) for grade in grades)


def test_cast_levels_are_floats(shared_data: Path) -> None:
    qrels = load(shared_data / "cast2019" / "TREC-CAsT-2019.qrels", parse_qrels)
    grades = {grade for topic in qrels.values() for grade in topic.values()}
    assert grades == {0.0, 1.0, 2.0, 3.0, 4.0, 10.0, 20.0, 30.0, 40.0, 50.0}
    assert all(isinstance(grade, float) for grade in grades)


def test_dl2019_grades_and_wins_are_read(shared_data: Path) -> None:
    grades = load(shared_data / "dl2019-llm" / "qrels.2019", parse_qrels)
    wins = load(shared_data / "dl2019-llm" / "prefs.dl19", parse_qrels)
    assert (len(grades), sum(map(len, grades.values()))) == (43, 9_260)
    assert (sum(map(len, wins.values())), sum(sum(topic.values()) for topic in wins.values())) == (3_657, 27_463)


def test_three_columns_have_no_iteration() -> None:
    assert parse_qrels(b"t1 d1 2\nt1 d2 -1\n") == {"t1": {"d1": 2, "d2": -1}}


def test_topics_and_items_keep_the_order_of_the_file() -> None:
    qrels = parse_qrels(b"t2 Q0 b 1\nt1 Q0 z 0\nt2 Q0 a 1\n")
    assert [(topic, list(grades)) for topic, grades in qrels.items()] == [("t2", ["b", "a"]), ("t1", ["z"])]


def test_comments_blank_lines_byte_order_mark_and_line_endings_are_skipped() -> None:
    data = b"\xef\xbb\xbf# grades\r\n\r\n  \t\r\nt1\t0\td1\t1\r\n"
    assert parse_qrels(data) == {"t1": {"d1": 1}}


def test_ids_may_hold_any_character_but_ascii_white_space() -> None:
    docnos = ["http://x.org/a?b=1,2#c", "#1", "a\u00a0b", "a\u3000b", "a\x1cb", "\u65e5\u672c", "a\u2028b", "\ufeffx"]
    qrels = {"t#1": {docno: grade for grade, docno in enumerate(docnos)}}
    assert parse_qrels(format_qrels(qrels).encode()) == qrels


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"t1 Q0 d1\nt1 Q0 d1 1\n", r"f, line 1: found grade 'd1', expected a finite number"),
        (
            b"t1 Q0\n",
            r"f, line 1: found 2 fields, expected 4 \(topic iteration docno grade\) or 3 \(topic docno grade\)",
        ),
        (b"t1 Q0 d1 1\nt1 d2 1\n", r"f, line 2: found 3 fields, expected 4 \(.*\) as in line 1"),
        (b"t1 Q0 d1 1 x\n", r"line 1: found 5 fields"),
        (b"t1 Q0 d1 nan\n", r"line 1: found grade 'nan'"),
        (b"t1 Q0 d1 -inf\n", r"line 1: found grade '-inf'"),
        (b"t1 Q0 d1 1e999\n", r"line 1: found grade '1e999'"),
        (b"t1 Q0 d1 1_0\n", r"line 1: found grade '1_0'"),
        ("t1 Q0 d1 ٣\n".encode(), r"line 1: found grade '٣'"),
        (b"t1 Q0 d1 1\n\nt1 Q0 d1 2\n", r"line 3: found 'd1' of topic 't1' again, graded 2, .*\(1 in line 1\)"),
        (b"t1 Q0 d1 1\nt1 Q0 d1 1\n", r"line 2: found 'd1' of topic 't1' again"),
        (b"", r"f: found no line to read, expected lines of 4 \(.*\) or 3 \(.*\) fields"),
        (b"# only a comment\n", r"f: found no line to read"),
        (b"t1 Q0 d\xff 1\n", r"f, line 1: found byte 0xff, expected UTF-8 text"),
        (b"t1 Q0 d1 1\nt1 Q0 d\0 1\n", r"f, line 2: found a NUL byte"),
    ],
)
def test_a_bad_line_is_named_with_what_was_found_and_expected(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_qrels(data, "f")


def test_long_values_are_cut_in_messages() -> None:
    with pytest.raises(FormatError) as caught:
        parse_qrels(b"t1 Q0 d1 " + b"x" * 5000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("topic", ["#1", "a b", "", "a\tb", "a\0b"])
def test_a_topic_that_would_not_be_read_back_is_not_written(topic: str) -> None:
    with pytest.raises(FormatError, match="found topic"):
        format_qrels({topic: {"d1": 1}})


def test_subtopics_stand_in_the_column_of_the_iteration() -> None:
    data = b"t1 1 d1 1\nt1 2 d1 0\nt2 1 d3 2\n"
    assert parse_subtopics(data) == {"t1": {"1": {"d1": 1}, "2": {"d1": 0}}, "t2": {"1": {"d3": 2}}}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"t1 d1 1\n", "line 1: found 3 fields, expected 4 (topic subtopic docno grade)"),
        (b"t1 1 d1 x\n", "line 1: found grade 'x', expected a finite number"),
        (b"t1 1 d1 1\nt1 1 d1 1\n", "line 2: found 'd1' of subtopic '1' of topic 't1' again, expected one grade"),
    ],
)
def test_a_bad_line_of_subtopics_is_named(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        parse_subtopics(data)
