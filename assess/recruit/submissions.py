"""Submissions: collect them, match them with our assignments, and pay them.

Every submission is paid, also if it failed a challenge or was cut short. A worker who submits without ever having asked
for work is paid once and then excluded.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.campaign.people.exclusions import exclude
from assess.recruit.accounting.ledger import Intention, intend, settle
from assess.recruit.crowd import LIST_DELAY, SubmissionSource, Submitted
from assess.recruit.offer import Offer
from assess.recruit.recruiter import Recruiter
from assess.store.assessors import get_or_create_assessor
from assess.store.hits import hits_in_play
from assess.store.ledger import STANDING
from assess.store.submissions import matching_assignment, submission_of, submissions_to_pay, unsubmitted_assignments
from assess.store.tables import Assessor, Entry, Hit, HitKind, Launch, Submission

# How often the submissions of a HIT are listed that nobody has finished with us: if somebody began it; if nobody did.
SWEEP, QUIET_SWEEP = timedelta(hours=1), timedelta(hours=6)
AT_THE_PLATFORM = "decided at the platform"


@dataclass(frozen=True, slots=True)
class ListedHit:
    """A HIT whose submissions are listed somewhere, and what one of them costs.

    ``id`` is that of its row. A panel's HIT has none, because nothing is reserved for it: the panel has paid already.
    ``note`` stands in the ledger on payments that were not made by us.
    """

    external_id: str
    reward: Decimal
    fee: Decimal
    note: str
    id: int | None = None
    kind: HitKind | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a list brought: submissions, and payments by others, that are new in the database."""

    submissions: int
    payments: int


def collect(
    source: SubmissionSource,
    hit: ListedHit,
    launch: Launch,
    writing: Callable[[], AbstractContextManager[Session]],
    now: datetime,
) -> Recorded:
    """List the submissions of a HIT, then store them in one transaction, which holds the books."""
    found = source.submissions(hit.external_id)
    with writing() as session:
        return record(session, launch, hit, found, now)


def collect_where_due(recruiter: Recruiter, *, everywhere: bool) -> None:
    """Collect the submissions of every HIT where something may be new."""
    with recruiter.reading() as session:
        _, launch, offer = recruiter.launch(session)
        hits = _due(session, launch, offer, recruiter.now(), everywhere=everywhere)
    for hit in hits:
        external_id = hit.external_id or ""
        with recruiter.skipping_failures(f"HIT {external_id}"):
            listed = ListedHit(external_id, hit.reward, hit.fee, AT_THE_PLATFORM, hit.id, hit.kind)
            recorded = collect(recruiter.crowd, listed, launch, recruiter.writing, recruiter.now())
            recruiter.tally.submitted += recorded.submissions


def last_submission_time(hit: Hit, offer: Offer) -> datetime | None:
    """When nothing more can be submitted: the HIT has ended, nobody can hold it, and the lists are up to date."""
    if hit.ends_at is None:
        return None
    return hit.ends_at + timedelta(minutes=offer.hold_minutes) + LIST_DELAY


def _due(session: Session, launch: Launch, offer: Offer, now: datetime, *, everywhere: bool) -> list[Hit]:
    hits = [hit for hit in hits_in_play(session, launch.id) if hit.external_id is not None]
    if everywhere:
        return hits
    lately = now - timedelta(minutes=offer.hold_minutes) - LIST_DELAY
    unsubmitted = unsubmitted_assignments(session, launch, lately)
    begun = {assignment.external_hit_id for assignment in unsubmitted}
    finished = {assignment.external_hit_id for assignment in unsubmitted if assignment.finished}
    return [
        hit
        for hit in hits
        if hit.external_id in finished or _overdue(hit, offer, now, SWEEP if hit.external_id in begun else QUIET_SWEEP)
    ]


def _overdue(hit: Hit, offer: Offer, now: datetime, sweep: timedelta) -> bool:
    checked = hit.checked_at or hit.created_at
    last = last_submission_time(hit, offer)
    return now - checked >= sweep or (last is not None and checked < last <= now)


def record(session: Session, launch: Launch, hit: ListedHit, found: Iterable[Submitted], now: datetime) -> Recorded:
    """Store what a list says of a HIT; the same list again changes nothing. The caller holds the books."""
    if hit.id is not None:
        session.get_one(Hit, hit.id).checked_at = now
    submissions = payments = 0
    for told in found:
        known = submission_of(session, launch.id, told.assignment_id, told.identity)
        if known is None:
            known = _add(session, launch, hit, told, now)
            submissions += 1
        payments += _follow(session, launch, hit, known, told, now)
    return Recorded(submissions, payments)


def _add(session: Session, launch: Launch, hit: ListedHit, told: Submitted, now: datetime) -> Submission:
    assignment_id = matching_assignment(session, launch, told.assignment_id, told.identity)
    added = Submission(
        launch_id=launch.id,
        hit_id=hit.id,
        assignment_id=assignment_id,
        external_id=told.assignment_id,
        identity=told.identity,
        receipt=told.receipt,
        state="submitted",
        submitted_at=told.submitted_at,
        seen_at=now,
    )
    session.add(added)
    session.flush()
    if assignment_id is None and hit.kind == "work":
        _exclude_idle(session, launch, told.identity, now)
    return added


def _exclude_idle(session: Session, launch: Launch, identity: str, now: datetime) -> None:
    """Exclude somebody who submitted without ever asking for work: a script, which would go on while it is paid."""
    assessor = session.get_one(Assessor, get_or_create_assessor(session, launch.campaign_id, "worker", identity))
    exclude(assessor, now)


def _follow(
    session: Session, launch: Launch, hit: ListedHit, known: Submission, told: Submitted, now: datetime
) -> bool:
    """Follow a decision that was made elsewhere: by us in an earlier pass, by hand, or by the platform itself.

    Return whether the ledger has a new payment.
    """
    if told.state == "submitted" or told.state == known.state:
        return False
    known.state = told.state
    entry = session.scalar(select(Entry).where(Entry.submission_id == known.id, Entry.kind == "reward", STANDING))
    new = told.state == "approved" and entry is None
    if new:
        entry = intend(session, launch, _reward(hit.reward, hit.fee, known), now)
    if entry is not None and entry.outcome is None:
        settle(entry, "done" if told.state == "approved" else "refused", now, hit.note)
    return new


def intend_rewards(session: Session, launch: Launch, now: datetime) -> None:
    """Write down that everything submitted is paid: the price was reserved when its HIT was published."""
    for submission in submissions_to_pay(session, launch.id):
        hit = session.get_one(Hit, submission.hit_id)
        intend(session, launch, _reward(hit.reward, hit.fee, submission), now)


def _reward(reward: Decimal, fee: Decimal, submission: Submission) -> Intention:
    return Intention(
        "reward",
        str(submission.id),
        reward,
        fee,
        hit_id=submission.hit_id,
        submission_id=submission.id,
        assignment_id=submission.assignment_id,
    )
