"""What a campaign has open with its crowds: HITs on offer, calls without an outcome, work that is not paid."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.errors import ConflictError
from assess.recruit.accounting.crowd_status import crowd_status
from assess.store.tables import Campaign, Entry, Launch, Submission


def check_nothing_open(session: Session, campaign: Campaign, now: datetime) -> None:
    """Raise if a crowd has open HITs of the campaign, or if anybody may still have to be paid."""
    crowd, open_ = crowd_status(session, campaign, now), []
    work = crowd.work if crowd else None
    if work and work.in_play:
        open_.append(f"{work.in_play:,} HITs on offer")
    if work and work.owed:
        open_.append(f"{len(work.owed):,} assignments that are owed")
    mine = select(Launch.id).where(Launch.campaign_id == campaign.id)
    unsettled = select(func.count()).where(Entry.launch_id.in_(mine), Entry.outcome.is_(None))
    if number := session.execute(unsettled).scalar_one():
        open_.append(f"{number:,} payments without an outcome")
    unpaid = select(func.count()).where(Submission.launch_id.in_(mine), Submission.state == "submitted")
    if number := session.execute(unpaid).scalar_one():
        open_.append(f"{number:,} submissions that are neither approved nor rejected")
    if open_:
        raise ConflictError(
            f"campaign {campaign.name} has {', '.join(open_)}: assess stop {campaign.name} ends the offer and pays"
        )
