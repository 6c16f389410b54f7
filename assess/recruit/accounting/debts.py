"""Work that was done with us and never reached the platform.

A final form may get lost, a worker may be logged out, a deadline may pass; then the platform gives the slot to
somebody else and pays nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, Decimal

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from assess.pay import CENT
from assess.recruit.offer import Offer
from assess.store.assignments import unanswered
from assess.store.launches import ENDED, NEVER_ARRIVED, SETTLING, STANDING, Work, unmatched_work
from assess.store.tables import Assessor, Entry, Hit, Launch, Task, Ticket


@dataclass(frozen=True)
class Owed:
    """What somebody should get for a HIT that the platform knows nothing of; ``finished``: she answered all of it."""

    hit_id: int
    identity: str
    visit: str
    finished: bool
    answered: int
    tasks: int
    amount: Decimal


def owed(session: Session, launch: Launch, offer: Offer, now: datetime) -> list[Owed]:
    """All work that can reach the platform no more, and is not paid in another way, whatever the rule says."""
    found: dict[tuple[str, str], Owed] = {}
    for work in unmatched_work(session, launch):
        if work.state != "held" and _is_lost(session, launch, work, offer, now):
            one = _owed(session, work, offer)
            # On one visit somebody may have begun more than once: the best of it counts.
            known = found.get((work.visit, work.identity))
            if one.answered and (known is None or one.amount > known.amount):
                found[work.visit, work.identity] = one
    return [one for one in found.values() if not _is_paid(session, launch, one)]


def _is_lost(session: Session, launch: Launch, work: Work, offer: Offer, now: datetime) -> bool:
    """Whether nobody can hand it in any more: its ticket is closed, or the time is over and the platform was asked."""
    ticket = session.scalar(select(Ticket).where(Ticket.launch_id == launch.id, Ticket.unit == work.unit))
    if ticket is None or ticket.closed_at is not None:
        return ticket is not None
    last = work.taken_at + timedelta(minutes=offer.hold_minutes) + SETTLING
    return now >= last and ticket.checked_at is not None and ticket.checked_at >= last


def _owed(session: Session, work: Work, offer: Offer) -> Owed:
    tasks = session.execute(select(func.count()).where(Task.hit_id == work.id)).scalar_one()
    answered = tasks - len(unanswered(session, work.id))
    finished = work.state in ENDED
    share = offer.reward if finished else (offer.reward * answered / tasks).quantize(CENT, ROUND_CEILING)
    return Owed(work.id, work.identity, work.visit, finished, answered, tasks, share)


def _is_paid(session: Session, launch: Launch, one: Owed) -> bool:
    visit = select(Hit.id).join(Assessor).where(Hit.visit == one.visit, Assessor.identity == one.identity)
    hits = visit.where(Hit.link_id == launch.link_id)
    # What the platform has refused once is not tried again and again: the organiser was told.
    tried = STANDING | (Entry.note != NEVER_ARRIVED)
    by_bonus = exists().where(Entry.launch_id == launch.id, Entry.kind == "bonus", Entry.hit_id.in_(hits), tried)
    by_ticket = exists().where(Ticket.launch_id == launch.id, Ticket.compensates_id.in_(hits))
    return bool(session.scalar(select(by_bonus | by_ticket)))
