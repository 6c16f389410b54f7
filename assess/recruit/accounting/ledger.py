"""The ledger: an intention before each call that creates or pays something, the outcome after it.

A process may die at any instruction. Then an entry without an outcome says what may have happened, and
`assess.recruit.pending_calls` finds out.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.store.tables import Entry, EntryKind, Launch, Settled

# The note on a call that was looked for in the platform's lists when its token had lapsed, in vain.
NEVER_ARRIVED = "the platform does not know of it"


@dataclass(frozen=True, slots=True)
class Intention:
    """A call to be made: what for, and what it costs."""

    kind: EntryKind
    cause: str
    amount: Decimal
    fee: Decimal
    assignments: int = 1
    hit_id: int | None = None
    submission_id: int | None = None
    assignment_id: int | None = None
    reason: str | None = None


def intend(session: Session, launch: Launch, intention: Intention, now: datetime) -> Entry:
    """Enter a call that will be made; the caller holds the books, and commits before the call."""
    tries = select(func.count()).where(
        Entry.launch_id == launch.id, Entry.kind == intention.kind, Entry.cause == intention.cause
    )
    number = session.execute(tries).scalar_one() + 1
    entry = Entry(
        launch_id=launch.id,
        kind=intention.kind,
        cause=intention.cause,
        token=f"{launch.salt}-{intention.kind}-{intention.cause}-{number}",
        hit_id=intention.hit_id,
        submission_id=intention.submission_id,
        assignment_id=intention.assignment_id,
        assignments=intention.assignments,
        amount=intention.amount,
        fee=intention.fee,
        reason=intention.reason,
        intended_at=now,
    )
    session.add(entry)
    session.flush()
    return entry


def settle(entry: Entry, outcome: Settled, now: datetime, note: str | None = None) -> None:
    """Store the outcome of a call."""
    entry.outcome, entry.settled_at, entry.note = outcome, now, note
