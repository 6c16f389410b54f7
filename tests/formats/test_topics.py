"""Topics as TSV and JSON lines."""

from pathlib import Path

import pytest

from assess.errors import FormatError
from assess.files import load
from assess.formats.topics import DescribedTopic, format_topics, parse_described_topics, parse_topics


def test_cast_questions_are_read_with_both_line_ends(shared_data: Path) -> None:
    shown = load(shared_data / "cast2019" / "questions.tsv", parse_topics)
    resolved = load(shared_data / "cast2019" / "evaluation_topics_annotated_resolved_v1.0.tsv", parse_topics)
    assert (len(shown), len(resolved)) == (173, 479)
    assert shown["31_1"] == resolved["31_1"] == "What is throat cancer?"


def test_json_lines_hold_the_same_fields() -> None:
    data = b'# ours\n\n{"topic": "31_1", "question": "Why?"}\r\n{"qid": 32, "query": "How?", "more": [1]}\n'
    assert parse_topics(data) == {"31_1": "Why?", "32": "How?"}


def test_a_question_keeps_its_characters() -> None:
    question = " a\u00a0b \\t \u2028 \x1c \U0001f600 # not a comment "
    assert parse_topics(f"t\t{question}\r\n".encode()) == {"t": question}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"31_1 What is it?\n", r"f, line 1: found 1 field, expected 2 \(topic TAB question\)"),
        (b"1\tWhat\tis\n", r"f, line 1: found 3 fields, expected 2"),
        (b"1\t \n", r"f, line 1: found no question for topic '1', expected some words"),
        (b"a b\tWhat?\n", r"f, line 1: found topic 'a b', expected an identifier without white space"),
        (b"1\tWhat?\n1\tWhy?\n", r"f, line 2: found topic '1' again, expected a topic once \(line 1\)"),
        (b'{"topic": "1"}\n', r"line 1: found no question"),
        (b'{"question": "x"}\n', r"line 1: found topic '', expected an identifier"),
        (b'{"topic": true, "question": "x"}\n', r"line 1: found topic True, expected a string"),
        (b'{"topic": "1", "question": ["x"]}\n', r"line 1: found question \['x'\], expected a string"),
        (b'{"topic": "1", "question": "\\ud800"}\n', r"line 1: found question '\\ud800', expected text without"),
        (b'{"topic": "1", "question": "\\u0000"}\n', r"line 1: found question '\\x00', expected text without"),
        (b'{"topic": "1", "question": NaN}\n', r"line 1: found NaN, expected JSON, which has no such number"),
        (b'{"topic": "1",\n', r"line 1: found Expecting property name .* at character 15, expected JSON"),
        (b'{"a": 1}\n[1]\n', r"line 1: found topic ''"),
        (b'{"topic": "1", "question": "x"}\n[1]\n', r"line 2: found \[1\], expected a JSON object"),
        (b'{"a": ' + b"[" * 100_000 + b"\n", r"line 1: found values nested too deeply"),
        (b'{"a": ' + b"9" * 5_000 + b"}\n", r"line 1: found .*digits.*, expected JSON"),
        (b"\n# nothing\n", r"f: found no line to read, expected lines of 2 \(topic TAB question\) fields"),
    ],
)
def test_a_bad_line_is_named_with_what_was_found_and_expected(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_topics(data, "f")


def test_text_that_a_tsv_line_cannot_hold_is_refused_with_a_remedy() -> None:
    with pytest.raises(FormatError, match="without tabs and line ends in a TSV file; write JSON lines"):
        format_topics({"1": "two\nlines"})
    assert parse_topics(format_topics({"1": "two\nlines"}, "jsonl").encode()) == {"1": "two\nlines"}


def test_json_lines_may_have_a_description() -> None:
    data = b'{"topic": "1", "question": "Why?", "description": "A reason."}\n{"topic": "2", "question": "How?"}\n'
    assert parse_described_topics(data) == {"1": DescribedTopic("Why?", "A reason."), "2": DescribedTopic("How?")}
