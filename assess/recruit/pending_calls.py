"""Calls to the platform that the ledger has announced and that have no outcome yet: make them, store the outcome.

Each entry is claimed in a transaction of its own before its call, and settled in another one after it. If the process
dies in between, the next pass finds the entry open. Within a day the call is made again with the same token, and the
platform makes sure that it happens once. Later the token has lapsed, so the platform's lists are searched instead.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.recruit.accounting.ledger import NEVER_ARRIVED, settle
from assess.recruit.crowd import Bonus, NewCompensation, NewHit, NotNow, Published, Refused, Unreachable
from assess.recruit.recruiter import Recruiter
from assess.store.tables import Assessor, Assignment, Entry, EntryKind, Hit, Submission

# People are paid before anything new is offered.
ORDER: tuple[EntryKind, ...] = ("reward", "bonus", "top_up", "publish")
NOT_SENT = "not sent"
# Tokens are good for 24 hours on Mechanical Turk; the rest is for clocks that differ and calls that take long.
TOKEN_LIFE = timedelta(hours=23)
# What a call created is in the platform's lists after this time, at the latest.
LISTED_AFTER = timedelta(minutes=10)


class Step(Enum):
    """What to do about an entry now."""

    SEND = auto()
    LOOK = auto()
    WAIT = auto()
    NOTHING = auto()


@dataclass(frozen=True)
class LedgerCall:
    """An entry with everything that its call says."""

    entry: Entry
    hit: Hit | None
    submission: Submission | None
    creditor: str | None


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


def make_pending_calls(recruiter: Recruiter) -> None:
    """Make every call without an outcome; when a HIT is refused, the others like it are withdrawn unsent."""
    lapsed = []
    for entry_id in _open_in_order(recruiter):
        call, step = _claim(recruiter, entry_id)
        if step is Step.SEND:
            _make(recruiter, call)
        elif step is Step.LOOK:
            lapsed.append(call)
        elif step is Step.WAIT:
            recruiter.tally.waiting += 1
    if lapsed:
        with recruiter.skipping_failures("the platform's lists"):
            _check_lapsed(recruiter, lapsed)


def _open_in_order(recruiter: Recruiter) -> list[int]:
    with recruiter.reading() as session:
        query = select(Entry.id, Entry.kind).where(Entry.launch_id == recruiter.launch_id, Entry.outcome.is_(None))
        entries = session.execute(query.order_by(Entry.id)).all()
    return [entry_id for entry_id, _ in sorted(entries, key=lambda row: ORDER.index(row[1]))]


def _claim(recruiter: Recruiter, entry_id: int) -> tuple[LedgerCall, Step]:
    with recruiter.writing() as session:
        entry = session.get_one(Entry, entry_id)
        step = claim(entry, recruiter.now())
        hit = session.get(Hit, entry.hit_id) if entry.hit_id else None
        submission = session.get(Submission, entry.submission_id) if entry.submission_id else None
        return LedgerCall(entry, hit, submission, _creditor(session, hit)), step


def _creditor(session: Session, hit: Hit | None) -> str | None:
    """The person that a HIT of compensation is for."""
    if hit is None or hit.compensates_id is None:
        return None
    query = (
        select(Assessor.identity)
        .join(Assignment, Assignment.assessor_id == Assessor.id)
        .where(Assignment.id == hit.compensates_id)
    )
    return session.execute(query).scalar_one()


def _make(recruiter: Recruiter, call: LedgerCall) -> None:
    try:
        answer = _send(recruiter, call)
    except Unreachable:
        raise
    except NotNow:
        recruiter.tally.waiting += 1
    except Refused as refused:
        recruiter.tally.problems.append(str(refused))
        if call.entry.kind != "reward":  # a submission is paid as soon as that is possible
            _refuse(recruiter, call, str(refused))
        if call.entry.kind == "bonus" or call.creditor is not None:
            recruiter.tally.refused_payments += 1
        if call.entry.kind == "publish" and call.creditor is None:
            withdraw_unsent_hits(recruiter)
    else:
        _settle(recruiter, call, answer)


def _send(recruiter: Recruiter, call: LedgerCall) -> Published | str | None:
    """Make the call; return the platform's answer: the HIT that was published, or the state of a submission."""
    crowd, entry = recruiter.crowd, call.entry
    if entry.kind == "publish":
        if call.creditor is not None:
            return crowd.publish_compensation(NewCompensation(entry.token, call.creditor, entry.amount, _hit(call).id))
        return crowd.publish(NewHit(entry.token, entry.assignments))
    if entry.kind == "top_up":
        crowd.add_assignments(_hit(call).external_id or "", entry.assignments, entry.token)
        return None
    submission = _submission(call)
    if entry.kind == "reward":
        return crowd.approve(submission.external_id, submission.identity)
    reason = entry.reason or "Thank you for your work."
    crowd.send_bonus(Bonus(entry.token, submission.external_id, submission.identity, entry.amount, reason))
    return None


