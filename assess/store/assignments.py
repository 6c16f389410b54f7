"""Assignments and their tasks. Statements that run for every assignment are built once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.orm import Session, aliased

from assess import model
from assess.database.statements import Prepared
from assess.store.tables import (
    Answer,
    Assignment,
    AssignmentKind,
    AssignmentState,
    Link,
    StoredItem,
    StoredJudgment,
    StoredTopic,
    Task,
)
from assess.store.tables.base import table_of

# A challenge of the assessor's latest so many assignments is not shown again while there are others.
RECENT_ASSIGNMENTS = 20

assignment, task = table_of(Assignment), table_of(Task)


@dataclass(frozen=True, slots=True)
class NewTask:
    """The columns of a task that is not stored yet."""

    topic_id: int
    left_id: int
    right_id: int | None = None
    pairing_id: int | None = None
    expected: int | None = None
    round_: int | None = None

    def columns(self) -> dict[str, int | None]:
        return {name.rstrip("_"): getattr(self, name) for name in self.__slots__}


_ADD_ASSIGNMENT = insert(assignment).returning(assignment.c.id)
_ADD_TASKS = insert(task)


def add_assignment(connection: Connection, values: Mapping[str, Any], tasks: Sequence[NewTask]) -> int:
    """Store an assignment with its tasks in this order; return its id."""
    assignment_id: int = connection.execute(_ADD_ASSIGNMENT, values).scalar_one()
    known = {"assignment_id": assignment_id, "assessor_id": values["assessor_id"], "released": False}
    rows = [known | new.columns() | {"position": position} for position, new in enumerate(tasks, 1)]
    connection.execute(_ADD_TASKS, rows)
    return assignment_id


_HELD = (
    select(Assignment)
    .where(
        Assignment.assessor_id == bindparam("assessor"),
        Assignment.external_id == bindparam("external_id"),
        Assignment.state == "held",
    )
    .with_for_update()
)


def held_assignment(session: Session, assessor_id: int, external_id: str) -> Assignment | None:
    """The assignment that the assessor holds under this platform id, locked for this transaction."""
    return session.scalar(_HELD, {"assessor": assessor_id, "external_id": external_id})


def holds_assignment(session: Session, assessor_id: int, external_id: str) -> bool:
    """Whether the assessor holds an assignment under this platform id."""
    query = select(Assignment.id).where(
        Assignment.assessor_id == assessor_id, Assignment.external_id == external_id, Assignment.state == "held"
    )
    return session.scalar(query) is not None


def held_assignments(session: Session, campaign_id: int, assessor_id: int | None = None) -> list[int]:
    """Ids of the assignments of the campaign that somebody holds, or that this assessor holds, oldest first."""
    query = select(Assignment.id).where(Assignment.campaign_id == campaign_id, Assignment.state == "held")
    if assessor_id is not None:
        query = query.where(Assignment.assessor_id == assessor_id)
    return list(session.scalars(query.order_by(Assignment.id)))


def former_assignments(session: Session, link: Link, external_id: str, assessor_id: int) -> list[int]:
    """Ids of assignments that other assessors hold under the same platform id."""
    query = select(Assignment.id).where(
        Assignment.campaign_id == link.campaign_id, Assignment.state == "held", Assignment.link_id == link.id
    )
    return list(
        session.scalars(
            query.where(Assignment.external_id == external_id, Assignment.assessor_id != assessor_id).order_by(
                Assignment.id
            )
        )
    )


_ENDED = (
    select(assignment.c.id)
    .where(assignment.c.assessor_id == bindparam("assessor"), assignment.c.external_id == bindparam("external_id"))
    .where(assignment.c.kind != "training", assignment.c.state.in_(("finished", "discarded")))
    .order_by(assignment.c.id.desc())
    .limit(1)
)


def ended_assignment(session: Session, assessor_id: int, external_id: str) -> int | None:
    """The id of the assignment that the assessor submitted under this platform id, kept or not; not training."""
    return session.scalar(_ENDED, {"assessor": assessor_id, "external_id": external_id})


def has_finished(session: Session, assessor_id: int, kind: AssignmentKind) -> bool:
    """Whether the assessor has finished an assignment of this kind."""
    query = select(Assignment.id).where(
        Assignment.assessor_id == assessor_id, Assignment.kind == kind, Assignment.state == "finished"
    )
    return session.scalar(query.limit(1)) is not None


def count_assignments(session: Session, assessor_id: int) -> int:
    """How many assignments the assessor holds or has submitted."""
    query = select(func.count()).where(
        Assignment.assessor_id == assessor_id, Assignment.state.in_(("held", "finished", "discarded"))
    )
    return session.execute(query).scalar_one()


def count_pairings_had(session: Session, assessor_id: int) -> int:
    """How many pairings the assessor holds or has judged."""
    query = select(func.count()).select_from(Task).join(Assignment, Assignment.id == Task.assignment_id)
    return session.execute(
        query.where(Assignment.assessor_id == assessor_id, Task.pairing_id.is_not(None), Task.released.is_(False))
    ).scalar_one()


_LAPSED = Prepared(
    select(assignment.c.id)
    .where(
        assignment.c.campaign_id == bindparam("campaign"),
        assignment.c.state == "held",
        assignment.c.expires_at < bindparam("now"),
    )
    .where(or_(assignment.c.assessor_id != bindparam("returning"), assignment.c.external_id != ""))
    .order_by(assignment.c.expires_at)
    .limit(bindparam("most"))
)


def lapsed_assignments(
    connection: Connection, campaign_id: int, now: datetime, returning: int | None, limit: int
) -> list[int]:
    """Ids of held assignments whose lease is over, oldest first.

    The assignment that the assessor *returning* holds by a personal link is left out.
    """
    rows = _LAPSED(connection, campaign=campaign_id, now=now, returning=returning or 0, most=limit)
    return [assignment_id for (assignment_id,) in rows]


_LATEST_TOPIC = Prepared(
    select(task.c.topic_id)
    .where(
        task.c.assignment_id
        == select(func.max(assignment.c.id)).where(assignment.c.assessor_id == bindparam("assessor")).scalar_subquery()
    )
    .order_by(task.c.position.desc())
    .limit(1)
)


def latest_topic(connection: Connection, assessor_id: int) -> int | None:
    """The topic of the last task that the assessor got."""
    rows = _LATEST_TOPIC(connection, assessor=assessor_id)
    return rows[0][0] if rows else None


_LEFT, _RIGHT = aliased(StoredItem), aliased(StoredItem)
_SEEN = (
    select(StoredTopic.topic, _LEFT.docno, _RIGHT.docno)
    .select_from(Task)
    .join(StoredTopic, StoredTopic.id == Task.topic_id)
    .join(_LEFT, _LEFT.id == Task.left_id)
    .join(_RIGHT, _RIGHT.id == Task.right_id)
    .where(
        Task.expected.is_not(None),
        Task.assignment_id.in_(
            select(Assignment.id)
            .where(Assignment.assessor_id == bindparam("assessor"))
            .order_by(Assignment.id.desc())
            .limit(RECENT_ASSIGNMENTS)
            .scalar_subquery()
        ),
    )
)


def seen_challenges(session: Session, assessor_id: int) -> set[model.Pairing]:
    """The challenges of the assessor's latest assignments."""
    return {model.Pairing(*row) for row in session.execute(_SEEN, {"assessor": assessor_id})}


