"""The files of interleaved lists and of clicks."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import FormatError
from assess.interleaving import METHODS, interleave
from assess.interleaving.click_file import parse_clicks
from assess.interleaving.list_file import format_list, parse_lists
from assess.interleaving.lists import InterleavedList

RANKINGS = {"A": ["d1", "d2", "ü#3"], "B": ["ü#3", "d4", "d1"]}
SHOWN = InterleavedList("team-draft", ("A", "B"), ("d1", "7", "d3"), ("A", "B", "A"))
ITEMS = [{"docno": "d1", "team": "A"}, {"docno": "d2", "team": "B"}]


@given(method=st.sampled_from(list(METHODS)), seed=st.integers(0, 50), number=st.integers(1, 9))
def test_what_is_written_is_read_back(method: str, seed: int, number: int) -> None:
    shown = interleave(RANKINGS, method, 3, Random(seed))
    assert parse_lists(format_list("t1", number, shown).encode()) == {("t1", number): shown}


def line(**changes: object) -> str:
    fields = {"topic": "t", "list": 1, "method": "team-draft", "runs": ["A", "B"], "items": ITEMS}
    return json.dumps(fields | changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "^lists: found no line to read, expected lists written by `assess interleave`"),
        (line(method="draft"), "^lists, line 1: found method 'draft', expected team-draft, balanced or probabilistic"),
        ('{"topic": "t", "clicks": []}', "found method '', .*; give the lists of `assess interleave` first"),
        (line(runs=["A", "A"]), "found runs .*, expected at least two different tags"),
        (line(runs=[["A"], "B"]), "found run .*, expected a string"),
        (line(items=[]), r"found items \[\], expected a list of objects"),
        (line(items=[ITEMS[0], ITEMS[0]]), "found an item twice, expected each item once in a list"),
        (line(items=[{"docno": "d1", "team": "C"}]), "found team 'C', expected one of A, B"),
        (line(list=0), "found list 0, expected an integer from 1"),
        (line() + "\n" + line(), "^lists, line 2: found list 1 of topic 't' again, expected each number once"),
        (
            line() + "\n" + line(list=2, runs=["B", "A"]),
            "^lists, line 2: found team-draft of B, A, expected team-draft",
        ),
        (line(method="balanced"), "found ranks None, expected the rank of the item, from 1"),
        (line(method="balanced", items=[{"docno": "d1", "ranks": {"A": 0}}]), "found ranks"),
        (line(method="probabilistic"), "found chances None, expected a chance for each of A, B, 1 in all"),
        (
            line(method="probabilistic", items=[{"docno": "d1", "team": "A", "chances": {"A": 0.5, "B": 0.4}}]),
            "found chances .*, expected a chance for each of A, B, 1 in all",
        ),
    ],
)
def test_a_bad_list_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_lists(text.encode())


def test_a_click_is_a_docno_or_a_place() -> None:
    data = b'{"topic": "t", "clicks": ["7", 1, "7"], "user": "u1"}\n{"topic": "t", "list": 4, "clicks": [2]}\n'
    first, second = parse_clicks(data, {("t", 4): SHOWN})
    assert (first.topic, first.shown, first.clicked) == ("t", SHOWN, {1, 2})
    assert second.clicked == {2}  # a number is a place, though an item has the docno "7"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n", "^clicks: found no line to read, expected lines such as"),
        ("t d1", "^clicks, line 1: found Expecting value at character 1, expected JSON"),
        ('{"topic": "x", "clicks": [1]}', "found topic 'x', expected a topic with an interleaved list; are these the"),
        ('{"clicks": [1]}', "found topic '', expected an identifier"),
        ('{"topic": "u", "clicks": [1]}', "found no list, expected the number of the list shown, as topic 'u' has 2"),
        ('{"topic": "u", "list": 3, "clicks": [1]}', "found list 3, expected one of the lists of topic 'u', 1 to 2"),
        ('{"topic": "u", "list": "1", "clicks": [1]}', "found list '1', expected an integer from 1"),
        ('{"topic": "t"}', "found clicks None, expected a list of docnos or places"),
        ('{"topic": "t", "clicks": ["d9"]}', "found a click on 'd9', expected an item of list 1 of topic 't'"),
        ('{"topic": "t", "clicks": [0]}', "found a click at place 0, expected 1 to 3, the places of list 1 of topic"),
        ('{"topic": "t", "clicks": [4]}', "found a click at place 4, expected 1 to 3"),
        ('{"topic": "t", "clicks": [true]}', "found click True, expected a docno"),
        ('{"topic": "t", "clicks": [1.0]}', "found click 1.0, expected a docno"),
    ],
)
def test_a_bad_click_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_clicks(text.encode(), {("t", 1): SHOWN, ("u", 1): SHOWN, ("u", 2): SHOWN})
