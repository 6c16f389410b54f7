"""Launches: where a campaign is on offer to a crowd."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select
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
        raise UnknownNameError(f"campaign {campaign.name} was never launched: assess launch {campaign.name}")
    return launch
