"""Bonuses that the organiser gives."""

import hashlib
from decimal import Decimal

from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.pay import MTURK
from assess.recruit.accounting.budget import check_affordable
from assess.recruit.accounting.ledger import Intention, intend
from assess.recruit.recruiter import Recruiter
from assess.store.ledger import is_intended
from assess.store.submissions import latest_submission


def give_bonus(recruiter: Recruiter, identity: str, amount: Decimal, reason: str) -> None:
    """Enter a bonus on the worker's latest submission; the same one is not given twice."""
    if amount <= 0 or not reason.strip():
        raise ParameterError(f"found a bonus of {amount} for {reason!r}, expected some money and a reason")
    cause = hashlib.sha256(f"{identity}/{amount:.2f}/{reason}".encode()).hexdigest()[:12]
    with recruiter.writing() as session:
        campaign, launch, _ = recruiter.launch(session)
        submission = latest_submission(session, launch.id, identity)
        if submission is None:
            raise UnknownNameError(f"worker {identity} has submitted nothing here: a bonus needs a submission")
        if is_intended(session, launch.id, "bonus", cause):
            raise ConflictError(f"worker {identity} has got this bonus already: give another reason for another one")
        fee = MTURK.of_bonus(amount)
        check_affordable(session, campaign, amount + fee, "the bonus")
        bonus = Intention("bonus", cause, amount, fee, submission_id=submission.id, reason=reason)
        intend(session, launch, bonus, recruiter.now())
