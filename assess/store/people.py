"""What is stored about the people of a campaign: their challenges, the work they hold, their links."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.store.tables import Answer, Assessor, Assignment, Link, Task


class ChallengeAnswer(NamedTuple):
    """The newest answer to a challenge, the expected side, and its assignment with when it was taken."""

    assessor_id: int
    expected: int
    value: float
    taken_at: datetime
    assignment_id: int


def challenge_answers(session: Session, campaign_id: int, assessor_id: int | None = None) -> Iterator[ChallengeAnswer]:
    """Every challenge that was answered, of everybody or of one assessor; training does not belong to these."""
    newest = select(func.max(Answer.id)).where(Answer.task_id == Task.id).correlate(Task).scalar_subquery()
    query = (
        select(Task.assessor_id, Task.expected, Answer.value, Assignment.taken_at, Assignment.id)
        .join(Assignment, Assignment.id == Task.assignment_id)
        .join(Answer, Answer.id == newest)
        .where(Assignment.campaign_id == campaign_id, Assignment.kind == "judging", Task.expected.is_not(None))
    )
    if assessor_id is not None:
        query = query.where(Task.assessor_id == assessor_id)
    for who, expected, value, taken_at, assignment_id in session.execute(query):
        assert expected is not None  # as the query says
        yield ChallengeAnswer(who, expected, value, taken_at, assignment_id)


def assessors_of(session: Session, campaign_id: int) -> list[Assessor]:
    """Everybody who came, in the order of their numbers."""
    return list(session.scalars(select(Assessor).where(Assessor.campaign_id == campaign_id).order_by(Assessor.id)))


def held_until(session: Session, campaign_id: int) -> dict[int, datetime]:
    """Assessor id to the end of the last lease that they hold."""
    query = select(Assignment.assessor_id, func.max(Assignment.expires_at)).where(
        Assignment.campaign_id == campaign_id, Assignment.state == "held"
    )
    return dict(session.execute(query.group_by(Assignment.assessor_id)).all())


def links_used(session: Session, campaign_id: int) -> dict[int, Link]:
    """Assessor id to the link by which they came last."""
    latest = select(func.max(Assignment.id)).where(Assignment.campaign_id == campaign_id)
    query = (
        select(Assignment.assessor_id, Link)
        .join(Link, Link.id == Assignment.link_id)
        .where(Assignment.id.in_(latest.group_by(Assignment.assessor_id)))
    )
    return dict(session.execute(query).all())
