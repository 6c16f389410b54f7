"""The grades of items."""

from collections.abc import Mapping

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from assess.store.tables import Grade, GradeSource, Item, Topic


def add_grades(
    session: Session, item_ids: Mapping[str, int], grades: Mapping[str, float], source: GradeSource = "imported"
) -> None:
    """Store the grades of a topic by docno."""
    rows = [{"item_id": item_ids[docno], "grade": grade, "source": source} for docno, grade in grades.items()]
    if rows:
        session.execute(insert(Grade), rows)


def grades_of(session: Session, campaign_id: int) -> dict[str, dict[str, int | float]]:
    """Topic to docno to grade, whole numbers as integers; topics as stored, docnos in order.

    A collected grade goes before an imported one.
    """
    query = (
        select(Topic.topic, Item.docno, Grade.grade)
        .join(Item, Item.topic_id == Topic.id)
        .join(Grade, Grade.item_id == Item.id)
        .where(Topic.campaign_id == campaign_id)
        .order_by(Topic.id, Item.docno, Grade.source.desc())  # the last row of an item wins: "collected"
    )
    grades: dict[str, dict[str, int | float]] = {}
    for topic, docno, grade in session.execute(query):
        grades.setdefault(topic, {})[docno] = int(grade) if grade.is_integer() else grade
    return grades
