"""What happens as time passes: abandoned assignments, expiry, automatic approval, disposal.

Nothing runs in the background. Every transaction first does everything that is due, with the time at which it was due.
So the state does not depend on how often anybody looks.
"""

from collections.abc import Callable, Iterator
from functools import partial

from sqlalchemy import Float, and_, bindparam, exists, or_, select
from sqlalchemy.orm import Session

from assess.marketplace.clock import DAY
from assess.marketplace.domain.assignments import approve, give_back
from assess.marketplace.domain.hits import dispose, expire
from assess.marketplace.tables import Assignment, Hit

RETENTION = 120 * DAY
Step = tuple[float, Callable[[], None]]


_NOW = bindparam("now", type_=Float)
_ABANDONED = and_(Assignment.state == "Accepted", Assignment.deadline <= _NOW)
_EXPIRED = and_(Hit.expired.is_(False), Hit.expiration <= _NOW, Hit.status != "Disposed")
_APPROVED = and_(Assignment.state == "Submitted", Assignment.auto_approval_at <= _NOW)
_FORGOTTEN = and_(Hit.status.in_(("Reviewable", "Reviewing")), Hit.changed_at <= _NOW - RETENTION, Hit.submitted == 0)
# Checked in every transaction; the answer is nearly always no.
_ANYTHING_DUE = select(or_(*(exists().where(rule) for rule in (_ABANDONED, _EXPIRED, _APPROVED, _FORGOTTEN))))


def apply_deadlines(session: Session, now: float) -> None:
    """Do everything that is due until *now*, the earliest first."""
    while session.scalar(_ANYTHING_DUE, {"now": now}):
        for _, act in sorted(_due(session, now), key=lambda step: step[0]):
            act()
        session.flush()


def _due(session: Session, now: float) -> Iterator[Step]:
    for held in session.scalars(select(Assignment).where(_ABANDONED), {"now": now}).all():
        yield held.deadline, partial(give_back, session, held, held.deadline, "Abandoned")
    for hit in session.scalars(select(Hit).where(_EXPIRED), {"now": now}).all():
        yield hit.expiration, partial(expire, session, hit, hit.expiration)
    for done in session.scalars(select(Assignment).where(_APPROVED), {"now": now}).all():
        at = done.auto_approval_at or 0.0
        yield at, partial(approve, session, done, at)
    for hit in session.scalars(select(Hit).where(_FORGOTTEN), {"now": now}).all():
        at = hit.changed_at + RETENTION
        yield at, partial(dispose, session, hit, at)
