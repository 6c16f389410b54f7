"""Campaigns, and what was changed in them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.errors import ConflictError, UnknownNameError
from assess.store.changes import add_change
from assess.store.tables import Campaign

EMPTY = "the database has none yet: assess new NAME --topics FILE creates one, --db names another database"
Field = Literal["state", "parameters", "texts", "name"]


def add_campaign(session: Session, name: str, seed: int, parameters: Mapping[str, Any], now: datetime) -> Campaign:
    """Store a new campaign in draft; its name must be free."""
    check_free(session, name)
    campaign = Campaign(name=name, state="draft", seed=seed, parameters=dict(parameters), texts={}, created_at=now)
    session.add(campaign)
    session.flush()
    return campaign


def campaign_named(session: Session, name: str) -> Campaign:
    """The campaign of that name. The error for an unknown name lists the known ones."""
    campaign = session.scalar(select(Campaign).where(Campaign.name == name))
    if campaign is None:
        known = ", ".join(session.scalars(select(Campaign.name).order_by(Campaign.name)))
        raise UnknownNameError(f"found no campaign {name!r}, " + (f"expected one of: {known}" if known else EMPTY))
    return campaign


def all_campaigns(session: Session) -> list[Campaign]:
    """Every campaign, oldest first."""
    return list(session.scalars(select(Campaign).order_by(Campaign.id)))


def change_campaign(
    session: Session,
    campaign: Campaign,
    field: Field,
    new: Any,
    now: datetime,
    who: str | None = None,
    why: str | None = None,
) -> None:
    """Change a field of the campaign, and record the old and the new value, who changed it and why."""
    old = getattr(campaign, field)
    if old != new:
        add_change(session, campaign, field, old, new, who, why, now)
        setattr(campaign, field, new)
        session.flush()


def check_free(session: Session, name: str) -> None:
    """Refuse the name of another campaign."""
    if session.scalar(select(Campaign.id).where(Campaign.name == name)):
        raise ConflictError(f"there is a campaign {name!r} already: choose another name")
