"""Revoke a link: it opens nothing any more, and what is held by it goes back to others."""

from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.judging.held_work import Chosen, HeldWork, reclaim
from assess.store.tables import Campaign, Link


def revoke(session: Session, campaign: Campaign, link: Link, now: datetime) -> list[HeldWork]:
    """Make a link invalid at once; return the work that was held by it and is free now. Judgments made by it stay."""
    if link.revoked_at is None:
        link.revoked_at = now
        session.flush()
    return reclaim(session, campaign, Chosen(link=link.id), now)
