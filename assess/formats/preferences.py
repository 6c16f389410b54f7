"""Preferences: ``topic winner loser``, or ``topic a b preferred`` with the preferred docno repeated last."""

from collections.abc import Iterable, Mapping

from assess.errors import ParameterError
from assess.formats.faults import Fault, Report, quoted, refuse
from assess.formats.lines import split_columns
from assess.formats.texts import checked_id, checked_topic

COLUMNS = {3: "topic winner loser", 4: "topic a b preferred"}

Edge = tuple[str, str]
Preferences = dict[str, list[Edge]]


def parse_preferences(data: bytes, source: str = "preferences", report: Report = refuse) -> Preferences:
    """Topic to (winner, loser) in file order; every line is a judgment, repeated ones too."""
    preferences: Preferences = {}
    for number, (topic, a, b, *preferred) in split_columns(data, source, COLUMNS, report):
        if a == b:
            report(Fault(source, number, f"{quoted(a)} preferred over itself", "two different docnos"))
        elif preferred and preferred[0] not in (a, b):
            expected = f"one of the two compared, {quoted(a)} or {quoted(b)}"
            report(Fault(source, number, f"preferred docno {quoted(preferred[0])}", expected))
        else:
            edge = (b, a) if preferred == [b] else (a, b)
            preferences.setdefault(topic, []).append(edge)
    return preferences


def format_preferences(preferences: Mapping[str, Iterable[Edge]], columns: int = 3) -> str:
    """The file of these preferences; with four columns the two docnos stand in ascending order."""
    if columns not in COLUMNS:
        raise ParameterError(f"found {columns} columns, expected 3 ({COLUMNS[3]}) or 4 ({COLUMNS[4]})")
    return "".join(
        _line(checked_topic(topic), checked_id(winner, "docno"), checked_id(loser, "docno"), columns)
        for topic, edges in preferences.items()
        for winner, loser in edges
    )


def _line(topic: str, winner: str, loser: str, columns: int) -> str:
    if columns == 3:
        return f"{topic} {winner} {loser}\n"
    a, b = sorted((winner, loser))
    return f"{topic} {a} {b} {winner}\n"
