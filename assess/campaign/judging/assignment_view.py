"""An assignment as it is shown to its assessor."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, aliased

from assess.campaign.access.arrivals import Arrival
from assess.campaign.settings import GradeName, settings_of
from assess.errors import UnknownNameError
from assess.store.answers import given_answers
from assess.store.former_texts import former_texts
from assess.store.tables import (
    Assignment,
    AssignmentKind,
    AssignmentState,
    FormerText,
    Material,
    StoredItem,
    StoredTopic,
    Task,
)


@dataclass(frozen=True, slots=True)
class ShownItem:
    """What is shown on one side."""

    id: int
    docno: str
    material: Material
    body: Any


@dataclass(frozen=True)
class ShownTask:
    """One page of an assignment: the topic's question, one or two items, and the current answer.

    Nothing here shows whether the task is a challenge.
    """

    position: int
    topic_id: int
    topic: str
    question: str
    description: str | None
    left: ShownItem
    right: ShownItem | None
    answer: float | None


@dataclass(frozen=True)
class HeldAssignment:
    """An assignment with its tasks. ``renews``: each answer renews the lease, and no clock is shown."""

    id: int
    kind: AssignmentKind
    state: AssignmentState
    expires_at: datetime
    renews: bool
    answers: int
    grades: tuple[GradeName, ...]
    tasks: tuple[ShownTask, ...]


_ASSIGNMENT = select(
    Assignment.kind,
    Assignment.state,
    Assignment.taken_at,
    Assignment.expires_at,
    Assignment.answers,
    Assignment.lease_seconds,
).where(Assignment.id == bindparam("assignment"), Assignment.assessor_id == bindparam("assessor"))


def read_assignment(session: Session, arrival: Arrival, assignment_id: int) -> HeldAssignment:
    """The assessor's own assignment. Any other id is an error."""
    assessor_id = arrival.assessor.id if arrival.assessor is not None else None
    assignment = session.execute(_ASSIGNMENT, {"assignment": assignment_id, "assessor": assessor_id}).first()
    if assignment is None:
        raise UnknownNameError(f"found no assignment {assignment_id}, expected one that was handed out to you")
    return HeldAssignment(
        id=assignment_id,
        kind=assignment.kind,
        state=assignment.state,
        expires_at=assignment.expires_at,
        renews=assignment.lease_seconds is not None,
        answers=assignment.answers,
        grades=settings_of(arrival.campaign).scale if assignment.kind == "grading" else (),
        tasks=tasks_as_seen(session, assignment_id, assignment.taken_at),
    )


def tasks_as_seen(session: Session, assignment_id: int, taken_at: datetime) -> tuple[ShownTask, ...]:
    """The tasks of an assignment with the texts of the time when it was handed out, and the newest answers."""
    return _as_seen(session, _tasks(session, assignment_id), taken_at)


def _side(item: Any) -> tuple[Any, ...]:
    return item.id, item.docno, item.material, item.body


_LEFT, _RIGHT = aliased(StoredItem), aliased(StoredItem)
_SHOWN = (
    select(
        Task.position,
        StoredTopic.id,
        StoredTopic.topic,
        StoredTopic.question,
        StoredTopic.description,
        *_side(_LEFT),
        *_side(_RIGHT),
    )
    .select_from(Task)
    .join(StoredTopic, StoredTopic.id == Task.topic_id)
    .join(_LEFT, _LEFT.id == Task.left_id)
    .outerjoin(_RIGHT, _RIGHT.id == Task.right_id)
    .where(Task.assignment_id == bindparam("assignment"))
    .order_by(Task.position)
)


def _tasks(session: Session, assignment_id: int) -> tuple[ShownTask, ...]:
    answers = {answer.position: answer.value for answer in given_answers(session.connection(), assignment_id)}
    tasks = []
    for position, topic_id, topic, question, description, *items in session.execute(
        _SHOWN, {"assignment": assignment_id}
    ):
        left, right = ShownItem(*items[:4]), ShownItem(*items[4:]) if items[4] is not None else None
        tasks.append(ShownTask(position, topic_id, topic, question, description, left, right, answers.get(position)))
    return tuple(tasks)


def _as_seen(session: Session, tasks: tuple[ShownTask, ...], seen_at: datetime) -> tuple[ShownTask, ...]:
    """The tasks as they were when they were handed out, whatever was corrected since."""
    topics, items = former_texts(session, {task.topic_id for task in tasks}, seen_at)
    if not topics and not items:
        return tasks
    return tuple(
        replace(
            task,
            left=_former_item(task.left, items),
            right=task.right and _former_item(task.right, items),
            **(topics[task.topic_id].body if task.topic_id in topics else {}),
        )
        for task in tasks
    )


def _former_item(item: ShownItem, formers: Mapping[int, FormerText]) -> ShownItem:
    former = formers.get(item.id)
    return item if former is None else replace(item, material=former.material or item.material, body=former.body)
