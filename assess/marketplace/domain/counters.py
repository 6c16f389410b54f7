"""The three counters of a HIT, now or at an earlier time."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.marketplace.domain.hits import available
from assess.marketplace.tables import Assignment, Hit


@dataclass(frozen=True)
class Counters:
    """Assignments that can be accepted, are accepted, or are reviewed; those waiting for review are not counted."""

    available: int
    pending: int
    completed: int

    @classmethod
    def of(cls, hit: Hit) -> "Counters":
        return cls(available(hit), hit.pending, hit.completed)


def counters(session: Session, hit: Hit, then: float) -> Counters:
    """The counters at an earlier time, for a marketplace whose counters lag."""
    over = Assignment.ended_at.is_not(None) & (Assignment.ended_at <= then)
    answered = over & Assignment.answer.is_not(None)
    counts = select(
        func.count().filter((Assignment.accepted_at <= then) & ~over),
        func.count().filter(answered & (Assignment.reviewed_at > then)),
        func.count().filter(answered & Assignment.reviewed_at.is_(None)),
        func.count().filter(Assignment.reviewed_at <= then),
    ).where(Assignment.hit_key == hit.id)
    pending, unreviewed_then, unreviewed_still, completed = session.execute(counts).one()
    waiting = unreviewed_then + unreviewed_still
    return Counters(hit.max_assignments - pending - waiting - completed, pending, completed)
