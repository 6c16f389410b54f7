"""Signed tokens: what the address of a link carries.

A token says which link was used and, where many people share a link, who came by it. Nobody can forge one without the
key of the installation.
"""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy.orm import Session

from assess.errors import LinkError
from assess.store.links import get_or_create_setting

SALT = "assess link"
# Checking a signature takes time: this many tokens are kept with their claims.
CACHED_TOKENS = 1024
UNKNOWN_LINK = "this link is not complete: open it again from where you got it, letter by letter"


@dataclass(frozen=True)
class Claim:
    """What a token says: the link and, where many people share it, the person and the platform's assignment id."""

    link_id: int
    identity: str | None = None
    external_id: str = ""
    platform: Mapping[str, str] = field(default_factory=dict)


class Key:
    """The secret of an installation. It signs tokens, and refuses tokens that it did not sign."""

    def __init__(self, secret: str) -> None:
        self.read = lru_cache(CACHED_TOKENS)(self._read)
        self._serializer = URLSafeSerializer(secret, salt=SALT, signer_kwargs={"digest_method": hashlib.sha256})

    def token(self, claim: Claim) -> str:
        """The token for *claim*, for an address or an Authorization header."""
        if claim.identity is None:
            return self._sign([claim.link_id])
        return self._sign([claim.link_id, claim.identity, claim.external_id, dict(claim.platform)])

    def _read(self, token: str) -> Claim:
        """The claim in *token*. A token that this key did not sign is an error."""
        try:
            fields = self._serializer.loads(token)
        except BadSignature:
            raise LinkError("unknown", UNKNOWN_LINK) from None
        return Claim(*fields)

    def _sign(self, fields: list[Any]) -> str:
        signed = self._serializer.dumps(fields)
        return signed if isinstance(signed, str) else signed.decode()


def signing_key(session: Session, given: str | None = None) -> Key:
    """The key of this installation: the secret *given*, or a random one that the database keeps."""
    return Key(given or get_or_create_setting(session, "secret", secrets.token_urlsafe(32)))
