"""TREC qrels: ``topic iteration docno grade``, or without the iteration."""

from collections.abc import Mapping

from assess.formats.syntax.faults import Fault, Report, quoted, refuse
from assess.formats.syntax.lines import split_columns
from assess.formats.syntax.numbers import parse_number
from assess.formats.syntax.texts import checked_id, checked_topic

COLUMNS = {4: "topic iteration docno grade", 3: "topic docno grade"}
SUBTOPIC_COLUMNS = {4: "topic subtopic docno grade"}

Grade = int | float
Qrels = dict[str, dict[str, Grade]]
Subtopics = dict[str, dict[str, dict[str, Grade]]]  # topic -> subtopic -> docno -> grade


def parse_qrels(data: bytes, source: str = "qrels", report: Report = refuse) -> Qrels:
    """Topic to docno to grade, in file order; grades written as integers stay integers.

    An item is graded once in a topic. A repeated line is a fault even if the grade is the same: it usually
    means that two files were joined, and every count would be wrong.
    """
    qrels: Qrels = {}
    lines: dict[tuple[str, str], int] = {}
    for number, (topic, *_, docno, grade) in split_columns(data, source, COLUMNS, report):
        value = parse_number(grade)
        if value is None:
            report(Fault(source, number, f"grade {quoted(grade)}", "a finite number"))
        elif first := lines.get((topic, docno)):
            found = f"{quoted(docno)} of topic {quoted(topic)} again, graded {grade}"
            report(Fault(source, number, found, f"one grade per item ({qrels[topic][docno]} in line {first})"))
        else:
            lines[topic, docno] = number
            qrels.setdefault(topic, {})[docno] = value
    return qrels


def parse_subtopics(data: bytes, source: str = "qrels", report: Report = refuse) -> Subtopics:
    """Topic to subtopic to docno to grade: diversity qrels, with the subtopic in the column of the iteration.

    An item is graded once in a subtopic.
    """
    subtopics: Subtopics = {}
    for number, (topic, subtopic, docno, grade) in split_columns(data, source, SUBTOPIC_COLUMNS, report):
        graded = subtopics.setdefault(topic, {}).setdefault(subtopic, {})
        value = parse_number(grade)
        if value is None:
            report(Fault(source, number, f"grade {quoted(grade)}", "a finite number"))
        elif docno in graded:
            found = f"{quoted(docno)} of subtopic {quoted(subtopic)} of topic {quoted(topic)} again"
            report(Fault(source, number, found, "one grade per item and subtopic"))
        else:
            graded[docno] = value
    return subtopics


def format_qrels(qrels: Mapping[str, Mapping[str, Grade]], iteration: str = "Q0") -> str:
    """The grades as a file of four columns."""
    return "".join(
        f"{checked_topic(topic)} {iteration} {checked_id(docno, 'docno')} {grade}\n"
        for topic, grades in qrels.items()
        for docno, grade in grades.items()
    )
