"""What was handed in at the platform: seen, matched with what we have of it, and paid.

Whoever hands something in is paid: for work that we kept, for work that failed a challenge, for work cut short. Who
fails, or hands in without having done anything, gets no more of it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.campaign.people.exclusion import exclude
from assess.recruit.accounting.ledger import Intention, intend, settle
from assess.recruit.crowd import Submitted
from assess.recruit.offer import Offer
from assess.recruit.recruiter import Recruiter
from assess.store.assessors import assessor_id
from assess.store.launches import (
    ENDED,
    SETTLING,
    STANDING,
    hits_in_play,
    matching_assignment,
    submission_of,
    submissions_to_pay,
    unmatched_work,
)
from assess.store.tables import Assessor, Entry, Hit, Launch, Submission

# How often a HIT is looked at of which somebody has come to us, even though nobody has finished anything there;
# and any other HIT: whoever hands in without ever coming to us is in no hurry.
SWEEP, QUIET_SWEEP = timedelta(hours=1), timedelta(hours=6)
AT_THE_PLATFORM = "decided at the platform"


def look(recruiter: Recruiter, *, everywhere: bool) -> None:
    """See what was handed in at every HIT where something may be new."""
    with recruiter.reading() as session:
        _, launch, offer = recruiter.launch(session)
        hits = _due(session, launch, offer, recruiter.now(), everywhere=everywhere)
    for hit in hits:
        with recruiter.patience(f"HIT {hit.external_id}"):
            found = recruiter.crowd.submissions(hit.external_id or "")
            with recruiter.writing() as session:
                recruiter.tally.submitted += record(session, launch, hit.id, found, recruiter.now())


def last_hour(hit: Hit, offer: Offer) -> datetime | None:
    """When nothing more can come from a HIT: its offer ended, every hold is over, and the lists know of it."""
    if hit.ends_at is None:
        return None
    return hit.ends_at + timedelta(minutes=offer.hold_minutes) + SETTLING


def _due(session: Session, launch: Launch, offer: Offer, now: datetime, *, everywhere: bool) -> list[Hit]:
    hits = [hit for hit in hits_in_play(session, launch.id) if hit.external_id is not None]
    if everywhere:
        return hits
    lately = now - timedelta(minutes=offer.hold_minutes) - SETTLING
    visits = unmatched_work(session, launch, lately)
    visited, finished = (
        {work.external_hit_id for work in visits},
        {work.external_hit_id for work in visits if work.state in ENDED},
    )
    return [
        hit
        for hit in hits
        if hit.external_id in finished
        or _overdue(hit, offer, now, SWEEP if hit.external_id in visited else QUIET_SWEEP)
    ]


def _overdue(hit: Hit, offer: Offer, now: datetime, sweep: timedelta) -> bool:
    checked = hit.checked_at or hit.created_at
    last = last_hour(hit, offer)
    return now - checked >= sweep or (last is not None and checked < last <= now)


def record(session: Session, launch: Launch, hit_id: int, found: Iterable[Submitted], now: datetime) -> int:
    """Keep what the platform tells of a HIT; return how many submissions are new."""
    hit = session.get_one(Hit, hit_id)
    hit.checked_at = now
    new = 0
    for told in found:
        known = submission_of(session, launch.id, told.assignment_id, told.identity)
        if known is None:
            known = _keep(session, launch, hit, told, now)
            new += 1
        _follow(session, launch, hit, known, told, now)
    return new


def _keep(session: Session, launch: Launch, hit: Hit, told: Submitted, now: datetime) -> Submission:
    assignment_id = matching_assignment(session, launch, told.assignment_id, told.identity)
    kept = Submission(
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
    session.add(kept)
    session.flush()
    if assignment_id is None and hit.kind == "work":
        _exclude_idle(session, launch, told.identity, now)
    return kept


def _exclude_idle(session: Session, launch: Launch, identity: str, now: datetime) -> None:
    """Somebody handed in without ever asking for work: a script, which would go on for as long as it is paid."""
    assessor = session.get_one(Assessor, assessor_id(session, launch.campaign_id, "worker", identity))
    exclude(assessor, now)


def _follow(session: Session, launch: Launch, hit: Hit, known: Submission, told: Submitted, now: datetime) -> None:
    """Follow what was decided at the platform: by us, by hand on its pages, or by itself when the time was over."""
    if told.state == "submitted" or told.state == known.state:
        return
    known.state = told.state
    entry = session.scalar(select(Entry).where(Entry.submission_id == known.id, Entry.kind == "reward", STANDING))
    if told.state == "approved" and entry is None:
        entry = intend(session, launch, _reward(hit, known), now)
    if entry is not None and entry.outcome is None:
        settle(entry, "done" if told.state == "approved" else "refused", now, AT_THE_PLATFORM)


def intend_rewards(session: Session, launch: Launch, now: datetime) -> None:
    """Write down that everything handed in is paid: the price was reserved when its HIT was published."""
    for submission in submissions_to_pay(session, launch.id):
        hit = session.get_one(Hit, submission.hit_id)
        intend(session, launch, _reward(hit, submission), now)


def _reward(hit: Hit, submission: Submission) -> Intention:
    return Intention(
        "reward",
        str(submission.id),
        hit.reward,
        hit.fee,
        hit_id=hit.id,
        submission_id=submission.id,
        assignment_id=submission.assignment_id,
    )
