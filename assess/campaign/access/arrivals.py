"""Who arrives, by which link, from which platform.

A panel or Mechanical Turk sends everybody to one address, and its query parameters say who they are. Beware: a worker
who previews a HIT has no assignment yet; some parameters arrive with names spelt ``amp;hitId``, some with a value
doubled as ``A1,A1``; and the same assignment id comes with another worker after the first one returned it.
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
from assess.campaign.settings import settings_of
from assess.database.types import TEXT
from assess.errors import LinkError, ParameterError
from assess.store.assessors import get_or_create_assessor
from assess.store.seals import barred_since, is_reserved
from assess.store.tables import Assessor, AssessorKind, Campaign, Link

PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
IDENTIFIER = re.compile(r"[^\s\x00-\x1f\x7f]{1,128}")


@dataclass(frozen=True)
class Arrival:
    """Somebody who opened a link: the campaign, the link, what the token says, and the stored assessor.

    The assessor is None before the first consent or work: nothing is stored about people who decline or only look.
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
        """Whether this is a worker who looks at a HIT before accepting it: nothing may be stored."""
        return self.framed and not self.claim.external_id

    @property
    def own_link(self) -> bool:
        """Whether the link is personal: its owner may work on any device, and their judgments count at once."""
        return self.link.identity is not None


def read_arrival(session: Session, key: Key, token: str, now: datetime) -> Arrival:
    """The arrival for *token*. A link that is unknown, expired or revoked is an error."""
    arrival = _arrival(session, key.read(token), now)
    if arrival.link.identity is None and arrival.claim.identity is None:
        raise LinkError("unknown", "this link needs to be opened by the platform: it says who you are")
    return arrival


def arrive(session: Session, key: Key, token: str, parameters: Iterable[tuple[str, str]], now: datetime) -> Arrival:
    """The arrival of somebody sent by a panel or Mechanical Turk, with the platform's query parameters."""
    link = _arrival(session, key.read(token), now).link
    if link.identity is not None or link.kind == "organiser":
        raise LinkError("unknown", "this link is for one person: open it as it was given to you")
    values, settings = first_values(parameters), parse_link_settings(link.settings)
    names = settings.parameters
    assert names is not None  # every shared link has them
    if link.kind == "worker" and values.get(names.assignment or "", PREVIEW) == PREVIEW:
        # A worker previews the HIT: store nothing.
        return _arrival(session, Claim(link.id, ""), now)
    identity = _identifier(values, names.participant)
    # A panel without assignment ids sends each participant once.
    external_id = _identifier(values, names.assignment) if names.assignment else identity
    platform = {name: values[name] for name in names.names if name in values}
    if link.kind == "worker":
        platform["turkSubmitTo"] = allowed_origin(values.get("turkSubmitTo", ""), settings)
    return _arrival(session, Claim(link.id, identity, external_id, platform), now)


def first_values(parameters: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Name to its first value, with the prefix ``amp;`` and doubled values corrected."""
    values: dict[str, str] = {}
    for name, value in parameters:
        half, comma, other = value.partition(",")
        values.setdefault(name.removeprefix("amp;"), half if comma and half == other else value)
    return values


def allowed_origin(submit_to: str, settings: LinkSettings) -> str:
    """The origin to submit to, without a final slash. Only known origins: our page must not post to any address."""
    parts = urlsplit(submit_to)
    origin = f"{parts.scheme}://{parts.netloc}"
    if origin not in settings.submit_origins:
        known = ", ".join(settings.submit_origins)
        raise ParameterError(f"found turkSubmitTo={submit_to!r}, expected one of: {known}")
    return origin


def ensure_assessor(session: Session, arrival: Arrival) -> int:
    """The id of the arrival's assessor, who is stored now if they are new."""
    kind = _kind(arrival.link)
    if arrival.assessor is not None:
        return arrival.assessor.id
    counted = settings_of(arrival.campaign).counts(kind)
    # Nobody who was excluded comes back by being forgotten.
    excluded_at = barred_since(session, arrival.campaign.id, kind, arrival.identity)
    return get_or_create_assessor(
        session, arrival.campaign.id, kind, arrival.identity, counted=counted, excluded_at=excluded_at
    )


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
    if not IDENTIFIER.fullmatch(found) or is_reserved(found):
        raise ParameterError(f"found {name}={found!r} in the address, expected the platform's identifier")
    return found


def _kind(link: Link) -> AssessorKind:
    if link.kind == "organiser":
        raise LinkError("unknown", "an organiser's link leads to no judging")
    return link.kind
