"""Pay for assignments that were never submitted at the platform, by the rule of the organiser.

A worker who has submitted something else gets a bonus on that. Any other worker gets a HIT of their own, which only
needs to be submitted.
"""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.errors import BudgetError
from assess.pay import MTURK
from assess.recruit.accounting.budget import check_affordable
from assess.recruit.accounting.debts import Owed, owed
from assess.recruit.accounting.ledger import Intention, intend
from assess.recruit.offer import Compensation
from assess.recruit.recruiter import Recruiter
from assess.store.submissions import latest_submission
from assess.store.tables import Assessor, Assignment, Campaign, Hit, Launch

REASON = "For work of yours that did not reach this site."


def compensate(recruiter: Recruiter, rule: Compensation | None = None) -> None:
    """Enter payments for what is owed, by this rule or by that of the offer, as far as the budget goes."""
    with recruiter.writing() as session:
        campaign, launch, offer = recruiter.launch(session)
        rule = rule or offer.compensation
        if rule == "none":
            return
        for one in owed(session, launch, offer, recruiter.now()):
            if one.finished or rule == "share":
                try:
                    _pay(session, campaign, launch, one, recruiter.now())
                except BudgetError as error:
                    recruiter.tally.problems.append(str(error))


def _pay(session: Session, campaign: Campaign, launch: Launch, one: Owed, now: datetime) -> None:
    """Enter one payment: a bonus if the worker has a submission, else a HIT of their own."""
    known = latest_submission(session, launch.id, one.identity)
    if known is None:
        _add_compensation_hit(session, campaign, launch, one, now)
        return
    fee = MTURK.of_bonus(one.amount)
    check_affordable(session, campaign, one.amount + fee, f"the compensation of {one.identity}")
    bonus = Intention(
        "bonus",
        f"assignment{one.assignment_id}",
        one.amount,
        fee,
        submission_id=known.id,
        assignment_id=one.assignment_id,
        reason=REASON,
    )
    intend(session, launch, bonus, now)


def _add_compensation_hit(session: Session, campaign: Campaign, launch: Launch, one: Owed, now: datetime) -> None:
    if _has_open_compensation(session, launch, one.identity):
        return  # later: the qualification that marks these workers holds one number each
    fee = MTURK.of_reward(one.amount)
    check_affordable(session, campaign, one.amount + fee, f"the compensation of {one.identity}")
    hit = Hit(
        launch_id=launch.id,
        kind="compensation",
        compensates_id=one.assignment_id,
        assignments=1,
        reward=one.amount,
        fee=fee,
        created_at=now,
    )
    session.add(hit)
    session.flush()
    publication = Intention("publish", str(hit.id), one.amount, fee, hit_id=hit.id, assignment_id=one.assignment_id)
    intend(session, launch, publication, now)


def _has_open_compensation(session: Session, launch: Launch, identity: str) -> bool:
    query = (
        select(Hit.id)
        .join(Assignment, Assignment.id == Hit.compensates_id)
        .join(Assessor, Assessor.id == Assignment.assessor_id)
        .where(Hit.launch_id == launch.id, Hit.closed_at.is_(None), Assessor.identity == identity)
    )
    return session.scalar(query.limit(1)) is not None
