"""Links, and what an installation keeps for them: the key that signs them, the address they begin with."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select, update
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


def stored_setting(session: Session, name: str) -> str | None:
    """The value stored under *name*, or None."""
    return session.scalar(select(Setting.value).where(Setting.name == name))


def put_setting(session: Session, name: str, value: str) -> None:
    """Store the value under *name*, in place of an earlier one."""
    if get_or_create_setting(session, name, value) != value:
        session.execute(update(Setting).where(Setting.name == name).values(value=value))


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


def has_work_link(session: Session, campaign_id: int, now: datetime) -> bool:
    """Whether anybody has a link to judge by, neither revoked nor expired."""
    query = (
        select(Link.id)
        .where(Link.campaign_id == campaign_id, Link.kind != "organiser")
        .where(Link.revoked_at.is_(None), (Link.expires_at.is_(None)) | (Link.expires_at > now))
    )
    return session.scalar(query.limit(1)) is not None


def has_adjudicator(session: Session, campaign_id: int) -> bool:
    """Whether somebody was invited to decide disagreements."""
    return any(link.settings.get("adjudicator") for link in links_of(session, campaign_id))
