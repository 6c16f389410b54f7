"""Topics: ``topic TAB question``, or JSON lines such as ``{"topic": "31_1", "question": "What is throat cancer?"}``.

JSON lines may add a ``description``: what a good answer contains.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from assess.formats.syntax.faults import Fault, MisfitError, Report, quoted, refuse
from assess.formats.syntax.json_lines import format_object, id_field, text_field
from assess.formats.syntax.texts import checked_cell, checked_id, checked_text, checked_topic
from assess.formats.syntax.tsv_or_jsonl import Notation, Row, records

COLUMNS = {2: "topic TAB question"}


@dataclass(frozen=True, slots=True)
class DescribedTopic:
    """The question, and optionally what a good answer contains."""

    question: str
    description: str | None = None


def parse_topics(data: bytes, source: str = "topics", report: Report = refuse) -> dict[str, str]:
    """Topic to question, in file order."""
    return {topic: found.question for topic, found in parse_described_topics(data, source, report).items()}


def parse_described_topics(data: bytes, source: str = "topics", report: Report = refuse) -> dict[str, DescribedTopic]:
    """Topic to question and description, in file order."""
    topics: dict[str, DescribedTopic] = {}
    lines: dict[str, int] = {}
    for number, (topic, found) in records(data, source, COLUMNS, _topic, report):
        if topic in topics:
            report(Fault(source, number, f"topic {quoted(topic)} again", f"a topic once (line {lines[topic]})"))
        else:
            topics[topic], lines[topic] = found, number
    return topics


def _topic(row: Row) -> tuple[str, DescribedTopic]:
    topic, question = id_field(row, "topic", "qid"), text_field(row, "question", "query", "text")
    if not question.strip():
        raise MisfitError(f"no question for topic {quoted(topic)}", "some words")
    return topic, DescribedTopic(question, text_field(row, "description") or None)


def format_topics(topics: Mapping[str, str], notation: Notation = "tsv") -> str:
    """The topics as a file; TSV cannot hold tabs and line breaks, JSON lines can hold any text."""
    if notation == "tsv":
        return "".join(f"{checked_topic(topic)}\t{checked_cell(question)}\n" for topic, question in topics.items())
    return "".join(
        format_object({"topic": checked_id(topic, "topic"), "question": checked_text(question)})
        for topic, question in topics.items()
    )
