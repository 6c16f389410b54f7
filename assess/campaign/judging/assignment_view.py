"""A HIT as it is shown to whoever holds it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, aliased

from assess.campaign.access.arrivals import Visit
from assess.campaign.setup.settings import GradeName, answers_of, grades_of_scale
from assess.errors import UnknownNameError
from assess.store.saving import given_answers
from assess.store.tables import Hit, HitKind, HitState, Item, Material, Task, Topic


@dataclass(frozen=True, slots=True)
class ShownItem:
    """What is shown on one side."""

    id: int
    docno: str
    material: Material
    body: Any


@dataclass(frozen=True)
class ShownTask:
    """One page of a HIT: the topic's question, the item or the two, and the answer that stands.

    Nothing here tells a challenge from a pairing.
    """

    position: int
    topic: str
    question: str
    description: str | None
    left: ShownItem
    right: ShownItem | None
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


_HIT = select(Hit.kind, Hit.state, Hit.expires_at).where(
    Hit.id == bindparam("hit"), Hit.assessor_id == bindparam("assessor")
)


def read_hit(session: Session, visit: Visit, hit_id: int) -> HeldHit:
    """The visitor's HIT; anybody else's does not exist for her."""
    assessor_id = visit.assessor.id if visit.assessor is not None else None
    hit = session.execute(_HIT, {"hit": hit_id, "assessor": assessor_id}).first()
    if hit is None:
        raise UnknownNameError(f"found no HIT {hit_id}, expected one that was handed out to you")
    return HeldHit(
        id=hit_id,
        kind=hit.kind,
        state=hit.state,
        expires_at=hit.expires_at,
        renews=visit.own_link,
        answers=answers_of(visit.campaign),
        grades=grades_of_scale(visit.campaign) if hit.kind == "grading" else (),
        tasks=_tasks(session, hit_id),
    )


def _side(item: Any) -> tuple[Any, ...]:
    return item.id, item.docno, item.material, item.body


_LEFT, _RIGHT = aliased(Item), aliased(Item)
_SHOWN = (
    select(Task.position, Topic.topic, Topic.question, Topic.description, *_side(_LEFT), *_side(_RIGHT))
    .select_from(Task)
    .join(Topic, Topic.id == Task.topic_id)
    .join(_LEFT, _LEFT.id == Task.left_id)
    .outerjoin(_RIGHT, _RIGHT.id == Task.right_id)
    .where(Task.hit_id == bindparam("hit"))
    .order_by(Task.position)
)


def _tasks(session: Session, hit_id: int) -> tuple[ShownTask, ...]:
    answers = {answer.position: answer.value for answer in given_answers(session.connection(), hit_id)}
    tasks = []
    for position, topic, question, description, *items in session.execute(_SHOWN, {"hit": hit_id}):
        left, right = ShownItem(*items[:4]), ShownItem(*items[4:]) if items[4] is not None else None
        tasks.append(ShownTask(position, topic, question, description, left, right, answers.get(position)))
    return tuple(tasks)
