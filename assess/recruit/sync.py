"""One pass over a launch: see what was handed in, pay it, keep people away who failed, offer what is needed.

Every step is safe to repeat and to interrupt anywhere, and two passes at the same time do no harm: what makes or pays
something goes by the ledger, everything else can be said to a platform twice.
"""

from sqlalchemy.orm import Session

from assess.campaign.judging.leases import reclaim
from assess.recruit.accounting.compensation import compensate
from assess.recruit.calls import make_calls, withdraw_unsent
from assess.recruit.offer import Offer
from assess.recruit.recruiter import PassTally, Recruiter
from assess.recruit.submissions import collect_where_due, intend_rewards, last_hour
from assess.recruit.supply import adjust
from assess.store.exclusions import to_exclude, to_readmit
from assess.store.hits import hits_in_play
from assess.store.ledger import open_entries
from assess.store.progress import progress_of
from assess.store.submissions import count_submissions
from assess.store.tables import Campaign, Exclusion, Hit, Launch


def sync(recruiter: Recruiter, *, everywhere: bool = True) -> PassTally:
    """Make one pass; *everywhere* looks at every HIT, not only where something is likely to be new."""
    with recruiter.reading() as session:
        campaign, _, _ = recruiter.launch(session)
    reclaim(recruiter.engine, campaign.id, recruiter.now())
    collect_where_due(recruiter, everywhere=everywhere)
    with recruiter.writing() as session:
        _, launch, _ = recruiter.launch(session)
        intend_rewards(session, launch, recruiter.now())
    compensate(recruiter)
    keep_away(recruiter)
    adjust(recruiter)
    make_calls(recruiter)
    if not close_hits(recruiter):
        _end_if_quiet(recruiter)
    return recruiter.tally


def keep_away(recruiter: Recruiter) -> None:
    """Tell the platform who gets no more of our work, and who gets some again."""
    with recruiter.reading() as session:
        _, launch, _ = recruiter.launch(session)
        leaving, returning = to_exclude(session, launch), to_readmit(session, launch)
    for assessor in leaving:
        with recruiter.patience(f"worker {assessor.identity} is excluded by us alone"):
            recruiter.crowd.exclude(assessor.identity)
            with recruiter.writing() as session:
                session.merge(Exclusion(launch_id=launch.id, assessor_id=assessor.id, at=recruiter.now()))
            recruiter.tally.excluded += 1
    for assessor in returning:
        with recruiter.patience(f"worker {assessor.identity} is readmitted by us alone"):
            recruiter.crowd.readmit(assessor.identity)
            with recruiter.writing() as session:
                if kept := session.get(Exclusion, (launch.id, assessor.id)):
                    session.delete(kept)
            recruiter.tally.readmitted += 1


def close_hits(recruiter: Recruiter) -> int:
    """Close the HITs from which nothing more can come, so that nothing is reserved for them; return how many."""
    with recruiter.reading() as session:
        _, launch, offer = recruiter.launch(session)
        hits = hits_in_play(session, launch.id)
        decided = count_submissions(session, hits, "approved", "rejected")
        undecided = count_submissions(session, hits, "submitted")
    closed = 0
    for hit in hits:
        with recruiter.patience(f"HIT {hit.external_id}"):
            full = decided.get(hit.id, 0) >= hit.assignments
            if full or (hit.id not in undecided and _is_over(recruiter, hit, offer)):
                with recruiter.writing() as session:
                    session.get_one(Hit, hit.id).closed_at = recruiter.now()
                closed += 1
    return closed


def _is_over(recruiter: Recruiter, hit: Hit, offer: Offer) -> bool:
    """Whether the time of the last hold is over, the platform was asked since, and says that nobody holds a slot."""
    last = last_hour(hit, offer)
    if last is None or hit.external_id is None or hit.checked_at is None or hit.checked_at < last:
        return False
    return recruiter.crowd.slots(hit.external_id).pending == 0


def _end_if_quiet(recruiter: Recruiter) -> None:
    """End a launch that is to be stopped or has no work left, once nothing is on offer, in hand or on its way."""
    with recruiter.writing() as session:
        campaign, launch, _ = recruiter.launch(session)
        launch.synced_at = recruiter.now()
        if launch.state != "stopped" and not _has_work(session, campaign, launch) and _is_quiet(session, launch):
            launch.state, launch.stopped_at = "stopped", recruiter.now()


def _is_quiet(session: Session, launch: Launch) -> bool:
    """Compensation may stay on offer for weeks: nobody waits for that, and the platform pays it by itself."""
    working = any(hit.kind == "work" for hit in hits_in_play(session, launch.id))
    return not working and not open_entries(session, launch.id)


def _has_work(session: Session, campaign: Campaign, launch: Launch) -> bool:
    progress = progress_of(session, campaign.id)
    return launch.state == "open" and campaign.state != "closed" and bool(progress.missing or progress.ungraded)


def stop(recruiter: Recruiter) -> None:
    """Offer nothing any more. What is held may be finished and is paid: passes go on until all is quiet."""
    with recruiter.writing() as session:
        _, launch, _ = recruiter.launch(session)
        if launch.state == "open":
            launch.state = "stopping"
    withdraw_unsent(recruiter)
