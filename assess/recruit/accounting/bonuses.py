"""Bonuses that the organiser gives: by the platform's API, or on a panel's own pages."""

import hashlib
from datetime import datetime
from decimal import Decimal

from sqlalchemy.orm import Session

from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.pay import MTURK, Fees
from assess.recruit.accounting.budget import check_affordable
from assess.recruit.accounting.ledger import Intention, intend, settle
from assess.recruit.recruiter import Recruiter
from assess.store.ledger import hold_books, is_intended
from assess.store.submissions import latest_submission
from assess.store.tables import Launch, Submission

PAID_THERE = "paid on the panel's pages"


def give_bonus(recruiter: Recruiter, identity: str, amount: Decimal, reason: str) -> None:
    """Enter a bonus on the worker's latest submission; the same one is not given twice."""
    cause = _cause(identity, amount, reason)
    with recruiter.writing() as session:
        campaign, launch, _ = recruiter.launch(session)
        submission = latest_submission(session, launch.id, identity)
        if submission is None:
            raise UnknownNameError(f"worker {identity} has submitted nothing here: a bonus needs a submission")
        _refuse_second(session, launch.id, cause, identity)
        fee = MTURK.of_bonus(amount)
        check_affordable(session, campaign, amount + fee, "the bonus")
        bonus = Intention("bonus", cause, amount, fee, submission_id=submission.id, reason=reason)
        intend(session, launch, bonus, recruiter.now())


def enter_panel_bonus(
    session: Session, submission: Submission, amount: Decimal, fees: Fees, reason: str, now: datetime
) -> None:
    """Enter a bonus that was paid on a panel's pages, for somebody who submitted there; the same one only once."""
    cause = _cause(submission.identity, amount, reason)
    launch = session.get_one(Launch, submission.launch_id)
    hold_books(session, launch.campaign_id)
    _refuse_second(session, launch.id, cause, submission.identity)
    bonus = Intention("bonus", cause, amount, fees.of_bonus(amount), submission_id=submission.id, reason=reason)
    settle(intend(session, launch, bonus, now), "done", now, PAID_THERE)


def _cause(identity: str, amount: Decimal, reason: str) -> str:
    """What makes a bonus the same as another one."""
    if amount <= 0 or not reason.strip():
        raise ParameterError(f"found a bonus of {amount} for {reason!r}, expected some money and a reason")
    return hashlib.sha256(f"{identity}/{amount:.2f}/{reason}".encode()).hexdigest()[:12]


def _refuse_second(session: Session, launch_id: int, cause: str, identity: str) -> None:
    if is_intended(session, launch_id, "bonus", cause):
        raise ConflictError(f"worker {identity} has got this bonus already: give another reason for another one")
