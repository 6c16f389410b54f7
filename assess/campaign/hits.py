"""A HIT as it is shown to whoever holds it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from assess.campaign.rules import GradeName, answers_of, grades_of_scale
from assess.campaign.visits import Visit
from assess.errors import UnknownNameError
from assess.store.saving import given_answers
from assess.store.tables import Hit, HitKind, HitState, Item, Task, Topic


@dataclass(frozen=True)
class ShownTask:
    """One page of a HIT: the topic's question, the item or the two, and the answer that stands.

    Nothing here tells a challenge from a pairing.
    """

    position: int
    topic: str
    question: str
    description: str | None
    left: Item
    right: Item | None
    answer: float | None


@dataclass(frozen=True)
class HeldHit:
    """A HIT with its tasks; ``renews``: the lease goes on while its holder is at work, and no clock is shown."""

    id: int
    kind: HitKind
    state: HitState
    expires_at: datetime
    renews: bool
    answers: int
    grades: tuple[GradeName, ...]
    tasks: tuple[ShownTask, ...]


def read_hit(session: Session, visit: Visit, hit_id: int) -> HeldHit:
    """The visitor's HIT; anybody else's does not exist for her."""
    hit = session.get(Hit, hit_id)
    if hit is None or visit.assessor is None or hit.assessor_id != visit.assessor.id:
        raise UnknownNameError(f"found no HIT {hit_id}, expected one that was handed out to you")
    return HeldHit(
        id=hit.id,
        kind=hit.kind,
        state=hit.state,
        expires_at=hit.expires_at,
        renews=visit.own_link,
        answers=answers_of(visit.campaign),
        grades=grades_of_scale(visit.campaign) if hit.kind == "grading" else (),
        tasks=_tasks(session, hit_id),
    )


def _tasks(session: Session, hit_id: int) -> tuple[ShownTask, ...]:
    left, right = aliased(Item), aliased(Item)
    query = (
        select(Task.position, Topic.topic, Topic.question, Topic.description, left, right)
        .select_from(Task)
        .join(Topic, Topic.id == Task.topic_id)
        .join(left, left.id == Task.left_id)
        .outerjoin(right, right.id == Task.right_id)
        .where(Task.hit_id == hit_id)
        .order_by(Task.position)
    )
    answers = {answer.position: answer.value for answer in given_answers(session.connection(), hit_id)}
    return tuple(ShownTask(*row, answers.get(row[0])) for row in session.execute(query))
