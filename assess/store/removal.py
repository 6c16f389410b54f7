"""Remove items and topics that nobody was asked about."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, delete, func, or_, select, update
from sqlalchemy.orm import Session

from assess.store.tables import (
    ExtraPairing,
    FormerText,
    Grade,
    Grading,
    PairAside,
    StoredItem,
    StoredJudgment,
    StoredPairing,
    StoredRanking,
    StoredTopic,
    Task,
    TopicScore,
)


def first_asked(session: Session, item_ids: Collection[int]) -> StoredItem | None:
    """An item among these that somebody was asked about or has judged, if there is one."""
    pairings = select(StoredPairing.id).where(_of(StoredPairing, item_ids))
    asked = (
        select(StoredItem)
        .join(Task, or_(Task.left_id == StoredItem.id, Task.right_id == StoredItem.id))
        .where(StoredItem.id.in_(item_ids))
    )
    judged = (
        select(StoredItem)
        .join(StoredJudgment, StoredJudgment.left_id == StoredItem.id)
        .where(StoredJudgment.pairing_id.in_(pairings))
    )
    return session.scalar(asked.limit(1)) or session.scalar(judged.limit(1))


def remove_items(session: Session, item_ids: Collection[int]) -> None:
    """Remove items with their grades and pairings. Nobody must have been asked about them."""
    for table in (ExtraPairing, PairAside, StoredPairing):
        session.execute(delete(table).where(_of(table, item_ids)))
    for rows in (Grading, Grade, FormerText):
        session.execute(delete(rows).where(rows.item_id.in_(item_ids)))
    session.execute(delete(StoredItem).where(StoredItem.id.in_(item_ids)))
    session.expire_all()


def remove_topics(session: Session, topic_ids: Collection[int]) -> None:
    """Remove topics that have no items any more."""
    for rows in (StoredRanking, TopicScore, FormerText):
        session.execute(delete(rows).where(rows.topic_id.in_(topic_ids)))
    session.execute(delete(StoredTopic).where(StoredTopic.id.in_(topic_ids)))
    session.expire_all()


def withdraw_gradings(session: Session, item_ids: Collection[int]) -> None:
    """Do not ask for grades of these items any more, unless somebody is grading them."""
    session.execute(delete(Grading).where(Grading.item_id.in_(item_ids), Grading.state == "open", Grading.held == 0))


def recount_ungraded(session: Session, topic_ids: Collection[int]) -> None:
    """Count again how many items of each topic wait for a grade."""
    waiting = select(func.count()).where(Grading.topic_id == StoredTopic.id, Grading.state != "graded")
    query = update(StoredTopic).where(StoredTopic.id.in_(topic_ids)).values(ungraded=waiting.scalar_subquery())
    session.execute(query.execution_options(synchronize_session=False))
    # A topic that waits for grades is not done.
    reopened = update(StoredTopic).where(StoredTopic.id.in_(topic_ids), StoredTopic.ungraded > 0).values(done_at=None)
    session.execute(reopened.execution_options(synchronize_session=False))
    session.expire_all()


def _of(table: type[ExtraPairing | PairAside | StoredPairing], item_ids: Collection[int]) -> ColumnElement[bool]:
    return or_(table.item_a_id.in_(item_ids), table.item_b_id.in_(item_ids))
