"""Launches: where a campaign is on offer to a crowd."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.store.tables import Assessor, Assignment, Campaign, Entry, EntryKind, Exclusion, Hit, Launch, Submission

ENDED = ("finished", "discarded")
# What was handed in at a platform is in its lists after this time, at the latest.
SETTLING = timedelta(minutes=15)
# The note on a call that was looked for when its token had lapsed, in vain.
NEVER_ARRIVED = "the platform does not know of it"
STANDING = or_(Entry.outcome.is_(None), Entry.outcome == "done")


def hold_books(session: Session, campaign_id: int) -> None:
    """Hold the campaign's money until the end of the transaction: nobody else promises any meanwhile."""
    if session.get_bind().dialect.name == "postgresql":
        query = select(Campaign.id).where(Campaign.id == campaign_id)
        session.execute(query.with_for_update(key_share=True))


def crowd_launch(session: Session, campaign: Campaign) -> Launch | None:
    """The campaign's launch on a platform with an API, if there is one."""
    return session.scalar(select(Launch).where(Launch.campaign_id == campaign.id, Launch.platform == "mturk"))


def known_launch(session: Session, campaign: Campaign) -> Launch:
    """The same; a campaign without one is refused."""
    launch = crowd_launch(session, campaign)
    if launch is None:
        raise UnknownNameError(f"campaign {campaign.name} was never launched: assess launch {campaign.name}")
    return launch
