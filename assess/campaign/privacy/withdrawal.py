"""Somebody withdraws: they get no more work, their words are erased at once, and they are forgotten once paid."""

from datetime import datetime
from typing import Literal

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import Arrival, ensure_assessor
from assess.campaign.author import Author
from assess.campaign.corrections.correction import correct
from assess.campaign.corrections.discards import Discard
from assess.campaign.judging.leases import take_back
from assess.campaign.people.exclusions import ALWAYS
from assess.campaign.privacy.forgetting import forget
from assess.campaign.withdrawal_terms import judgments_after_withdrawal
from assess.errors import ConflictError
from assess.store.assignments import held_assignments
from assess.store.changes import add_change
from assess.store.forgetting import CROWDS, erase_comments
from assess.store.progress import lock_handing_out
from assess.store.seals import seal_person
from assess.store.tables import Assessor, Assignment, Campaign

Outcome = Literal["erased", "waiting"]
ASSESSOR = Author("the assessor")


def withdraw_by_oneself(session: Session, arrival: Arrival, now: datetime) -> Outcome:
    """Carry out the wish of the person who arrived. Doing it again changes nothing."""
    if arrival.assessor is None and not arrival.own_link:
        return "erased"  # nothing is stored
    assessor = session.get_one(Assessor, ensure_assessor(session, arrival))
    return withdraw(session, arrival.campaign, assessor, ASSESSOR, now)


def withdraw(
    session: Session,
    campaign: Campaign,
    assessor: Assessor,
    author: Author,
    now: datetime,
    *,
    discard: bool | None = None,
) -> Outcome:
    """Record the wish and forget the person; somebody who may still have to be paid waits until that is settled.

    *discard*: whether their judgments count no more; None means what the campaign says to its assessors.
    """
    check_person(assessor)
    record_wish(session, campaign, assessor, author, now, discard=discard)
    if may_be_owed(session, assessor):
        return "waiting"
    forget(session, campaign, assessor, author, now)
    return "erased"


def check_person(assessor: Assessor) -> None:
    """Refuse to forget a machine, the organiser, or somebody who was forgotten."""
    if assessor.kind in ("machine", "organiser"):
        raise ConflictError(f"assessor {assessor.id} is {assessor.kind}: only people who judged can be forgotten")
    if assessor.forgotten_at is not None:
        raise ConflictError(f"assessor {assessor.id} was forgotten already, on {assessor.forgotten_at:%Y-%m-%d}")


def may_be_owed(session: Session, assessor: Assessor) -> bool:
    """Whether a crowd's person has begun any work: then only the books can tell whether all of it is settled."""
    begun = exists().where(Assignment.assessor_id == assessor.id, Assignment.kind != "training")
    return assessor.kind in CROWDS and bool(session.scalar(select(begun)))


def record_wish(
    session: Session, campaign: Campaign, assessor: Assessor, author: Author, now: datetime, *, discard: bool | None
) -> None:
    """Do what can be done at once: no more work, no words, and judgments that count no more if that was said."""
    if assessor.withdrawn_at is not None:
        return
    lock_handing_out(session, campaign.id)
    if discard is None:
        discard = judgments_after_withdrawal(campaign) == "discard"
    if assessor.discarded_from is not None:
        assessor.seal = seal_person(session, assessor)  # gets no more work here, also under the same name again
    for assignment_id in held_assignments(session, campaign.id, assessor.id):
        take_back(session, assignment_id, now, for_good=True)
    new = {"assessor": assessor.id, "judgments": "discard" if discard else "keep"}
    add_change(session, campaign, "withdraw", None, new, author.who, author.why, now)
    if discard and (assessor.discarded_from is None or assessor.discarded_from > ALWAYS):
        correct(session, campaign, Discard(assessor.id), author, now)
    erase_comments(session, assessor.id)
    assessor.withdrawn_at = now
    session.flush()
