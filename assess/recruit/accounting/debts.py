"""What is owed: assignments that were answered with us and never submitted at the platform.

The final form may get lost, a worker may be logged out, a deadline may pass. Then the platform gives the assignment to
somebody else and pays nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, Decimal

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from assess.pay import CENT
from assess.recruit.accounting.ledger import NEVER_ARRIVED
from assess.recruit.crowd import LIST_DELAY
from assess.recruit.offer import Offer
from assess.store.assignments import unanswered_tasks
from assess.store.ledger import STANDING
from assess.store.submissions import UnsubmittedAssignment, unsubmitted_assignments
from assess.store.tables import Assessor, Assignment, Entry, Hit, Launch, Task


@dataclass(frozen=True)
class Owed:
    """What somebody should get for an assignment that was not submitted; ``finished``: all of it was answered."""

    assignment_id: int
    identity: str
    external_id: str
    finished: bool
    answered: int
    tasks: int
    amount: Decimal


def owed(session: Session, launch: Launch, offer: Offer, now: datetime) -> list[Owed]:
    """Everything that cannot be submitted any more and is not paid in another way, whatever the rule says."""
    found: dict[tuple[str, str], Owed] = {}
    for work in unsubmitted_assignments(session, launch):
        if work.state != "held" and _is_lost(session, launch, work, offer, now):
            one = _owed(session, work, offer)
            # Somebody may have begun one assignment of the platform more than once: the best attempt counts.
            known = found.get((work.external_id, work.identity))
            if one.answered and (known is None or one.amount > known.amount):
                found[work.external_id, work.identity] = one
    return [one for one in found.values() if not _is_paid(session, launch, one)]


def _is_lost(session: Session, launch: Launch, work: UnsubmittedAssignment, offer: Offer, now: datetime) -> bool:
    """Whether it cannot be submitted any more: its HIT is closed, or its time is over and submissions were listed."""
    hit = session.scalar(select(Hit).where(Hit.launch_id == launch.id, Hit.external_id == work.external_hit_id))
    if hit is None or hit.closed_at is not None:
        return hit is not None
    last = work.taken_at + timedelta(minutes=offer.hold_minutes) + LIST_DELAY
    return now >= last and hit.checked_at is not None and hit.checked_at >= last


def _owed(session: Session, work: UnsubmittedAssignment, offer: Offer) -> Owed:
    tasks = session.execute(select(func.count()).where(Task.assignment_id == work.id)).scalar_one()
    answered = tasks - len(unanswered_tasks(session, work.id))
    finished = work.finished
    share = offer.reward if finished else (offer.reward * answered / tasks).quantize(CENT, ROUND_CEILING)
    return Owed(work.id, work.identity, work.external_id, finished, answered, tasks, share)


def _is_paid(session: Session, launch: Launch, one: Owed) -> bool:
    mine = (
        select(Assignment.id)
        .join(Assessor)
        .where(Assignment.external_id == one.external_id, Assessor.identity == one.identity)
    )
    assignments = mine.where(Assignment.link_id == launch.link_id)
    # A bonus that the platform refused is not tried again: the organiser was told.
    tried = STANDING | (Entry.note != NEVER_ARRIVED)
    by_bonus = exists().where(
        Entry.launch_id == launch.id, Entry.kind == "bonus", Entry.assignment_id.in_(assignments), tried
    )
    by_hit = exists().where(Hit.launch_id == launch.id, Hit.compensates_id.in_(assignments))
    return bool(session.scalar(select(by_bonus | by_hit)))


def awaits_pay(session: Session, launch: Launch, offer: Offer, assessor: Assessor, now: datetime) -> bool:
    """Whether work of the person may still be submitted, or is owed and will be paid by the rule of the offer."""
    mine = [work for work in unsubmitted_assignments(session, launch) if work.identity == assessor.identity]
    if any(_can_be_submitted(session, launch, work, offer, now) for work in mine):
        return True
    lost = [one for one in owed(session, launch, offer, now) if one.identity == assessor.identity]
    return any(offer.compensation == "share" or (offer.compensation != "none" and one.finished) for one in lost)


def _can_be_submitted(
    session: Session, launch: Launch, work: UnsubmittedAssignment, offer: Offer, now: datetime
) -> bool:
    known = exists().where(Hit.launch_id == launch.id, Hit.external_id == work.external_hit_id)
    return bool(session.scalar(select(known))) and not _is_lost(session, launch, work, offer, now)
