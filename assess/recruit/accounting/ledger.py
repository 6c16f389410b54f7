"""The ledger: an intention before each call that creates or pays something, the outcome after it.

A process may die at any instruction. Then an entry without an outcome says what may have happened. Within a day the
call is made again with the same token, and the platform makes sure that it happens once. Later the token has lapsed, so
the platform's lists are searched instead.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import Enum, auto

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.store.tables import Entry, EntryKind, Launch, Settled

# Tokens are good for 24 hours on Mechanical Turk; the rest is for clocks that differ and calls that take long.
TOKEN_LIFE = timedelta(hours=23)
# What a call created is in the platform's lists after this time, at the latest.
LISTED_AFTER = timedelta(minutes=10)
# The note on a call that was looked for in the platform's lists when its token had lapsed, in vain.
NEVER_ARRIVED = "the platform does not know of it"


class Step(Enum):
    """What to do about an entry now."""

    SEND = auto()
    LOOK = auto()
    WAIT = auto()
    NOTHING = auto()


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


def claim(entry: Entry, now: datetime) -> Step:
    """What to do about the entry now; after SEND, commit and then make the call."""
    if entry.outcome is not None:
        return Step.NOTHING
    # Paying a reward needs no token: a submission can be approved only once.
    lapsed = entry.kind != "reward" and now - entry.intended_at >= TOKEN_LIFE
    if entry.tried_at is not None and lapsed:
        return Step.LOOK if now - entry.tried_at >= LISTED_AFTER else Step.WAIT
    entry.tried_at = now
    return Step.SEND


def settle(entry: Entry, outcome: Settled, now: datetime, note: str | None = None) -> None:
    """Store the outcome of a call."""
    entry.outcome, entry.settled_at, entry.note = outcome, now, note
