"""Launches: where a campaign is on offer to a crowd."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.store.tables import Campaign, Launch, Link, Platform


def add_launch(
    session: Session, link: Link, platform: Platform, environment: str, terms: Mapping[str, Any], now: datetime
) -> Launch:
    """Store a new launch of the link's campaign. Its salt makes the tokens of its calls unlike those of any other."""
    launch = Launch(
        campaign_id=link.campaign_id,
        link_id=link.id,
        platform=platform,
        environment=environment,
        terms=dict(terms),
        salt=secrets.token_hex(6),
        state="open",
        launched_at=now,
    )
    session.add(launch)
    session.flush()
    return launch


def crowd_launch(session: Session, campaign: Campaign) -> Launch | None:
    """The campaign's launch on a platform with an API, if there is one."""
    return session.scalar(select(Launch).where(Launch.campaign_id == campaign.id, Launch.platform == "mturk"))


def known_launch(session: Session, campaign: Campaign) -> Launch:
    """The same; a campaign without one is refused."""
    launch = crowd_launch(session, campaign)
    if launch is None:
        raise UnknownNameError(f"campaign {campaign.name} was never launched: {_remedy(session, campaign)}")
    return launch


def crowd_links(session: Session, campaign: Campaign) -> list[tuple[Link, Launch | None]]:
    """The links by which people come who are paid, oldest first.

    They are those of all launches, and those of panels: a panel's launch is stored with the first list of its
    submissions.
    """
    query = (
        select(Link, Launch)
        .outerjoin(Launch, Launch.link_id == Link.id)
        .where(Link.campaign_id == campaign.id, or_(Link.kind == "panel", Launch.id.is_not(None)))
    )
    return [(link, launch) for link, launch in session.execute(query.order_by(Link.id))]


def _remedy(session: Session, campaign: Campaign) -> str:
    panels = [str(link.id) for link, _ in crowd_links(session, campaign)]
    if not panels:
        return f"assess launch {campaign.name}"
    return (
        f"its people come from a panel (link {', '.join(panels)}), which is told and pays on its own pages; "
        f"assess reconcile {campaign.name} FILE enters what it paid"
    )
