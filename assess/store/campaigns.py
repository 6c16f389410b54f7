"""Campaigns, and what was changed in them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.errors import ConflictError, UnknownNameError
from assess.store.tables import Campaign, CampaignChange

Field = Literal["state", "parameters", "texts"]


def add_campaign(session: Session, name: str, seed: int, parameters: Mapping[str, Any], now: datetime) -> Campaign:
    """Store a new campaign in draft; its name must be free."""
    if session.scalar(select(Campaign.id).where(Campaign.name == name)):
        raise ConflictError(f"there is a campaign {name!r} already: choose another name")
    campaign = Campaign(name=name, state="draft", seed=seed, parameters=dict(parameters), texts={}, created_at=now)
    session.add(campaign)
    session.flush()
    return campaign


def campaign_named(session: Session, name: str) -> Campaign:
    """The campaign of that name. The error for an unknown name lists the known ones."""
    campaign = session.scalar(select(Campaign).where(Campaign.name == name))
    if campaign is None:
        known = ", ".join(session.scalars(select(Campaign.name).order_by(Campaign.name))) or "none"
        raise UnknownNameError(f"found no campaign {name!r}, expected one of: {known}")
    return campaign


def all_campaigns(session: Session) -> list[Campaign]:
    """Every campaign, oldest first."""
    return list(session.scalars(select(Campaign).order_by(Campaign.id)))


def change_campaign(session: Session, campaign: Campaign, field: Field, new: Any, now: datetime) -> None:
    """Change a field of the campaign, and record the old and the new value."""
    old = getattr(campaign, field)
    if old != new:
        session.add(CampaignChange(campaign_id=campaign.id, at=now, field=field, old=old, new=new))
        setattr(campaign, field, new)
        session.flush()
