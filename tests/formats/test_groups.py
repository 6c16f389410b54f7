"""Preference qrels of trec_eval, and grouped qrels."""

from pathlib import Path

import pytest

from assess.errors import FormatError, ParameterError
from assess.files import load
from assess.formats.groups import format_groups, group_judgments, group_preferences, parse_groups
from assess.formats.preferences import parse_preferences

RANKED = b"""\
q g s d1 3.0
q g s d2 2.0
q g s d3 0.0
q g s d4 6.0
q g s d5 0.0
q g s d6 2.0
"""


def test_a_ranked_group_holds_every_pair_of_different_levels() -> None:
    # trec_eval's own example: 13 preferences, 5 won by d4, 4 by d1, 2 each by d2 and d6
    edges = group_preferences(parse_groups(RANKED))["q"]
    winners = [winner for winner, _ in edges]
    assert [winners.count(f"d{number}") for number in range(1, 7)] == [4, 2, 0, 5, 0, 2]


def test_the_iteration_column_groups_the_items_of_one_judgment() -> None:
    groups = parse_groups(b"t j1 a 1\nt j1 b 0\nt j2 b 3\nt j2 c 1\n")
    assert groups == {"t": {("j1", "0"): {"a": 1, "b": 0}, ("j2", "0"): {"b": 3, "c": 1}}}
    assert group_preferences(groups) == {"t": [("a", "b"), ("b", "c")]}


def test_subgroups_are_judgments_of_their_own() -> None:
    groups = parse_groups(b"q g 1 a 3\nq g 1 b 2\nq g 2 a 2\nq g 2 c 9\nq h 1 b 5\nq h 1 a 1\n")
    assert group_preferences(groups) == {"q": [("a", "b"), ("c", "a"), ("b", "a")]}


@pytest.mark.parametrize("columns", [4, 5])
def test_cast_judgments_go_through_groups_unchanged(shared_data: Path, columns: int) -> None:
    preferences = load(shared_data / "cast2019" / "TREC-CAsT-2019.pref", parse_preferences)
    text = format_groups(group_judgments(preferences), columns)
    assert group_preferences(parse_groups(text.encode())) == preferences
    assert text.count("\n") == 2 * 14_573


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"t g a\n", r"f, line 1: found 3 fields, expected 5 \(topic group subgroup docno level\) or 4 \(.*\)"),
        (b"t g s a -1\n", r"f, line 1: found level '-1', expected a finite number from 0"),
        (b"t g s a nan\n", r"f, line 1: found level 'nan'"),
        (b"t g s a 1\nt g s a 2\n", r"f, line 2: found 'a' again, expected an item once in group g s"),
        (b"t g 1 a 2\nt g 1 b 1\nt g 2 b 2\nt g 2 a 1\n", r"f: found 'a' and 'b' ordered differently in group 'g'"),
        (b"t g 1 a 2\nt g 1 b 1\nt g 2 b 1\nt g 2 a 1\n", r"f: found 'a' and 'b' ordered differently in group 'g'"),
        (b"", r"f: found no line to read"),
    ],
)
def test_a_bad_line_is_named_with_what_was_found_and_expected(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_groups(data, "f")


def test_subgroups_do_not_fit_in_four_columns() -> None:
    with pytest.raises(ParameterError, match="write 5 columns"):
        format_groups({"t": {("g", "s"): {"a": 1.0}}}, columns=4)
    with pytest.raises(ParameterError, match="found 3 columns"):
        format_groups({}, columns=3)
