"""What the passing of time does: deadlines, expiry, automatic approval, disposal.

Nothing runs in the background. Every transaction first does what has fallen due, at the instant it fell due, so the
state is the same however often anybody looked.
"""

from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from assess.marketplace.assignments import approve, give_back
from assess.marketplace.hits import dispose, expire
from assess.marketplace.limits import DAY
from assess.marketplace.tables import Assignment, Hit

RETENTION = 120 * DAY
Step = tuple[float, Callable[[], None]]


def pass_time(session: Session, now: float) -> None:
    """Do everything that fell due up to *now*, the earliest first."""
    while steps := sorted(_due(session, now), key=lambda step: step[0]):
        for _, act in steps:
            act()
        session.flush()


def _due(session: Session, now: float) -> Iterable[Step]:
    for held in _rows(session, Assignment, Assignment.state == "Accepted", Assignment.deadline <= now):
        yield held.deadline, _abandoning(session, held)
    for hit in _rows(session, Hit, Hit.expired.is_(False), Hit.status != "Disposed", Hit.expiration <= now):
        yield hit.expiration, _expiring(session, hit)
    for done in _rows(session, Assignment, Assignment.state == "Submitted", Assignment.auto_approval_at <= now):
        yield done.auto_approval_at, _approving(session, done)
    finished = Hit.status.in_(("Reviewable", "Reviewing"))
    for hit in _rows(session, Hit, finished, Hit.submitted == 0, Hit.changed_at <= now - RETENTION):
        yield hit.changed_at + RETENTION, _disposing(session, hit)


def _rows(session: Session, table: type[Any], *conditions: ColumnElement[bool]) -> Iterable[Any]:
    return session.scalars(select(table).where(*conditions)).all()


def _abandoning(session: Session, assignment: Assignment) -> Callable[[], None]:
    return lambda: give_back(session, assignment, assignment.deadline, "Abandoned")


def _expiring(session: Session, hit: Hit) -> Callable[[], None]:
    return lambda: expire(session, hit, hit.expiration)


def _approving(session: Session, assignment: Assignment) -> Callable[[], None]:
    return lambda: approve(session, assignment, assignment.auto_approval_at or 0.0)


def _disposing(session: Session, hit: Hit) -> Callable[[], None]:
    return lambda: dispose(session, hit, hit.changed_at + RETENTION)
