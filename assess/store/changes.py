"""The record of what was changed in a campaign after its creation."""

from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.store.tables import Campaign, CampaignChange


def add_change(
    session: Session,
    campaign: Campaign,
    field: str,
    old: Any,
    new: Any,
    who: str | None,
    why: str | None,
    now: datetime,
    undoes_id: int | None = None,
) -> CampaignChange:
    """Append a change to the record."""
    change = CampaignChange(
        campaign_id=campaign.id, at=now, field=field, old=old, new=new, who=who, why=why, undoes_id=undoes_id
    )
    session.add(change)
    session.flush()
    return change


def changes_of(session: Session, campaign: Campaign) -> list[CampaignChange]:
    """Every change of the campaign, oldest first."""
    query = select(CampaignChange).where(CampaignChange.campaign_id == campaign.id)
    return list(session.scalars(query.order_by(CampaignChange.id)))


def state_before_closing(session: Session, campaign: Campaign) -> str | None:
    """The state that the campaign had before it was closed; None if that was not recorded."""
    states = [change for change in changes_of(session, campaign) if change.field == "state" and change.new == "closed"]
    return str(states[-1].old) if states else None


def change_numbered(session: Session, campaign: Campaign, number: int) -> CampaignChange:
    """The change of that number. Any other campaign's is unknown."""
    change = session.get(CampaignChange, number)
    if change is None or change.campaign_id != campaign.id:
        raise UnknownNameError(
            f"found no change {number} of campaign {campaign.name}: assess changes {campaign.name} lists them"
        )
    return change


def undone_by(session: Session, change: CampaignChange) -> CampaignChange | None:
    """The change that took this one back, if there is one."""
    return session.scalar(select(CampaignChange).where(CampaignChange.undoes_id == change.id))


def forgiven_at(session: Session, campaign: Campaign, assessor_id: int) -> datetime | None:
    """When an exclusion or a discard of this assessor was taken back last; None if never."""
    query = select(CampaignChange).where(
        CampaignChange.campaign_id == campaign.id, CampaignChange.field.in_(("exclude", "discard"))
    )
    found = [
        change.at
        for change in session.scalars(query)
        if change.new["assessor"] == assessor_id and None in (change.new.get("at", ""), change.new.get("from", ""))
    ]
    return max(found, default=None)
