"""The grades of items: imported, collected from assessors, or decided by the organiser.

A collected grade overrides an imported one, and a decided one overrides both. In a query that is ordered by the name
of the source, from "imported" down to "adjudicated", the last row of an item wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from assess.store.tables import Grade, GradeSource, StoredItem, StoredTopic


def add_grades(
    session: Session, item_ids: Mapping[str, int], grades: Mapping[str, float], source: GradeSource = "imported"
) -> None:
    """Store the grades of a topic by docno."""
    rows = [{"item_id": item_ids[docno], "grade": grade, "source": source} for docno, grade in grades.items()]
    if rows:
        session.execute(insert(Grade), rows)


def grades_of(session: Session, campaign_id: int) -> dict[str, dict[str, int | float]]:
    """Topic to docno to grade, whole numbers as integers; topics as stored, docnos in order.

    A collected grade overrides an imported one.
    """
    query = (
        select(StoredTopic.topic, StoredItem.docno, Grade.grade)
        .join(StoredItem, StoredItem.topic_id == StoredTopic.id)
        .join(Grade, Grade.item_id == StoredItem.id)
        .where(StoredTopic.campaign_id == campaign_id)
        .order_by(StoredTopic.id, StoredItem.docno, Grade.source.desc())
    )
    grades: dict[str, dict[str, int | float]] = {}
    for topic, docno, grade in session.execute(query):
        grades.setdefault(topic, {})[docno] = int(grade) if grade.is_integer() else grade
    return grades


def imported_grades(session: Session, campaign_id: int) -> dict[str, dict[str, Grade]]:
    """Topic to docno to the grade that was imported."""
    query = (
        select(StoredTopic.topic, StoredItem.docno, Grade)
        .join(StoredItem, StoredItem.topic_id == StoredTopic.id)
        .join(Grade, Grade.item_id == StoredItem.id)
        .where(StoredTopic.campaign_id == campaign_id, Grade.source == "imported")
    )
    found: dict[str, dict[str, Grade]] = {}
    for topic, docno, grade in session.execute(query):
        found.setdefault(topic, {})[docno] = grade
    return found


def has_grades(session: Session, campaign_id: int) -> bool:
    """Whether any item of the campaign has a grade."""
    query = select(Grade.id).join(StoredItem, StoredItem.id == Grade.item_id)
    query = query.join(StoredTopic, StoredTopic.id == StoredItem.topic_id)
    return session.scalar(query.where(StoredTopic.campaign_id == campaign_id).limit(1)) is not None


def count_graded(session: Session, campaign_id: int) -> int:
    """How many items of the campaign have a grade."""
    query = select(func.count(Grade.item_id.distinct())).join(StoredItem, StoredItem.id == Grade.item_id)
    query = query.join(StoredTopic, StoredTopic.id == StoredItem.topic_id)
    return session.execute(query.where(StoredTopic.campaign_id == campaign_id)).scalar_one()


def grades_of_topic(session: Session, topic_id: int) -> dict[str, float]:
    """Docno to grade, in docno order. A collected grade overrides an imported one."""
    return dict(session.execute(_OF_TOPIC, {"topic": topic_id}).all())


_OF_TOPIC = (
    select(StoredItem.docno, Grade.grade)
    .join(Grade, Grade.item_id == StoredItem.id)
    .where(StoredItem.topic_id == bindparam("topic"))
    .order_by(StoredItem.docno, Grade.source.desc())
)


@dataclass(frozen=True, slots=True)
class ShownGrade:
    """An item that can be shown, and its grade."""

    id: int
    grade: float


def shown_grades(session: Session, topic_id: int) -> dict[str, ShownGrade]:
    """Docno to the id and grade of each item in play that can be shown. A collected grade overrides an imported one."""
    query = (
        select(StoredItem.docno, StoredItem.id, Grade.grade)
        .join(Grade, Grade.item_id == StoredItem.id)
        .where(StoredItem.topic_id == topic_id, StoredItem.body.is_not(None), StoredItem.aside_at.is_(None))
    )
    rows = session.execute(query.order_by(StoredItem.docno, Grade.source.desc()))
    return {docno: ShownGrade(item_id, grade) for docno, item_id, grade in rows}


def shown_items(session: Session, topic_id: int, grade: float) -> dict[str, ShownGrade]:
    """Docno to the id of each item in play that can be shown, graded or not, all with this grade."""
    query = select(StoredItem.docno, StoredItem.id).where(
        StoredItem.topic_id == topic_id, StoredItem.body.is_not(None), StoredItem.aside_at.is_(None)
    )
    return {docno: ShownGrade(item_id, grade) for docno, item_id in session.execute(query.order_by(StoredItem.docno))}


def put_collected_grade(session: Session, item_id: int, grade: float) -> None:
    """Store the grade that assessors gave, or replace an earlier one."""
    collected = (Grade.item_id == item_id) & (Grade.source == "collected")
    if not session.execute(update(Grade).where(collected).values(grade=grade).returning(Grade.id)).first():
        session.execute(insert(Grade).values(item_id=item_id, grade=grade, source="collected"))


def decided_grades(session: Session, campaign_id: int) -> dict[int, float]:
    """Item id to the grade that the organiser decided."""
    query = (
        select(Grade.item_id, Grade.grade)
        .join(StoredItem, StoredItem.id == Grade.item_id)
        .join(StoredTopic, StoredTopic.id == StoredItem.topic_id)
        .where(StoredTopic.campaign_id == campaign_id, Grade.source == "adjudicated")
    )
    return dict(session.execute(query).all())


def put_decided_grade(session: Session, item_id: int, grade: float | None) -> None:
    """Store the grade that the organiser decided, in place of an earlier one; None removes it."""
    session.execute(delete(Grade).where(Grade.item_id == item_id, Grade.source == "adjudicated"))
    if grade is not None:
        session.execute(insert(Grade).values(item_id=item_id, grade=grade, source="adjudicated"))
