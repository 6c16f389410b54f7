"""Keyed hashes that stand for erased names: they recognise a name that comes again, and do not tell it.

The key is a secret of the installation. Who has neither the key nor the name cannot get the name from its hash.
"""

import hmac
import re
import secrets
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.store.links import get_or_create_setting, stored_setting
from assess.store.tables import Assessor, AssessorKind

KEY = "seal"
# What stands in place of an erased name, with a number or a hash after it.
FORGOTTEN = "forgotten-"
RESERVED = re.compile(rf"{FORGOTTEN}[0-9a-f]+")


def seal(session: Session, *parts: object) -> str:
    """The keyed hash of what the parts say."""
    return _hash(get_or_create_setting(session, KEY, secrets.token_urlsafe(32)), parts)


def seal_person(session: Session, assessor: Assessor) -> str:
    """The keyed hash of an assessor's identity, valid in their campaign."""
    return seal(session, "person", assessor.campaign_id, assessor.kind, assessor.identity)


def barred_since(session: Session, campaign_id: int, kind: AssessorKind, identity: str) -> datetime | None:
    """Since when somebody of this identity is excluded who was forgotten meanwhile; None if nobody is."""
    if (key := stored_setting(session, KEY)) is None:
        return None
    sealed = _hash(key, ("person", campaign_id, kind, identity))
    since = func.coalesce(Assessor.excluded_at, Assessor.withdrawn_at, Assessor.forgotten_at)
    return session.scalar(select(since).where(Assessor.campaign_id == campaign_id, Assessor.seal == sealed).limit(1))


def sealed_reference(session: Session, launch_id: int, external_id: str) -> str:
    """What stands in place of the platform's id of an assignment."""
    return FORGOTTEN + seal(session, "reference", launch_id, external_id)


def possible_references(session: Session, launch_id: int, external_id: str) -> list[str]:
    """How the platform's id of a forgotten person's assignment may be stored: as it is, or as a keyed hash."""
    key = stored_setting(session, KEY)
    return [external_id, *([FORGOTTEN + _hash(key, ("reference", launch_id, external_id))] if key else [])]


def is_reserved(identity: str) -> bool:
    """Whether an identity looks like that of somebody who was forgotten."""
    return RESERVED.fullmatch(identity) is not None


def _hash(key: str, parts: tuple[object, ...]) -> str:
    return hmac.new(key.encode(), "\0".join(map(str, parts)).encode(), "sha256").hexdigest()[:32]
