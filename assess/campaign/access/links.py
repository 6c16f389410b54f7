"""Ways in: signed links for a person, a machine, a panel, a platform or the organiser.

The address carries a signed token that names the link. Whether the link expired or was revoked is looked up at each
use, so that revoking it works at once.
"""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy.orm import Session

from assess.errors import LinkError
from assess.store.links import add_link, get_or_create_setting, valid_link
from assess.store.tables import Campaign, Link, LinkKind

SALT = "assess link"
# Tokens whose signature was checked and is not checked again.
AT_WORK = 1024
UNKNOWN = "this link is not complete: open it again from where you got it, letter by letter"
# Whom the link to the organiser's pages is for.
ORGANISER = "organiser"


@dataclass(frozen=True)
class Claim:
    """What a token says: a link and, where many people share it, who came by it on which arrival."""

    link_id: int
    identity: str | None = None
    external_id: str = ""
    platform: Mapping[str, str] = field(default_factory=dict)


class Key:
    """The secret of an installation: signs tokens, and believes only what it signed."""

    def __init__(self, secret: str) -> None:
        self.read = lru_cache(AT_WORK)(self._read)
        self._serializer = URLSafeSerializer(secret, salt=SALT, signer_kwargs={"digest_method": hashlib.sha256})

    def token(self, claim: Claim) -> str:
        """The token that says the same as *claim*, for an address or an Authorization header."""
        if claim.identity is None:
            return self._sign([claim.link_id])
        return self._sign([claim.link_id, claim.identity, claim.external_id, dict(claim.platform)])

    def _read(self, token: str) -> Claim:
        """What *token* says, if this key signed it; those of people at work are remembered."""
        try:
            said = self._serializer.loads(token)
        except BadSignature:
            raise LinkError("unknown", UNKNOWN) from None
        return Claim(*said)

    def _sign(self, said: list[Any]) -> str:
        signed = self._serializer.dumps(said)
        return signed if isinstance(signed, str) else signed.decode()


def signing_key(session: Session, given: str | None = None) -> Key:
    """The key of this installation: the secret *given*, or a random one that the database keeps."""
    return Key(given or get_or_create_setting(session, "secret", secrets.token_urlsafe(32)))


def invite(
    session: Session,
    campaign: Campaign,
    kind: LinkKind,
    identity: str,
    now: datetime,
    expires_at: datetime | None = None,
) -> Link:
    """The link of one person or machine; whoever has one that still leads in keeps it."""
    known = valid_link(session, campaign.id, kind, identity, now)
    return known or add_link(session, campaign.id, kind, identity, {}, now, expires_at)


def organiser_link(session: Session, campaign: Campaign, now: datetime) -> Link:
    """The link to the organiser's pages of a campaign."""
    return invite(session, campaign, "organiser", ORGANISER, now)


def check_link(link: Link | None, now: datetime) -> Link:
    """The link, if it leads in now."""
    if link is None:
        raise LinkError("unknown", UNKNOWN)
    refuse_link(expired=link.expires_at is not None and link.expires_at <= now, revoked=link.revoked_at is not None)
    return link


def refuse_link(*, expired: bool, revoked: bool) -> None:
    """Raise when a link does not lead in any more."""
    if revoked:
        raise LinkError("revoked", "this link was withdrawn: ask the organiser for a new one")
    if expired:
        raise LinkError("expired", "this link has expired: ask the organiser for a new one")


def revoke(link: Link, now: datetime) -> None:
    """Close a way in, at once; what was judged by it stays."""
    if link.revoked_at is None:
        link.revoked_at = now
