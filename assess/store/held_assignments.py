"""The assignments that somebody holds, with who holds them and how far they are."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import case, exists, func, or_, select
from sqlalchemy.orm import Session

from assess.store.tables import Answer, Assessor, Assignment, StoredJudgment, StoredTopic, Task


class HeldRow(NamedTuple):
    """An assignment, its assessor, its questions, how many have no answer yet, and their topics."""

    assignment: Assignment
    assessor: Assessor
    questions: int
    unanswered: int
    topics: tuple[str, ...]


def held_rows(session: Session, campaign_id: int) -> list[HeldRow]:
    """The held assignments of a campaign, the one whose lease ends first first."""
    query = (
        select(Assignment, Assessor)
        .join(Assessor, Assessor.id == Assignment.assessor_id)
        .where(Assignment.campaign_id == campaign_id, Assignment.state == "held")
        .order_by(Assignment.expires_at, Assignment.id)
    )
    numbers, topics = _numbers(session, campaign_id), _topics(session, campaign_id)
    return [
        HeldRow(assignment, assessor, *numbers.get(assignment.id, (0, 0)), tuple(topics[assignment.id]))
        for assignment, assessor in session.execute(query)
    ]


_HELD = Assignment.state == "held"


def _numbers(session: Session, campaign_id: int) -> dict[int, tuple[int, int]]:
    """Assignment id to the number of its tasks, and of those without an answer."""
    answered = or_(
        exists().where(StoredJudgment.pairing_id == Task.pairing_id, StoredJudgment.assessor_id == Task.assessor_id),
        exists().where(Answer.task_id == Task.id),
    )
    query = (
        select(Task.assignment_id, func.count(), func.sum(case((answered, 0), else_=1)))
        .join(Assignment, Assignment.id == Task.assignment_id)
        .where(Assignment.campaign_id == campaign_id, _HELD)
        .group_by(Task.assignment_id)
    )
    return {assignment: (questions, int(left)) for assignment, questions, left in session.execute(query)}


def _topics(session: Session, campaign_id: int) -> defaultdict[int, list[str]]:
    """Assignment id to its topics, as stored."""
    query = (
        select(Task.assignment_id, StoredTopic.topic)
        .join(Assignment, Assignment.id == Task.assignment_id)
        .join(StoredTopic, StoredTopic.id == Task.topic_id)
        .where(Assignment.campaign_id == campaign_id, _HELD)
        .group_by(Task.assignment_id, StoredTopic.topic, StoredTopic.id)
        .order_by(Task.assignment_id, StoredTopic.id)
    )
    found: defaultdict[int, list[str]] = defaultdict(list)
    for assignment, topic in session.execute(query):
        found[assignment].append(topic)
    return found


def topics_of_assignments(session: Session, assignment_ids: Collection[int]) -> list[int]:
    """Ids of the topics that these assignments ask about, in order."""
    query = select(Task.topic_id).where(Task.assignment_id.in_(assignment_ids)).distinct()
    return sorted(session.scalars(query))
