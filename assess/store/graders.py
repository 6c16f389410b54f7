"""The items that a campaign asks its assessors to grade, and the grades that each of them gave."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Update, case, exists, func, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from assess.store.tables import (
    Answer,
    Assessor,
    AssessorKind,
    Assignment,
    Grade,
    Grading,
    StoredItem,
    StoredTopic,
    Task,
)
from assess.store.tables.assignments import KEPT_TASK

Number = ColumnElement[int] | InstrumentedAttribute[int]


def open_gradings(session: Session, topic_id: int, assessor_id: int, limit: int) -> list[int]:
    """Ids of items of the topic that need one more grader, and that this assessor never had; at most *limit*."""
    had = (
        select(Task.left_id)
        .join(Assignment, Assignment.id == Task.assignment_id)
        .where(Assignment.assessor_id == assessor_id, Assignment.kind == "grading", KEPT_TASK)
        .where(Task.topic_id == topic_id)
    )
    query = select(Grading.item_id).where(
        Grading.topic_id == topic_id, Grading.state == "open", Grading.item_id.not_in(had)
    )
    return list(session.scalars(query.order_by(Grading.item_id).limit(limit)))


def hold_gradings(session: Session, item_ids: Collection[int]) -> None:
    """Count one more grade of each item that is handed out."""
    session.execute(_moved(held=1).where(Grading.item_id.in_(item_ids)))


def release_gradings(session: Session, item_ids: Collection[int]) -> None:
    """Count one held grade less of each item; none was given."""
    session.execute(_moved(held=-1).where(Grading.item_id.in_(item_ids)))


def count_grading(session: Session, item_id: int) -> bool:
    """Turn a held grade into a given one; return whether it is the last one that was wanted."""
    moved = _moved(held=-1, given=1).where(Grading.item_id == item_id).returning(Grading.given, Grading.wanted)
    found = session.execute(moved).first()
    return found is not None and found.given == found.wanted


def want_grades(session: Session, topic_ids: Collection[int], wanted: int) -> None:
    """Ask for so many grades of every item of the topics that was to be graded."""
    state = _state(Grading.held, Grading.given, wanted)
    query = update(Grading).where(Grading.topic_id.in_(topic_ids)).values(wanted=wanted, state=state)
    session.execute(query.execution_options(synchronize_session=False))


def _moved(held: int = 0, given: int = 0) -> Update:
    """Add to the numbers of held and given grades."""
    now_held, now_given = Grading.held + held, Grading.given + given
    values = {"held": now_held, "given": now_given, "state": _state(now_held, now_given, Grading.wanted)}
    return update(Grading).values(values).execution_options(synchronize_session=False)


def _state(held: Number, given: Number, wanted: Number | int) -> ColumnElement[str]:
    return case((given >= wanted, "graded"), (held + given >= wanted, "held"), else_="open")


class GivenGrade(NamedTuple):
    """The grade that one person gave an item. ``seen_at`` is when the item was handed out."""

    topic_id: int
    topic: str
    item_id: int
    docno: str
    assessor_id: int
    kind: AssessorKind
    identity: str
    grade: float
    seconds: float | None
    at: datetime
    seen_at: datetime


def given_grades(session: Session, campaign_id: int, item_id: int | None = None) -> list[GivenGrade]:
    """The newest grade of each person for each item, of the campaign or of one item, in the order of the log."""
    newest = select(func.max(Answer.id)).where(Answer.task_id == Task.id).correlate(Task).scalar_subquery()
    columns = (StoredTopic.id, StoredTopic.topic, StoredItem.id, StoredItem.docno)
    who = (Assessor.id, Assessor.kind, Assessor.identity)
    query = (
        select(*columns, *who, Answer.value, Answer.seconds, Answer.at, Assignment.taken_at)
        .select_from(Task)
        .join(Assignment, Assignment.id == Task.assignment_id)
        .join(Assessor, Assessor.id == Task.assessor_id)
        .join(StoredItem, StoredItem.id == Task.left_id)
        .join(StoredTopic, StoredTopic.id == Task.topic_id)
        .join(Answer, Answer.id == newest)
        .where(Assignment.campaign_id == campaign_id, Assignment.kind == "grading")
        .order_by(Answer.id)
    )
    if item_id is not None:
        query = query.where(Task.left_id == item_id)
    return [GivenGrade._make(row) for row in session.execute(query)]


def gradings_of(session: Session, topic_id: int) -> list[Grading]:
    """The items of a topic that are to be graded, as the database has them now."""
    query = select(Grading).where(Grading.topic_id == topic_id).order_by(Grading.item_id)
    return list(session.scalars(query.execution_options(populate_existing=True)))


def graded_items(session: Session, campaign_id: int) -> set[int]:
    """Ids of the items that have all the grades that were asked for."""
    query = select(Grading.item_id).join(StoredTopic, StoredTopic.id == Grading.topic_id)
    return set(session.scalars(query.where(StoredTopic.campaign_id == campaign_id, Grading.state == "graded")))


def held_gradings(session: Session, topic_id: int) -> dict[int, int]:
    """Item id to the number of its grades that are handed out and not given yet."""
    answered = exists().where(Answer.task_id == Task.id)
    query = (
        select(Task.left_id, func.count())
        .join(Assignment, Assignment.id == Task.assignment_id)
        .where(
            Assignment.state == "held", Assignment.kind == "grading", KEPT_TASK, Task.topic_id == topic_id, ~answered
        )
        .group_by(Task.left_id)
    )
    return dict(session.execute(query).all())


def collected_grades(session: Session, topic_id: int) -> dict[int, float]:
    """Item id to the grade that was collected."""
    query = select(Grade.item_id, Grade.grade).join(StoredItem, StoredItem.id == Grade.item_id)
    return dict(session.execute(query.where(StoredItem.topic_id == topic_id, Grade.source == "collected")).all())
