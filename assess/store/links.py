"""Links, and the key that signs them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from assess.store.tables import Link, LinkKind, Setting


def get_or_create_setting(session: Session, name: str, new: str) -> str:
    """The value stored under *name*; if there is none, store *new*. Concurrent calls get the same value."""
    query = select(Setting.value).where(Setting.name == name)
    stored = session.scalar(query)
    if stored is not None:
        return stored
    try:
        with session.begin_nested():
            session.add(Setting(name=name, value=new))
    except IntegrityError:  # another transaction stored one a moment ago
        return session.execute(query).scalar_one()
    return new


def add_link(
    session: Session,
    campaign_id: int,
    kind: LinkKind,
    identity: str | None,
    settings: Mapping[str, Any],
    now: datetime,
    expires_at: datetime | None = None,
) -> Link:
    link = Link(
        campaign_id=campaign_id,
        kind=kind,
        identity=identity,
        settings=dict(settings),
        created_at=now,
        expires_at=expires_at,
    )
    session.add(link)
    session.flush()
    return link


def links_of(session: Session, campaign_id: int) -> list[Link]:
    """The links of a campaign, oldest first."""
    return list(session.scalars(select(Link).where(Link.campaign_id == campaign_id).order_by(Link.id)))


def valid_link(session: Session, campaign_id: int, kind: LinkKind, identity: str, now: datetime) -> Link | None:
    """The person's newest link that is neither revoked nor expired."""
    query = (
        select(Link)
        .where(Link.campaign_id == campaign_id, Link.kind == kind, Link.identity == identity)
        .where(Link.revoked_at.is_(None), (Link.expires_at.is_(None)) | (Link.expires_at > now))
        .order_by(Link.id.desc())
    )
    return session.scalar(query.limit(1))
