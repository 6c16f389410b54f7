"""The file of clicks on interleaved lists: JSON lines, one impression a line.

::

    {"topic": "t1", "list": 1, "clicks": ["d4", "d2"]}
    {"topic": "t1", "list": 2, "clicks": [1, 3]}
    {"topic": "t2", "clicks": []}

A click is a docno (a string) or a place in the list (a number, from 1). ``list`` may be left out if the topic has one
list only. Other fields, such as a time or a user, are ignored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assess.formats.syntax.faults import Fault, MisfitError, Report, quoted, refuse
from assess.formats.syntax.json_lines import id_field, objects
from assess.interleaving.comparison import Impression
from assess.interleaving.list_file import Lists, list_number
from assess.interleaving.lists import InterleavedList


@dataclass(frozen=True, slots=True)
class ClickLine:
    """One line of the file, before it is compared with the lists that were shown."""

    line: int
    topic: str
    list_number: int | None
    clicks: tuple[str | int, ...]


def parse_click_lines(data: bytes, source: str = "clicks", report: Report = refuse) -> list[ClickLine]:
    """The lines of a file, whatever lists were shown."""
    lines = []
    for line, fields in objects(data, source, report):
        try:
            number = list_number(fields["list"]) if "list" in fields else None
            lines.append(ClickLine(line, id_field(fields, "topic"), number, _clicks(fields.get("clicks"))))
        except MisfitError as misfit:
            report(misfit.at(source, line))
    if not lines:
        report(Fault(source, 0, "no line to read", 'lines such as {"topic": "t1", "clicks": ["d1"]}'))
    return lines


def parse_clicks(data: bytes, lists: Lists, source: str = "clicks", report: Report = refuse) -> list[Impression]:
    """The impressions of a file, with the *lists* that were shown; a repeated click counts once."""
    numbers: dict[str, list[int]] = {}
    for topic, number in lists:
        numbers.setdefault(topic, []).append(number)
    impressions = []
    for found in parse_click_lines(data, source, report):
        try:
            topic, number = _shown(found, numbers)
            shown = lists[topic, number]
            places = frozenset(_place(click, shown, topic, number) for click in found.clicks)
            impressions.append(Impression(topic, shown, places))
        except MisfitError as misfit:
            report(misfit.at(source, found.line))
    return impressions


def _clicks(value: Any) -> tuple[str | int, ...]:
    if not isinstance(value, list):
        raise MisfitError(f"clicks {quoted(value)}", "a list of docnos or places, [] if nothing was clicked")
    for click in value:
        if not isinstance(click, str) and type(click) is not int:
            raise MisfitError(f"click {quoted(click)}", "a docno (a string) or a place (an integer from 1)")
    return tuple(value)


def _shown(found: ClickLine, numbers: Mapping[str, list[int]]) -> tuple[str, int]:
    """Topic and number of the list that was shown."""
    topic = found.topic
    if topic not in numbers:
        raise MisfitError(f"topic {quoted(topic)}", "a topic with an interleaved list", "are these the lists shown?")
    known = numbers[topic]
    if found.list_number is None and len(known) > 1:
        expected = f"the number of the list shown, as topic {quoted(topic)} has {len(known):,}"
        raise MisfitError("no list", expected, 'add "list": …')
    number = known[0] if found.list_number is None else found.list_number
    if number not in known:
        expected = f"one of the lists of topic {quoted(topic)}, {min(known):,} to {max(known):,}"
        raise MisfitError(f"list {number}", expected, "are these the lists shown?")
    return topic, number


def _place(click: str | int, shown: InterleavedList, topic: str, number: int) -> int:
    """The place of the item clicked."""
    where = f"list {number} of topic {quoted(topic)}"
    if isinstance(click, str):
        if click not in shown.docnos:
            raise MisfitError(f"a click on {quoted(click)}", f"an item of {where}", "are these the lists shown?")
        return shown.docnos.index(click) + 1
    if not 1 <= click <= len(shown.docnos):
        raise MisfitError(f"a click at place {click}", f"1 to {len(shown.docnos)}, the places of {where}")
    return click
