"""The file of clicks on interleaved lists: JSON lines, one impression a line.

::

    {"topic": "t1", "list": 1, "clicks": ["d4", "d2"]}
    {"topic": "t1", "list": 2, "clicks": [1, 3]}
    {"topic": "t2", "clicks": []}

A click is a docno (a string) or a place in the list (a number, from 1). ``list`` may be left out if the topic has one
list only. Other fields, such as a time or a user, are ignored.
"""

from collections.abc import Mapping
from typing import Any

from assess.formats.syntax.faults import Fault, MisfitError, Report, quoted, refuse
from assess.formats.syntax.json_lines import id_field, objects
from assess.interleaving.comparison import Impression
from assess.interleaving.list_file import Lists, list_number
from assess.interleaving.lists import InterleavedList


def parse_clicks(data: bytes, lists: Lists, source: str = "clicks", report: Report = refuse) -> list[Impression]:
    """The impressions of a file, with the *lists* that were shown; a repeated click counts once."""
    numbers: dict[str, list[int]] = {}
    for topic, number in lists:
        numbers.setdefault(topic, []).append(number)
    impressions = []
    for line, fields in objects(data, source, report):
        try:
            topic, number = _shown(fields, numbers)
            shown = lists[topic, number]
            impressions.append(Impression(topic, shown, _places(fields.get("clicks"), shown, topic, number)))
        except MisfitError as misfit:
            report(misfit.at(source, line))
    if not impressions:
        report(Fault(source, 0, "no line to read", 'lines such as {"topic": "t1", "clicks": ["d1"]}'))
    return impressions


def _shown(fields: Mapping[str, Any], numbers: Mapping[str, list[int]]) -> tuple[str, int]:
    """Topic and number of the list that was shown."""
    topic = id_field(fields, "topic")
    if topic not in numbers:
        raise MisfitError(f"topic {quoted(topic)}", "a topic with an interleaved list", "are these the lists shown?")
    known = numbers[topic]
    if "list" not in fields and len(known) > 1:
        expected = f"the number of the list shown, as topic {quoted(topic)} has {len(known):,}"
        raise MisfitError("no list", expected, 'add "list": …')
    number = list_number(fields["list"]) if "list" in fields else known[0]
    if number not in known:
        expected = f"one of the lists of topic {quoted(topic)}, {min(known):,} to {max(known):,}"
        raise MisfitError(f"list {number}", expected, "are these the lists shown?")
    return topic, number


def _places(clicks: Any, shown: InterleavedList, topic: str, number: int) -> frozenset[int]:
    if not isinstance(clicks, list):
        raise MisfitError(f"clicks {quoted(clicks)}", "a list of docnos or places, [] if nothing was clicked")
    return frozenset(_place(click, shown, topic, number) for click in clicks)


def _place(click: Any, shown: InterleavedList, topic: str, number: int) -> int:
    """The place of the item clicked."""
    where = f"list {number} of topic {quoted(topic)}"
    if isinstance(click, str) and click in shown.docnos:
        return shown.docnos.index(click) + 1
    if isinstance(click, str):
        raise MisfitError(f"a click on {quoted(click)}", f"an item of {where}", "are these the lists shown?")
    if type(click) is not int:
        raise MisfitError(f"click {quoted(click)}", "a docno (a string) or a place (an integer from 1)")
    if not 1 <= click <= len(shown.docnos):
        raise MisfitError(f"a click at place {click}", f"1 to {len(shown.docnos)}, the places of {where}")
    return click
