"""Briefings as TOML: read, refused, written."""

import pytest

from assess.errors import FormatError
from assess.formats.briefing import Briefing, format_briefing, parse_briefing

WHOLE = Briefing(
    {"title": 'Skies, "red" ones', "consent": 'One.\n\n"""Two""" \\ three', "thanks": "A\tbell:\n\x07, \x7f."},
    [{"value": 2, "name": "Yes", "guideline": ""}],
    [{"topic": "t1", "preferred": "d1", "other": "d2", "why": "It says *why*."}],
)


def test_a_written_briefing_is_read_back_unchanged() -> None:
    assert parse_briefing(format_briefing(WHOLE).encode()) == WHOLE


def test_texts_missing_in_the_file_are_absent() -> None:
    assert parse_briefing(b'title = "A"') == Briefing({"title": "A"}, None, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: A", "found no TOML"),
        ("titel = 'A'", "found 'titel', expected one of title"),
        ("title = 3", "found title = 3, expected a text"),
        ("grades = 'A'", r"expected a list of \[\[grades\]\]"),
        ("[[grades]]\nvalue = 1", r"\[\[grades\]\] 1: found no name"),
        ("[[grades]]\nvalue = true\nname = 'A'", "found value = True, expected a number"),
        ("[[training]]\ntopic = 't'\nwinner = 'd'", "found 'winner', expected topic, preferred, other, why"),
    ],
)
def test_an_error_says_what_was_found_and_expected(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_briefing(text.encode(), "b.toml")
