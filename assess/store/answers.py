"""The answers that are no judgments of a pairing: challenges, training pairs, grades."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.store.tables import Answer


def latest_answers(session: Session, task_ids: Iterable[int]) -> dict[int, float]:
    """Task to its newest answer."""
    query = select(Answer.task_id, Answer.value).where(Answer.task_id.in_(task_ids)).order_by(Answer.id)
    return dict(session.execute(query).all())
