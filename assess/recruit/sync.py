"""One pass over a launch: collect submissions, pay them, exclude workers who failed, publish what is needed.

Every step can be repeated, and interrupted anywhere, and two passes may run at the same time: calls that create or pay
something go through the ledger, and all other calls may be made twice.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from sqlalchemy.orm import Session

from assess.campaign.judging.leases import reclaim_lapsed
from assess.pay import format_money
from assess.recruit.accounting.compensation import compensate
from assess.recruit.forgetting import forget_withdrawn
from assess.recruit.hit_supply import publish_or_expire_hits
from assess.recruit.offer import Offer, read_terms
from assess.recruit.pending_calls import make_pending_calls, withdraw_unsent_hits
from assess.recruit.platform_exclusions import sync_exclusions
from assess.recruit.recruiter import PassTally, Recruiter
from assess.recruit.submissions import collect_where_due, intend_rewards, last_submission_time
from assess.store.hits import hits_in_play
from assess.store.ledger import open_entries
from assess.store.progress import progress_of
from assess.store.submissions import count_submissions
from assess.store.tables import Campaign, Hit, Launch


def sync(recruiter: Recruiter, *, everywhere: bool = True) -> PassTally:
    """Make one pass; *everywhere* lists the submissions of every HIT, not only where some are likely to be new."""
    with recruiter.reading() as session:
        campaign, _, _ = recruiter.launch(session)
    reclaim_lapsed(recruiter.engine, campaign.id, recruiter.now())
    collect_where_due(recruiter, everywhere=everywhere)
    with recruiter.writing() as session:
        _, launch, _ = recruiter.launch(session)
        intend_rewards(session, launch, recruiter.now())
    compensate(recruiter)
    sync_exclusions(recruiter)
    publish_or_expire_hits(recruiter)
    make_pending_calls(recruiter)
    if not close_hits(recruiter):
        _end_if_quiet(recruiter)
    _remark_compensation(recruiter)
    _forget_withdrawn(recruiter, campaign)
    return recruiter.tally


def close_hits(recruiter: Recruiter) -> int:
    """Close the HITs that can bring no more submissions, so that nothing is reserved for them; return how many."""
    with recruiter.reading() as session:
        _, launch, offer = recruiter.launch(session)
        hits = hits_in_play(session, launch.id)
        decided = count_submissions(session, hits, "approved", "rejected")
        undecided = count_submissions(session, hits, "submitted")
    closed = 0
    for hit in hits:
        with recruiter.skipping_failures(f"HIT {hit.external_id}"):
            full = decided.get(hit.id, 0) >= hit.assignments
            if full or (hit.id not in undecided and _is_over(recruiter, hit, offer)):
                with recruiter.writing() as session:
                    session.get_one(Hit, hit.id).closed_at = recruiter.now()
                closed += 1
    return closed


def _is_over(recruiter: Recruiter, hit: Hit, offer: Offer) -> bool:
    """Whether nobody can submit any more, submissions were listed since then, and no assignment is pending."""
    last = last_submission_time(hit, offer)
    if last is None or hit.external_id is None or hit.checked_at is None or hit.checked_at < last:
        return False
    return recruiter.crowd.assignment_counts(hit.external_id).pending == 0


def _end_if_quiet(recruiter: Recruiter) -> None:
    """End a launch that is stopping or has no work left, once no HIT is in play and every call has an outcome."""
    with recruiter.writing() as session:
        campaign, launch, _ = recruiter.launch(session)
        launch.synced_at = recruiter.now()
        if launch.state != "stopped" and not _has_work(session, campaign, launch) and _is_quiet(session, launch):
            launch.state, launch.stopped_at = "stopped", recruiter.now()


def _remark_compensation(recruiter: Recruiter) -> None:
    """Tell of HITs of compensation that outlive the launch: nobody but their workers can bring them to an end."""
    with recruiter.reading() as session:
        campaign, launch, _ = recruiter.launch(session)
        hits = [hit for hit in hits_in_play(session, launch.id) if hit.kind == "compensation"]
    if hits and launch.state == "stopped":
        reserved = format_money(sum((hit.reward + hit.fee for hit in hits), Decimal(0)))
        number = f"{len(hits)} HIT{'' if len(hits) == 1 else 's'}"
        recruiter.tally.remarks.append(
            f"still on offer to make up for lost work: {number}, {reserved}, until the workers submit; "
            f"run assess sync {campaign.name} from time to time to enter that in the books"
        )


def _forget_withdrawn(recruiter: Recruiter, campaign: Campaign) -> None:
    """Forget workers who withdrew and are paid now."""
    if number := len(forget_withdrawn(recruiter.engine, recruiter.now(), campaign.id).people):
        people = "1 person who" if number == 1 else f"{number} people who"
        recruiter.tally.remarks.append(f"erased what identified {people} withdrew: everything is settled with them")


def _is_quiet(session: Session, launch: Launch) -> bool:
    """Whether nothing is left to wait for. Compensation may stay on offer for weeks: the platform pays it by itself."""
    working = any(hit.kind == "work" for hit in hits_in_play(session, launch.id))
    return not working and not open_entries(session, launch.id)


def _has_work(session: Session, campaign: Campaign, launch: Launch) -> bool:
    progress = progress_of(session, campaign.id)
    return launch.state == "open" and campaign.state != "closed" and bool(progress.missing or progress.ungraded)


def stop(recruiter: Recruiter) -> None:
    """Stop offering HITs. Assignments that people hold may be finished and are paid: passes go on until then."""
    with recruiter.writing() as session:
        _, launch, _ = recruiter.launch(session)
        if launch.state == "open":
            launch.state = "stopping"
    withdraw_unsent_hits(recruiter)


@dataclass(frozen=True)
class WaitedFor:
    """What a launch waits for before it ends: HITs that somebody may hold, until when; calls without an outcome."""

    hits: int
    until: datetime | None
    calls: int


def waited_for(session: Session, launch: Launch) -> WaitedFor | None:
    """What the launch still waits for; None if it has ended."""
    if launch.state == "stopped":
        return None
    offer = read_terms(launch.terms)
    hits = [hit for hit in hits_in_play(session, launch.id) if hit.kind == "work"]
    times = [time for hit in hits if (time := last_submission_time(hit, offer)) is not None]
    return WaitedFor(len(hits), max(times, default=None), len(open_entries(session, launch.id)))
