"""Answers: find the task that an answer belongs to, append the answer to the log, read the newest of each task.

The statements for saving an answer are compiled once. The cost of a save does not grow with the campaign.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Table, and_, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.orm import Session

from assess.database.statements import Prepared
from assess.store.tables import (
    Answer,
    Assessor,
    Assignment,
    AssignmentKind,
    AssignmentState,
    Link,
    Purpose,
    StoredJudgment,
    Task,
)
from assess.store.tables.assignments import KEPT_TASK
from assess.store.tables.base import table_of

assignment, task, link, assessor = table_of(Assignment), table_of(Task), table_of(Link), table_of(Assessor)
judgment, answer = table_of(StoredJudgment), table_of(Answer)


# An answer renews a lease that has less time left than this.
SOON = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class AskedTask:
    """A task of an assignment, and everything that decides whether an answer to it is accepted."""

    id: int
    position: int
    pairing_id: int | None
    topic_id: int
    left_id: int
    right_id: int | None
    expected: int | None
    released: bool
    assignment_id: int
    kind: AssignmentKind
    state: AssignmentState
    screened: bool
    purpose: Purpose
    expires_soon: bool
    assessor_id: int
    identity: str
    campaign_id: int
    answers: int
    lease_seconds: int | None
    link_identity: str | None
    link_expired: bool | None
    link_revoked: bool
    answered_before: bool
    answered: int
    tasks: int


_other = task.alias("other")
_judged = exists().where(judgment.c.pairing_id == task.c.pairing_id, judgment.c.assessor_id == task.c.assessor_id)
_given = exists().where(answer.c.task_id == task.c.id)
_other_judged = exists().where(
    judgment.c.pairing_id == _other.c.pairing_id, judgment.c.assessor_id == _other.c.assessor_id
)
_other_given = exists().where(answer.c.task_id == _other.c.id)
_tasks = select(func.count()).where(_other.c.assignment_id == assignment.c.id)

_ASKED = Prepared(
    select(
        task.c.id,
        task.c.position,
        task.c.pairing_id,
        task.c.topic_id,
        task.c.left_id,
        task.c.right_id,
        task.c.expected,
        task.c.released,
        assignment.c.id.label("assignment_id"),
        assignment.c.kind,
        assignment.c.state,
        assignment.c.screened,
        assignment.c.purpose,
        (assignment.c.expires_at < bindparam("soon")).label("expires_soon"),
        assignment.c.assessor_id,
        assessor.c.identity,
        assignment.c.campaign_id,
        assignment.c.answers,
        assignment.c.lease_seconds,
        link.c.identity.label("link_identity"),
        (link.c.expires_at <= bindparam("now")).label("link_expired"),
        link.c.revoked_at.is_not(None).label("link_revoked"),
        or_(_judged, _given).label("answered_before"),
        _tasks.where(or_(_other_judged, _other_given)).scalar_subquery().label("answered"),
        _tasks.scalar_subquery().label("tasks"),
    )
    .select_from(assignment)
    .join(task, and_(task.c.assignment_id == assignment.c.id, task.c.position == bindparam("position")))
    .join(assessor, assessor.c.id == assignment.c.assessor_id)
    .join(link, and_(link.c.campaign_id == assignment.c.campaign_id, link.c.kind == assessor.c.kind))
    .where(assignment.c.id == bindparam("assignment"), link.c.id == bindparam("link"))
    .with_for_update(of=assignment)
)


def asked_task(
    connection: Connection, assignment_id: int, position: int, link_id: int, now: datetime
) -> AskedTask | None:
    """Read the task and lock its assignment for this transaction; None if it is not of the link's campaign."""
    rows = _ASKED(connection, assignment=assignment_id, position=position, link=link_id, now=now, soon=now + SOON)
    return AskedTask(*rows[0]) if rows else None


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer in the log. ``value`` is negative for the item on the left and 0 for a tie; or it is a grade."""

    position: int
    id: int
    key: str | None
    value: float


_JUDGED = Prepared(
    select(
        task.c.position,
        judgment.c.id,
        judgment.c.key,
        judgment.c.preferred_id,
        judgment.c.strength,
        task.c.left_id,
    )
    .select_from(task)
    .join(
        judgment,
        and_(
            judgment.c.pairing_id == task.c.pairing_id,
            judgment.c.assessor_id == task.c.assessor_id,
            KEPT_TASK,
        ),
    )
    .where(task.c.assignment_id == bindparam("assignment"))
)
_ANSWERED = Prepared(
    select(task.c.position, answer.c.id, answer.c.key, answer.c.value)
    .select_from(task)
    .join(answer, answer.c.task_id == task.c.id)
    .where(task.c.assignment_id == bindparam("assignment"))
)


def given_answers(connection: Connection, assignment_id: int) -> list[GivenAnswer]:
    """Every answer of the assignment, oldest first within each task."""
    given = [
        GivenAnswer(position, id_, key, _side(left_id, preferred_id, strength))
        for position, id_, key, preferred_id, strength, left_id in _JUDGED(connection, assignment=assignment_id)
    ]
    given += [GivenAnswer(*row) for row in _ANSWERED(connection, assignment=assignment_id)]
    return sorted(given, key=lambda answer: answer.id)


def _side(left_id: int, preferred_id: int | None, strength: int) -> int:
    if preferred_id is None:
        return 0
    return -strength if preferred_id == left_id else strength


def _insert(table: Table) -> Prepared:
    """Insert a row with a value for every column but the id."""
    return Prepared(insert(table).values({column: bindparam(column.name) for column in table.c if column.name != "id"}))


_ADD_JUDGMENT, _ADD_ANSWER = _insert(judgment), _insert(answer)
_RENEW = update(assignment).where(assignment.c.id == bindparam("this_assignment")).values(expires_at=bindparam("until"))


def append_judgment(connection: Connection, values: Mapping[str, Any]) -> None:
    _ADD_JUDGMENT(connection, **values)


def append_answer(connection: Connection, values: Mapping[str, Any]) -> None:
    _ADD_ANSWER(connection, **values)


def renew_lease(connection: Connection, assignment_id: int, until: datetime) -> None:
    connection.execute(_RENEW, {"this_assignment": assignment_id, "until": until})


def latest_answers(session: Session, task_ids: Iterable[int]) -> dict[int, float]:
    """Task id to its newest answer."""
    query = select(Answer.task_id, Answer.value).where(Answer.task_id.in_(task_ids)).order_by(Answer.id)
    return dict(session.execute(query).all())