def _settle(recruiter: Recruiter, call: LedgerCall, answer: Published | str | None) -> None:
    """Store that a call happened, unless another process has done so."""
    with recruiter.writing() as session:
        entry = session.get_one(Entry, call.entry.id)
        if entry.outcome is not None:
            return
        now = recruiter.now()
        if isinstance(answer, Published):
            hit = session.get_one(Hit, entry.hit_id)
            hit.external_id, hit.ends_at = answer.hit_id, answer.ends_at
            recruiter.tally.published += hit.assignments
        if answer in ("approved", "rejected"):
            session.get_one(Submission, entry.submission_id).state = "approved" if answer == "approved" else "rejected"
        recruiter.tally.paid += answer == "approved"
        # A bonus for an assignment makes up for it; any other is the organiser's own.
        recruiter.tally.bonuses += entry.kind == "bonus" and entry.assignment_id is None
        recruiter.tally.compensated += entry.kind == "bonus" and entry.assignment_id is not None
        recruiter.tally.compensated += entry.kind == "publish" and call.creditor is not None
        settle(entry, "refused" if answer == "rejected" else "done", now)


def _refuse(recruiter: Recruiter, call: LedgerCall, note: str) -> None:
    with recruiter.writing() as session:
        entry = session.get_one(Entry, call.entry.id)
        if entry.outcome is None:
            _take_back(session, entry, note, recruiter.now())


def _take_back(session: Session, entry: Entry, note: str, now: datetime) -> None:
    """Store that a call did not happen: nothing is reserved any more for what it would have published."""
    settle(entry, "refused", now, note)
    if entry.kind == "publish":
        hit = session.get_one(Hit, entry.hit_id)
        hit.closed_at = now
        if note == NEVER_ARRIVED:
            hit.compensates_id = None  # so it is still owed
    if entry.kind == "top_up":
        session.get_one(Hit, entry.hit_id).assignments -= entry.assignments


def withdraw_unsent_hits(recruiter: Recruiter) -> None:
    """Take back the HITs that the ledger has announced and nobody has tried to publish."""
    with recruiter.writing() as session:
        query = (
            select(Entry)
            .join(Hit, Hit.id == Entry.hit_id)
            .where(
                Entry.launch_id == recruiter.launch_id,
                Entry.kind == "publish",
                Entry.outcome.is_(None),
                Entry.tried_at.is_(None),
                Hit.kind == "work",
            )
        )
        for entry in session.scalars(query):
            _take_back(session, entry, NOT_SENT, recruiter.now())


def _check_lapsed(recruiter: Recruiter, calls: list[LedgerCall]) -> None:
    """Ask the platform whether calls happened whose tokens have lapsed."""
    published = recruiter.crowd.find_published([call.entry.token for call in calls if call.entry.kind == "publish"])
    for call in calls:
        if call.entry.token in published:
            _settle(recruiter, call, published[call.entry.token])
        elif _has_happened(recruiter, call):
            _settle(recruiter, call, None)
        else:
            _refuse(recruiter, call, NEVER_ARRIVED)


def _has_happened(recruiter: Recruiter, call: LedgerCall) -> bool:
    if call.entry.kind == "bonus":
        return recruiter.crowd.has_bonus(_submission(call).external_id, call.entry.token)
    if call.entry.kind == "top_up":
        hit = _hit(call)
        return recruiter.crowd.assignment_counts(hit.external_id or "").assignments >= hit.assignments
    return False


def _hit(call: LedgerCall) -> Hit:
    assert call.hit is not None  # every publication and top-up is one of a HIT
    return call.hit


def _submission(call: LedgerCall) -> Submission:
    assert call.submission is not None  # every payment is one of a submission
    return call.submission
