"""Preferences with three and four columns."""

from collections import Counter
from pathlib import Path

import pytest

from assess.errors import FormatError, ParameterError
from assess.files import load
from assess.formats.preferences import format_judgments, format_preferences, parse_judgments, parse_preferences
from assess.model import Judgment


def test_cast_judgments_are_counted_as_published(shared_data: Path) -> None:
    preferences = load(shared_data / "cast2019" / "TREC-CAsT-2019.pref", parse_preferences)
    answers = Counter((topic, *edge) for topic, edges in preferences.items() for edge in edges)
    pairs = Counter((topic, *sorted(edge)) for topic, edges in preferences.items() for edge in edges)
    both = sum((topic, loser, winner) in answers for topic, winner, loser in answers) // 2

    assert (len(preferences), answers.total()) == (171, 14_573)
    times = Counter(pairs.values())
    assert (len(pairs), times[2], times[3], times[4], times[5]) == (12_490, 1_562, 222, 11, 11)
    assert both == 853
    assert sum(count - 1 for count in answers.values()) == 1_230


def test_the_fourth_column_decides_who_won(shared_data: Path) -> None:
    preferences = load(shared_data / "cast2019" / "TREC-CAsT-2019.pref", parse_preferences)
    assert preferences["31_1"][0] == ("MARCO_1373522", "CAR_d37891cd657001a45ae65a1864b6af96a9b4543c")


def test_dl2019_rounds_have_the_winner_first(shared_data: Path) -> None:
    rounds = [load(path, parse_preferences) for path in sorted((shared_data / "dl2019-llm").glob("judge.*"))]
    judgments = [sum(map(len, preferences.values())) for preferences in rounds]
    assert judgments == [14_364, 7_186, 3_520, 1_639, 572, 176, 6]
    assert rounds[0]["19335"][0] == ("527697", "6452949")


def test_repeated_judgments_all_stay_in_file_order() -> None:
    assert parse_preferences(b"t a b\nt b a\nt a b\n") == {"t": [("a", "b"), ("b", "a"), ("a", "b")]}


@pytest.mark.parametrize("columns", [3, 4])
def test_what_is_written_is_read_back(columns: int) -> None:
    preferences = {"t#1": [("z", "a"), ("a", "z"), ("http://x/1,2", "#")], "t2": [("é", "e")]}
    assert parse_preferences(format_preferences(preferences, columns).encode()) == preferences


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"t a b a\nt a b\n", r"f, line 2: found 3 fields, expected 4 \(topic a b preferred\) as in line 1"),
        (b"t a b\nt a b b\n", r"f, line 2: found 4 fields, expected 3 \(topic winner loser\) as in line 1"),
        (b"t a a\n", r"f, line 1: found 'a' preferred over itself, expected two different docnos"),
        (b"t a a a\n", r"f, line 1: found 'a' preferred over itself"),
        (
            b"t Q0 d1 1\n",
            r"f, line 1: found preferred docno '1', expected one of the two compared, 'Q0' or 'd1', or 'tie'",
        ),
        (b"t a\n", r"f, line 1: found 2 fields, expected 3 \(.*\) or 4 \(.*\)"),
        (b"", r"f: found no line to read"),
    ],
)
def test_a_bad_line_is_named_with_what_was_found_and_expected(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_preferences(data, "f")


def test_a_tie_is_a_judgment_without_an_edge() -> None:
    data = b"t a b tie\nt a b b\n"
    assert parse_judgments(data) == [(1, Judgment("t", "a", "b", None)), (2, Judgment("t", "a", "b", "b"))]
    assert parse_preferences(data) == {"t": [("b", "a")]}


def test_a_docno_called_tie_can_be_preferred() -> None:
    assert parse_preferences(b"t a tie tie\n") == {"t": [("tie", "a")]}


def test_judgments_carry_the_numbers_of_their_lines() -> None:
    assert [number for number, _ in parse_judgments(b"# by hand\n\nt a b\nt b c\n")] == [3, 4]


def test_only_three_or_four_columns_are_written() -> None:
    with pytest.raises(ParameterError, match="found 5 columns, expected 3"):
        format_preferences({}, columns=5)


def test_judgments_are_written_in_their_order_with_ties_in_four_columns() -> None:
    judgments = [Judgment("t", "z", "a", "z"), Judgment("t", "z", "a", None), Judgment("s", "tie", "b", "tie")]
    assert format_judgments(judgments) == "t z a\ns tie b\n"
    assert format_judgments(judgments, columns=4) == "t a z z\nt a z tie\ns b tie tie\n"


def test_a_tie_that_would_read_as_a_preference_is_not_written() -> None:
    with pytest.raises(FormatError, match="found a tie with docno 'tie'"):
        format_judgments([Judgment("t", "a", "tie", None)], columns=4)
