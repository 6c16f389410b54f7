"""Preferences: ``topic winner loser``, or ``topic a b preferred`` with the preferred docno repeated last.

``tie`` in the fourth column means that neither is preferred, unless one of the two docnos is ``tie``.
"""

from collections.abc import Iterable, Iterator, Mapping

from assess.errors import FormatError, ParameterError
from assess.formats.syntax.faults import Fault, Report, quoted, refuse
from assess.formats.syntax.lines import split_columns
from assess.formats.syntax.texts import checked_id, checked_topic
from assess.model import Judgment

COLUMNS = {3: "topic winner loser", 4: "topic a b preferred"}
TIE = "tie"

Edge = tuple[str, str]
Preferences = dict[str, list[Edge]]


def parse_preferences(data: bytes, source: str = "preferences", report: Report = refuse) -> Preferences:
    """Topic to (winner, loser) in file order; a repeated line is another judgment, a tie has no edge."""
    return parse_preferences_and_ties(data, source, report)[0]


def parse_preferences_and_ties(
    data: bytes, source: str = "preferences", report: Report = refuse
) -> tuple[Preferences, Preferences]:
    """Topic to (winner, loser), and topic to the two docnos of each tie."""
    preferences: Preferences = {}
    ties: Preferences = {}
    for _, topic, a, b, preferred in _answers(data, source, report):
        found, pair = (ties, (a, b)) if preferred is None else (preferences, (b, a) if preferred == b else (a, b))
        found.setdefault(topic, []).append(pair)
    return preferences, ties


def parse_judgments(data: bytes, source: str = "judgments", report: Report = refuse) -> list[tuple[int, Judgment]]:
    """Each judgment with the number of its line, ties included."""
    return [
        (number, Judgment(topic, a, b, preferred)) for number, topic, a, b, preferred in _answers(data, source, report)
    ]


def _answers(data: bytes, source: str, report: Report) -> Iterator[tuple[int, str, str, str, str | None]]:
    """Line number, topic, the two docnos, and the preferred one or None."""
    for number, (topic, a, b, *last) in split_columns(data, source, COLUMNS, report):
        preferred = last[0] if last else a
        if a == b:
            report(Fault(source, number, f"{quoted(a)} preferred over itself", "two different docnos"))
        elif preferred in (a, b):
            yield number, topic, a, b, preferred
        elif preferred == TIE:
            yield number, topic, a, b, None
        else:
            expected = f"one of the two compared, {quoted(a)} or {quoted(b)}, or {quoted(TIE)}"
            report(Fault(source, number, f"preferred docno {quoted(preferred)}", expected))


def format_preferences(preferences: Mapping[str, Iterable[Edge]], columns: int = 3) -> str:
    """The preferences as a file; in four columns, the two docnos are in ascending order."""
    _check_columns(columns)
    return "".join(
        _line(topic, winner, loser, columns) for topic, edges in preferences.items() for winner, loser in edges
    )


def format_judgments(judgments: Iterable[Judgment], columns: int = 3) -> str:
    """The judgments as a file, in their order; ties are left out in three columns."""
    _check_columns(columns)
    return "".join(_judgment_line(judgment, columns) for judgment in judgments)


def _check_columns(columns: int) -> None:
    if columns not in COLUMNS:
        raise ParameterError(f"found {columns} columns, expected 3 ({COLUMNS[3]}) or 4 ({COLUMNS[4]})")


def _judgment_line(judgment: Judgment, columns: int) -> str:
    if judgment.edge:
        return _line(judgment.topic, judgment.edge.winner, judgment.edge.loser, columns)
    if columns == 3:
        return ""
    docnos = sorted((judgment.docno_a, judgment.docno_b))
    if TIE in docnos:
        raise FormatError(f"found a tie with docno {quoted(TIE)}, expected another name: it would read as preferred")
    a, b = (checked_id(docno, "docno") for docno in docnos)
    return f"{checked_topic(judgment.topic)} {a} {b} {TIE}\n"


def _line(topic: str, winner: str, loser: str, columns: int) -> str:
    checked_topic(topic), checked_id(winner, "docno"), checked_id(loser, "docno")
    a, b = sorted((winner, loser))
    return f"{topic} {winner} {loser}\n" if columns == 3 else f"{topic} {a} {b} {winner}\n"
