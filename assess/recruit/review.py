"""What was handed in at the platform: seen, matched with what we have of it, and paid.

Whoever hands something in is paid: for work that we kept, for work that failed a challenge, for work cut short. Who
fails, or hands in without having done anything, gets no more of it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.recruit.accounting.ledger import Intention, intend, settle
from assess.recruit.crowd import Submitted
from assess.recruit.offer import Offer
from assess.recruit.recruiter import Recruiter
from assess.store.assessors import assessor_id
from assess.store.launches import (
    ENDED,
    SETTLING,
    STANDING,
    matching_hit,
    submission_of,
    submissions_to_pay,
    tickets_in_play,
    unmatched_work,
)
from assess.store.tables import Assessor, Entry, Launch, Submission, Ticket

# How often a ticket is looked at of which somebody has come to us, even though nobody has finished anything there;
# and any other ticket: whoever hands in without ever coming to us is in no hurry.
SWEEP, QUIET_SWEEP = timedelta(hours=1), timedelta(hours=6)
AT_THE_PLATFORM = "decided at the platform"


def look(recruiter: Recruiter, *, everywhere: bool) -> None:
    """See what was handed in at every ticket where something may be new."""
    with recruiter.reading() as session:
        _, launch, offer = recruiter.launch(session)
        tickets = _due(session, launch, offer, recruiter.now(), everywhere=everywhere)
    for ticket in tickets:
        with recruiter.patience(f"HIT {ticket.unit}"):
            found = recruiter.crowd.submissions(ticket.unit or "")
            with recruiter.writing() as session:
                recruiter.tally.submitted += record(session, launch, ticket.id, found, recruiter.now())


def last_hour(ticket: Ticket, offer: Offer) -> datetime | None:
    """When nothing more can come from a ticket: its offer ended, every hold is over, and the lists know of it."""
    if ticket.ends_at is None:
        return None
    return ticket.ends_at + timedelta(minutes=offer.hold_minutes) + SETTLING


def _due(session: Session, launch: Launch, offer: Offer, now: datetime, *, everywhere: bool) -> list[Ticket]:
    tickets = [ticket for ticket in tickets_in_play(session, launch.id) if ticket.unit is not None]
    if everywhere:
        return tickets
    lately = now - timedelta(minutes=offer.hold_minutes) - SETTLING
    visits = unmatched_work(session, launch, lately)
    visited, finished = {work.unit for work in visits}, {work.unit for work in visits if work.state in ENDED}
    return [
        ticket
        for ticket in tickets
        if ticket.unit in finished or _overdue(ticket, offer, now, SWEEP if ticket.unit in visited else QUIET_SWEEP)
    ]


def _overdue(ticket: Ticket, offer: Offer, now: datetime, sweep: timedelta) -> bool:
    checked = ticket.checked_at or ticket.created_at
    last = last_hour(ticket, offer)
    return now - checked >= sweep or (last is not None and checked < last <= now)


def record(session: Session, launch: Launch, ticket_id: int, found: Iterable[Submitted], now: datetime) -> int:
    """Keep what the platform tells of a ticket; return how many submissions are new."""
    ticket = session.get_one(Ticket, ticket_id)
    ticket.checked_at = now
    new = 0
    for told in found:
        known = submission_of(session, launch.id, told.visit, told.identity)
        if known is None:
            known = _keep(session, launch, ticket, told, now)
            new += 1
        _follow(session, launch, ticket, known, told, now)
    return new


def _keep(session: Session, launch: Launch, ticket: Ticket, told: Submitted, now: datetime) -> Submission:
    hit_id = matching_hit(session, launch, told.visit, told.identity)
    kept = Submission(
        launch_id=launch.id,
        ticket_id=ticket.id,
        hit_id=hit_id,
        visit=told.visit,
        identity=told.identity,
        receipt=told.receipt,
        state="submitted",
        submitted_at=told.submitted_at,
        seen_at=now,
    )
    session.add(kept)
    session.flush()
    if hit_id is None and ticket.kind == "work":
        _exclude_idle(session, launch, told.identity, now)
    return kept


def _exclude_idle(session: Session, launch: Launch, identity: str, now: datetime) -> None:
    """Somebody handed in without ever asking for work: a script, which would go on for as long as it is paid."""
    assessor = session.get_one(Assessor, assessor_id(session, launch.campaign_id, "worker", identity))
    if assessor.excluded_at is None:
        assessor.excluded_at = now


def _follow(
    session: Session, launch: Launch, ticket: Ticket, known: Submission, told: Submitted, now: datetime
) -> None:
    """Follow what was decided at the platform: by us, by hand on its pages, or by itself when the time was over."""
    if told.state == "submitted" or told.state == known.state:
        return
    known.state = told.state
    entry = session.scalar(select(Entry).where(Entry.submission_id == known.id, Entry.kind == "reward", STANDING))
    if told.state == "approved" and entry is None:
        entry = intend(session, launch, _reward(ticket, known), now)
    if entry is not None and entry.outcome is None:
        settle(entry, "done" if told.state == "approved" else "refused", now, AT_THE_PLATFORM)


def intend_rewards(session: Session, launch: Launch, now: datetime) -> None:
    """Write down that everything handed in is paid: the price was reserved when its ticket was published."""
    for submission in submissions_to_pay(session, launch.id):
        ticket = session.get_one(Ticket, submission.ticket_id)
        intend(session, launch, _reward(ticket, submission), now)


def _reward(ticket: Ticket, submission: Submission) -> Intention:
    return Intention(
        "reward",
        str(submission.id),
        ticket.reward,
        ticket.fee,
        ticket_id=ticket.id,
        submission_id=submission.id,
        hit_id=submission.hit_id,
    )
