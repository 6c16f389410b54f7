"""Topics, items and grades that an organiser brings to a campaign, compared with what it has."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.judging.topic_state import candidates_of
from assess.campaign.setup.sources import NOT_SHOWN, Sources, shown
from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.formats.items import parse_items
from assess.formats.topics import parse_described_topics
from assess.store.grades import imported_grades
from assess.store.items import Shown, items_by_docno, shown_docnos
from assess.store.tables import Campaign
from assess.store.topics import topic_ids, topics_of

# Question, and description of a good answer.
Asked = tuple[str, str | None]


@dataclass(frozen=True)
class Content:
    """Topics with their questions; and by topic and docno, what items show and their grades."""

    topics: dict[str, Asked] = field(default_factory=dict)
    items: dict[str, dict[str, Shown]] = field(default_factory=dict)
    grades: dict[str, dict[str, float]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.topics or self.items or self.grades)

    def names(self) -> Iterator[str]:
        """What is in it, in words."""
        yield from (f"topic {topic}" for topic in self.topics)
        yield from (f"topic {topic}, item {docno}" for topic, items in self.items.items() for docno in items)
        yield from (f"topic {topic}, grade of {docno}" for topic, grades in self.grades.items() for docno in grades)


@dataclass(frozen=True)
class Compared:
    """What the campaign does not have yet, what it has differently, and how much is the same.

    ``unplaced`` counts items that name no topic, and that no topic has.
    """

    new: Content
    differing: Content
    same: int
    unplaced: int


def compare(session: Session, campaign: Campaign, sources: Sources) -> Compared:
    """Compare what an organiser brings with what the campaign has."""
    _check_topics(session, campaign, sources)
    new, differing = Content(), Content()
    same = _compare_topics(session, campaign, sources, new, differing)
    stored = items_by_docno(session, campaign.id)
    brought, unplaced = _items_by_topic(sources, {topic: set(items) for topic, items in stored.items()})
    for topic, items in brought.items():
        for docno, given in items.items():
            item = stored.get(topic, {}).get(docno)
            same += _sort(new.items, differing.items, topic, docno, given, _shown_by(item) if item else None)
    known = imported_grades(session, campaign.id)
    for topic, grades in sources.grades.items():
        for docno, grade in grades.items():
            row = known.get(topic, {}).get(docno)
            same += _sort(new.grades, differing.grades, topic, docno, float(grade), row and row.grade)
            if docno not in stored.get(topic, {}):
                new.items.setdefault(topic, {}).setdefault(docno, NOT_SHOWN)
    return Compared(new, differing, same, unplaced)


def check_shown(session: Session, campaign: Campaign, topics: Collection[int]) -> None:
    """Raise if a candidate of these topics has nothing to show, and assessors would be asked about it."""
    has_text, names = (
        shown_docnos(session, campaign.id),
        {id_: name for name, id_ in topic_ids(session, campaign.id).items()},
    )
    for topic_id in sorted(topics):
        candidates = candidates_of(session, campaign, topic_id)
        bare = [docno for docno in candidates if docno not in has_text.get(names[topic_id], ())]
        if bare and len(candidates) > 1:
            raise ConflictError(
                f"topic {names[topic_id]}: {_some(bare)} would be compared, but nothing is known to show: "
                f"bring the texts with assess extend {campaign.name} --items FILE"
            )


def parse_content(fields: Mapping[str, Any]) -> Sources:
    """Topics, items and grades from the fields of a JSON object: lists of objects as in the files."""
    topics, items = _lines(fields, "topics"), _lines(fields, "items")
    described = parse_described_topics(topics, "topics") if topics else {}
    grades: dict[str, dict[str, int | float]] = {}
    for row in _rows(fields, "grades"):
        topic, docno, grade = row.get("topic"), row.get("docno"), row.get("grade")
        if not isinstance(topic, str) or not isinstance(docno, str) or not isinstance(grade, int | float):
            raise ParameterError(f"found the grade {row!r}, expected a topic, a docno and a number as grade")
        grades.setdefault(topic, {})[docno] = grade
    return Sources(
        topics={topic: found.question for topic, found in described.items()},
        items=parse_items(items, "items") if items else (),
        grades=grades,
        descriptions={topic: found.description for topic, found in described.items() if found.description},
    )


def _check_topics(session: Session, campaign: Campaign, sources: Sources) -> None:
    known = topic_ids(session, campaign.id).keys() | sources.topics.keys()
    named = [item.topic for item in sources.items if item.topic is not None] + list(sources.grades)
    if unknown := sorted(set(named) - known):
        raise UnknownNameError(
            f"found items or grades of {_some([f'topic {topic!r}' for topic in unknown])}, which {campaign.name} does "
            f"not have: bring the question with assess extend {campaign.name} --topics FILE"
        )


def _compare_topics(session: Session, campaign: Campaign, sources: Sources, new: Content, differing: Content) -> int:
    """Sort the topics into new and differing ones; return how many are the same. No description means: as it is."""
    stored = {topic.topic: topic for topic in topics_of(session, campaign.id)}
    for topic, question in sources.topics.items():
        described = sources.descriptions.get(topic)
        if topic not in stored:
            new.topics[topic] = question, described
        elif (question, described or stored[topic].description) != (stored[topic].question, stored[topic].description):
            differing.topics[topic] = question, described or stored[topic].description
    return len(sources.topics) - len(new.topics) - len(differing.topics)


def _items_by_topic(sources: Sources, known: Mapping[str, set[str]]) -> tuple[dict[str, dict[str, Shown]], int]:
    """Topic to docno to what is shown. An item without a topic belongs to each topic that has or grades its docno."""
    found: dict[str, dict[str, Shown]] = {}
    unplaced = 0
    for item in sources.items:
        topics = (
            [item.topic]
            if item.topic is not None
            else [
                topic
                for topic in {**known, **sources.grades}
                if item.docno in known.get(topic, ()) or item.docno in sources.grades.get(topic, ())
            ]
        )
        unplaced += not topics
        for topic in topics:
            found.setdefault(topic, {})[item.docno] = _stored_form(shown(item))
    return found, unplaced


def _stored_form(given: Shown) -> Shown:
    """As the database returns it: lists, no tuples."""
    return given[0], json.loads(json.dumps(given[1]))


def _shown_by(item: Any) -> Shown | None:
    return None if item.body is None else (item.material, item.body)


def _sort(new: dict[str, Any], differing: dict[str, Any], topic: str, docno: str, given: Any, stored: Any) -> bool:
    """Put what is given where it belongs; return whether the campaign has the same."""
    if stored == given:
        return True
    (new if stored is None else differing).setdefault(topic, {})[docno] = given
    return False


def _rows(fields: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    rows = fields.get(name) or []
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ParameterError(f"found {name} = {rows!r}, expected a list of objects")
    return rows


def _lines(fields: Mapping[str, Any], name: str) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in _rows(fields, name)).encode()


def _some(names: list[str]) -> str:
    more = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
    return f"{names[0]}{more}"
