"""Links for a person, a machine, a panel, a platform or the organiser.

The address of a link carries a signed token (see `tokens`). Whether the link is expired or revoked is looked up at each
use, so that revoking it works at once.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.access.tokens import UNKNOWN_LINK
from assess.errors import LinkError, ParameterError
from assess.store.links import add_link, valid_link
from assess.store.seals import is_reserved
from assess.store.tables import Campaign, Link, LinkKind

# The identity of the link to the organiser's pages.
ORGANISER = "organiser"


def invite(
    session: Session,
    campaign: Campaign,
    kind: LinkKind,
    identity: str,
    now: datetime,
    expires_at: datetime | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Link:
    """The link of one person or machine: their valid link if they have one, otherwise a new one with *settings*."""
    if is_reserved(identity):
        raise ParameterError(f"found the name {identity!r}, expected another: it stands for somebody who was forgotten")
    known = valid_link(session, campaign.id, kind, identity, now)
    return known or add_link(session, campaign.id, kind, identity, settings or {}, now, expires_at)


def organiser_link(session: Session, campaign: Campaign, now: datetime) -> Link:
    """The link to the organiser's pages of a campaign."""
    return invite(session, campaign, "organiser", ORGANISER, now)


def check_link(link: Link | None, now: datetime) -> Link:
    """The link, if it exists and is neither expired nor revoked; otherwise an error."""
    if link is None:
        raise LinkError("unknown", UNKNOWN_LINK)
    refuse_link(expired=link.expires_at is not None and link.expires_at <= now, revoked=link.revoked_at is not None)
    return link


def refuse_link(*, expired: bool, revoked: bool) -> None:
    """Raise if a link is expired or revoked."""
    if revoked:
        raise LinkError("revoked", "this link was withdrawn: ask the organiser for a new one")
    if expired:
        raise LinkError("expired", "this link has expired: ask the organiser for a new one")
