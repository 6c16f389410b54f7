"""What people tell around the work: that they take part, that they do not, and anything else."""

import hashlib
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import Visit, known_assessor
from assess.errors import ParameterError
from assess.store.tables import Comment, Consent, Decline

LONGEST_COMMENT = 10_000


def needs_consent(session: Session, visit: Visit) -> bool:
    """Whether the campaign has a text to agree to that this person has not agreed to, in its present wording."""
    text = visit.campaign.texts.get("consent")
    if not text or visit.link.kind == "machine":
        return False
    if visit.assessor is None:
        return True
    given = select(Consent.id).where(Consent.assessor_id == visit.assessor.id, Consent.digest == _digest(text))
    return session.scalar(given) is None


def consent(session: Session, visit: Visit, now: datetime) -> None:
    """Keep that the person agreed, to which text and when."""
    if needs_consent(session, visit):
        digest = _digest(visit.campaign.texts["consent"])
        session.add(Consent(assessor_id=known_assessor(session, visit), digest=digest, at=now))
        session.flush()


def decline(session: Session, visit: Visit, now: datetime) -> None:
    """Keep the fact that somebody declined; who it was, only a link of her own tells."""
    session.add(Decline(link_id=visit.link.id, at=now))
    session.flush()


def has_declined(session: Session, visit: Visit) -> bool:
    """Whether the owner of a link of her own declined and has not agreed since."""
    if not visit.own_link or not needs_consent(session, visit):
        return False
    return session.scalar(select(Decline.id).where(Decline.link_id == visit.link.id).limit(1)) is not None


def comment(session: Session, visit: Visit, text: str, hit_id: int | None, now: datetime) -> None:
    """Keep what somebody tells the organiser."""
    if not text.strip() or len(text) > LONGEST_COMMENT:
        raise ParameterError(f"found a comment of {len(text)} characters, expected 1 to {LONGEST_COMMENT}")
    assessor_id = known_assessor(session, visit)
    session.add(Comment(campaign_id=visit.campaign.id, assessor_id=assessor_id, hit_id=hit_id, text=text, at=now))
    session.flush()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
