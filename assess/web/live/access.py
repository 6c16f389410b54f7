"""Who may look at scores: the organiser by her signed link, everybody by a secret address where she allows it."""

import hmac

from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.exceptions import NotFound

from assess.campaign.access.links import check_link
from assess.errors import LinkError
from assess.live.view_settings import live_settings
from assess.store.tables import Campaign, Link
from assess.web.site import site

# What the address says: {"token": ...} of the organiser, {"name": ..., "secret": ...} of everybody.
LiveAddress = dict[str, str]


def organiser_campaign(session: Session, token: str) -> Campaign:
    """The campaign of an organiser's link; any other link does not lead here."""
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
    """The campaign that is looked at, by whichever address."""
    return organiser_campaign(session, address["token"]) if "token" in address else public_campaign(session, **address)
