"""Correct what a campaign has: questions, what items show, imported grades. What was shown before is kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.content import Asked, Compared, Content, check_shown, compare, parse_content
from assess.campaign.corrections.correction import Corrected
from assess.campaign.setup.sources import Sources
from assess.errors import ConflictError, UnknownNameError
from assess.store.former_texts import is_latest, keep_former_item, keep_former_topic
from assess.store.grades import imported_grades
from assess.store.items import Shown, items_by_docno
from assess.store.tables import Campaign, CampaignChange, FormerText, StoredItem, StoredTopic
from assess.store.topics import topic_ids, topic_named

Grades = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class CorrectContent:
    """Replace what differs from the campaign; the same is passed over, what the campaign lacks is refused.

    Assignments that are handed out from now on show the new texts. Judgments of a corrected item go on counting.
    Corrected grades change the candidates; judgments of an item that is no candidate any more stay edges.
    """

    field: ClassVar[str] = "correct"
    sources: Sources

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        found = compare(session, campaign, self.sources)
        check_correctable(campaign, found)
        content, stored = found.differing, items_by_docno(session, campaign.id)
        asked = [(topic_named(session, campaign, topic), text) for topic, text in content.topics.items()]
        items = [
            (stored[topic][docno], text) for topic, docnos in content.items.items() for docno, text in docnos.items()
        ]
        former = [_ask(session, topic, text, now) for topic, text in asked]
        former += [_show(session, item, text, now) for item, text in items]
        old_grades, touched = _grade(session, campaign, content.grades)
        session.flush()
        return Corrected(
            touched, {"former": [text.id for text in former], "grades": old_grades}, _named(content, content.grades)
        )

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        for number in change.old["former"]:
            _restore(session, session.get_one(FormerText, number), now)
        _check_grades(session, campaign, change.new["grades"])
        _, touched = _grade(session, campaign, change.old["grades"])
        session.flush()
        return Corrected(touched, change.new, change.old)

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "CorrectContent":
        return cls(parse_content(fields))


def check_correctable(campaign: Campaign, found: Compared) -> None:
    """Raise if something is not in the campaign yet, or if nothing differs."""
    if found.new:
        names = list(found.new.names())
        more = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
        raise UnknownNameError(
            f"campaign {campaign.name} does not have {names[0]}{more}: assess extend {campaign.name} adds what is new"
        )
    if not found.differing:
        raise ConflictError(f"campaign {campaign.name} has all of this already: {found.same:,} the same, 0 that differ")


def _named(content: Content, grades: Grades) -> dict[str, Any]:
    """What is recorded of it: names, and grades."""
    return {
        "topics": list(content.topics),
        "items": {topic: list(items) for topic, items in content.items.items()},
        "grades": {topic: dict(found) for topic, found in grades.items()},
    }


def _ask(session: Session, topic: StoredTopic, asked: Asked, now: datetime) -> FormerText:
    former = keep_former_topic(session, topic, now)
    topic.question, topic.description = asked
    return former


def _show(session: Session, item: StoredItem, shown: Shown, now: datetime) -> FormerText:
    former = keep_former_item(session, item, now)
    item.material, item.body = shown
    return former


def _restore(session: Session, former: FormerText, now: datetime) -> None:
    """Show again what was shown before; the text that is replaced is kept too."""
    if not is_latest(session, former):
        raise ConflictError("some of these texts were corrected again since: undo that first")
    if former.item_id is None:
        asked = former.body["question"], former.body["description"]
        _ask(session, session.get_one(StoredTopic, former.topic_id), asked, now)
    else:
        assert former.material is not None
        _show(session, session.get_one(StoredItem, former.item_id), (former.material, former.body), now)


def _grade(session: Session, campaign: Campaign, grades: Grades) -> tuple[dict[str, dict[str, float]], set[int]]:
    """Set imported grades; return the old ones, and the ids of the topics."""
    stored, ids = imported_grades(session, campaign.id), topic_ids(session, campaign.id)
    old = {topic: {docno: stored[topic][docno].grade for docno in found} for topic, found in grades.items()}
    for topic, found in grades.items():
        for docno, grade in found.items():
            stored[topic][docno].grade = grade
    session.flush()
    touched = {ids[topic] for topic in grades}
    if campaign.state != "draft":
        check_shown(session, campaign, touched)
    return old, touched


def _check_grades(session: Session, campaign: Campaign, grades: Grades) -> None:
    stored = imported_grades(session, campaign.id)
    for topic, found in grades.items():
        for docno, grade in found.items():
            row = stored.get(topic, {}).get(docno)
            if row is None or row.grade != grade:
                raise ConflictError(f"topic {topic}: the grade of {docno} was corrected again since: undo that first")
