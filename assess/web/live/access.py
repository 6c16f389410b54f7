"""Who may see scores: the organiser by a signed link, everybody by a secret address if the organiser makes one."""

import hmac

from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.exceptions import NotFound

from assess.campaign.access.links import check_link
from assess.errors import LinkError
from assess.live.view_settings import live_settings
from assess.store.tables import Campaign, Link
from assess.web.site import site

# The variable parts of the URL: {"token": ...} for the organiser, {"name": ..., "secret": ...} for everybody.
LiveAddress = dict[str, str]


def organiser_campaign(session: Session, token: str) -> Campaign:
    """The campaign of an organiser's link; raises `LinkError` for any other link."""
    link = check_link(session.get(Link, site().key.read(token).link_id), site().now())
    if link.kind != "organiser":
        raise LinkError("unknown", "this link does not lead to the scores")
    return session.get_one(Campaign, link.campaign_id)


def public_campaign(session: Session, name: str, secret: str) -> Campaign:
    """The campaign whose scores are for everybody who knows the address."""
    campaign = session.scalar(select(Campaign).where(Campaign.name == name))
    if campaign is None or not hmac.compare_digest(live_settings(campaign).public.encode(), secret.encode()):
        raise NotFound
    return campaign


def campaign_at(session: Session, address: LiveAddress) -> Campaign:
    """The campaign that an address of either kind shows."""
    return organiser_campaign(session, address["token"]) if "token" in address else public_campaign(session, **address)