_ASKED = Prepared(
    select(_LEFT.docno, _RIGHT.docno)
    .select_from(Task)
    .join(_LEFT, _LEFT.id == Task.left_id)
    .join(_RIGHT, _RIGHT.id == Task.right_id)
    .where(Task.topic_id == bindparam("topic"), Task.round_ == bindparam("round"), Task.expected.is_not(None))
)


def asked_challenges(connection: Connection, topic_id: int, round_: int) -> list[tuple[str, str]]:
    """The docnos of every challenge that was handed out in this round of the topic."""
    return [(left, right) for left, right in _ASKED(connection, topic=topic_id, round=round_)]


_LOCK = (
    select(Assignment)
    .where(Assignment.id == bindparam("assignment"))
    .with_for_update()
    .execution_options(populate_existing=True)
)


def lock_assignment(session: Session, assignment_id: int) -> Assignment | None:
    """Lock the assignment for this transaction, and read it again from the database."""
    return session.scalar(_LOCK, {"assignment": assignment_id})


_TASKS = select(Task).where(Task.assignment_id == bindparam("assignment")).order_by(Task.position)
_UNANSWERED = _TASKS.where(
    ~or_(
        exists().where(StoredJudgment.pairing_id == Task.pairing_id, StoredJudgment.assessor_id == Task.assessor_id),
        exists().where(Answer.task_id == Task.id),
    )
)


def tasks_of(session: Session, assignment_id: int) -> list[Task]:
    """The tasks of an assignment in order."""
    return list(session.scalars(_TASKS, {"assignment": assignment_id}))


def unanswered_tasks(session: Session, assignment_id: int) -> list[Task]:
    """The tasks of an assignment without an answer, in order."""
    return list(session.scalars(_UNANSWERED, {"assignment": assignment_id}))


def end_assignment(session: Session, assignment: Assignment, state: AssignmentState, now: datetime) -> None:
    assignment.state, assignment.finished_at = state, now
    session.flush()


def release_tasks(session: Session, task_ids: Iterable[int]) -> None:
    """Mark unanswered tasks as released, so that the same assessor may get these pairings again."""
    session.execute(update(Task).where(Task.id.in_(task_ids)).values(released=True))
