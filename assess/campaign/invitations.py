"""Invite people, one or a whole list, with their share of the work: a quota, and topics."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.access.link_settings import check_share_of_work, parse_link_settings
from assess.campaign.access.links import invite
from assess.campaign.corrections.correction import Author, correct
from assess.campaign.corrections.shares import ChangeShare
from assess.errors import FormatError, ParameterError, UnknownNameError
from assess.formats.invitations import Invitation
from assess.store.links import valid_link
from assess.store.tables import Campaign, Link, LinkKind
from assess.store.topics import topic_ids


def invite_with_share(
    session: Session,
    campaign: Campaign,
    who: tuple[LinkKind, str],
    share: Mapping[str, Any],
    author: Author,
    now: datetime,
    expires_at: datetime | None = None,
) -> Link:
    """The person's link. If they have one already, their share is changed, which is recorded."""
    share = check_share_of_work(share, topic_ids(session, campaign.id))
    known = valid_link(session, campaign.id, *who, now)
    if known is None:
        given = {name: value for name, value in share.items() if value}
        return invite(session, campaign, *who, now, expires_at, given)
    settings = parse_link_settings(known.settings)
    before = {"quota": settings.quota, "topics": list(settings.topics), "adjudicator": settings.adjudicator}
    if changes := {name: value for name, value in share.items() if value != before[name]}:
        correct(session, campaign, ChangeShare(known.id, changes), author, now)
    return known


def invite_list(
    session: Session, campaign: Campaign, people: Iterable[Invitation], source: str, author: Author, now: datetime
) -> list[tuple[Invitation, Link]]:
    """The link of each person of a list. An error names the line; the caller's transaction then stores nothing."""
    made = []
    for person in people:
        if person.expires is not None and person.expires <= now:
            raise FormatError(
                f"{source}, line {person.line}, expires: found {person.expires:%Y-%m-%d}, expected a date to come"
            )
        share: dict[str, Any] = {"quota": person.quota} if person.quota else {}
        share |= {"topics": person.topics} if person.topics else {}
        try:
            link = invite_with_share(session, campaign, ("invited", person.name), share, author, now, person.expires)
        except (ParameterError, UnknownNameError) as error:
            raise FormatError(f"{source}, line {person.line}, topics: {error}") from error
        made.append((person, link))
    return made
