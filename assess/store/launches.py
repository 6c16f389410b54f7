"""Launches: where a campaign is on offer to a crowd."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.store.tables import Campaign, Launch


def crowd_launch(session: Session, campaign: Campaign) -> Launch | None:
    """The campaign's launch on a platform with an API, if there is one."""
    return session.scalar(select(Launch).where(Launch.campaign_id == campaign.id, Launch.platform == "mturk"))


def known_launch(session: Session, campaign: Campaign) -> Launch:
    """The same; a campaign without one is refused."""
    launch = crowd_launch(session, campaign)
    if launch is None:
        raise UnknownNameError(f"campaign {campaign.name} was never launched: assess launch {campaign.name}")
    return launch
