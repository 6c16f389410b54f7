"""Who comes, by which link, from which platform.

A panel or Mechanical Turk sends people to one address and tells in its parameters who they are. Facts about these
parameters: a worker previewing a HIT has no assignment yet; some arrive with names spelt ``amp;hitId``, some with a
value doubled as ``A1,A1``; and an assignment id comes back with another worker when the first returned it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from urllib.parse import urlsplit

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from assess.campaign.access.link_settings import LinkSettings, parse_link_settings
from assess.campaign.access.links import check_link
from assess.campaign.access.tokens import Claim, Key
from assess.database.types import TEXT
from assess.errors import LinkError, ParameterError
from assess.store.assessors import get_or_create_assessor
from assess.store.tables import Assessor, AssessorKind, Campaign, Link

PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
IDENTIFIER = re.compile(r"[^\s\x00-\x1f\x7f]{1,128}")


@dataclass(frozen=True)
class Arrival:
    """Somebody at the door: the link, the person, and the platform's name of this arrival (none with an own link).

    The assessor is None until the first consent or work: whoever declines, or only looks, leaves nothing behind.
    """

    campaign: Campaign
    link: Link
    claim: Claim
    assessor: Assessor | None = None

    @cached_property
    def settings(self) -> LinkSettings:
        return parse_link_settings(self.link.settings)

    @property
    def identity(self) -> str:
        return self.claim.identity or self.link.identity or ""

    @property
    def framed(self) -> bool:
        """Whether the pages are shown inside the frame of a platform."""
        return self.link.kind == "worker"

    @property
    def preview(self) -> bool:
        """Whether somebody only looks at work before accepting it: nothing may be stored."""
        return self.framed and not self.claim.external_id

    @property
    def own_link(self) -> bool:
        """A dedicated assessor: one assignment after the other, on any device, judgments count at once."""
        return self.link.identity is not None


def read_arrival(session: Session, key: Key, token: str, now: datetime) -> Arrival:
    """The arrival that *token* names; a link that is unknown, expired or revoked is refused."""
    arrival = _arrival(session, key.read(token), now)
    if arrival.link.identity is None and arrival.claim.identity is None:
        raise LinkError("unknown", "this link needs to be opened by the platform: it says who you are")
    return arrival


def arrive(session: Session, key: Key, token: str, parameters: Iterable[tuple[str, str]], now: datetime) -> Arrival:
    """The arrival of somebody whom a panel or Mechanical Turk sent, with what it says about her."""
    link = _arrival(session, key.read(token), now).link
    if link.identity is not None or link.kind == "organiser":
        raise LinkError("unknown", "this link is for one person: open it as it was given to you")
    values, settings = first_values(parameters), parse_link_settings(link.settings)
    names = settings.parameters
    assert names is not None  # every link that many people share has them
    if link.kind == "worker" and values.get(names.assignment or "", PREVIEW) == PREVIEW:
        # A worker who looks at the HIT before accepting it: store nothing.
        return _arrival(session, Claim(link.id, ""), now)
    identity = _identifier(values, names.participant)
    # A panel without assignment ids sends each participant once.
    external_id = _identifier(values, names.assignment) if names.assignment else identity
    platform = {name: values[name] for name in names.names if name in values}
    if link.kind == "worker":
        platform["turkSubmitTo"] = allowed_origin(values.get("turkSubmitTo", ""), settings)
    return _arrival(session, Claim(link.id, identity, external_id, platform), now)


def first_values(parameters: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Name to the first value given for it, however the platform spelt the name and doubled the value."""
    values: dict[str, str] = {}
    for name, value in parameters:
        half, comma, other = value.partition(",")
        values.setdefault(name.removeprefix("amp;"), half if comma and half == other else value)
    return values


def allowed_origin(submit_to: str, settings: LinkSettings) -> str:
    """The origin to submit to, without a final slash; only known ones, or our page would post to any address."""
    parts = urlsplit(submit_to)
    origin = f"{parts.scheme}://{parts.netloc}"
    if origin not in settings.submit_origins:
        known = ", ".join(settings.submit_origins)
        raise ParameterError(f"found turkSubmitTo={submit_to!r}, expected one of: {known}")
    return origin


def known_assessor(session: Session, arrival: Arrival) -> int:
    """The id of the arrival's assessor, stored now if it is the first time that something is kept of her."""
    if arrival.assessor is not None:
        return arrival.assessor.id
    return get_or_create_assessor(session, arrival.campaign.id, _kind(arrival.link), arrival.identity)


_ARRIVAL = (
    select(Link, Campaign, Assessor)
    .join(Campaign, Campaign.id == Link.campaign_id)
    .outerjoin(
        Assessor,
        (Assessor.campaign_id == Link.campaign_id)
        & (Assessor.kind == Link.kind)
        & (Assessor.identity == func.coalesce(bindparam("identity", type_=TEXT), Link.identity)),
    )
    .where(Link.id == bindparam("link"))
)


def _arrival(session: Session, claim: Claim, now: datetime) -> Arrival:
    found = session.execute(_ARRIVAL, {"link": claim.link_id, "identity": claim.identity}).first()
    link = check_link(found and found[0], now)
    assert found is not None
    return Arrival(found[1], link, claim, found[2])


def _identifier(values: Mapping[str, str], name: str) -> str:
    found = values.get(name, "")
    if not IDENTIFIER.fullmatch(found):
        raise ParameterError(f"found {name}={found!r} in the address, expected the platform's identifier")
    return found


def _kind(link: Link) -> AssessorKind:
    if link.kind == "organiser":
        raise LinkError("unknown", "an organiser's link leads to no judging")
    return link.kind
