"""Whether somebody takes part: they agreed to the current text, or declined."""

import hashlib
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import Arrival, ensure_assessor
from assess.campaign.withdrawal_terms import judgments_after_withdrawal
from assess.store.tables import Campaign, Consent, Decline


def needs_consent(session: Session, arrival: Arrival) -> bool:
    """Whether the campaign has a consent text that this person has not agreed to in its current wording."""
    text = arrival.campaign.texts.get("consent")
    if not text or arrival.link.kind in ("machine", "simulated"):
        return False
    if arrival.assessor is None:
        return True
    digest = _digest(arrival.campaign)
    given = select(Consent.id).where(Consent.assessor_id == arrival.assessor.id, Consent.digest == digest)
    return session.scalar(given) is None


def consent(session: Session, arrival: Arrival, now: datetime) -> None:
    """Store that the person agreed, to which text and when."""
    if needs_consent(session, arrival):
        digest = _digest(arrival.campaign)
        session.add(Consent(assessor_id=ensure_assessor(session, arrival), digest=digest, at=now))
        session.flush()


def decline(session: Session, arrival: Arrival, now: datetime) -> None:
    """Store that somebody declined by this link. Only a personal link tells who it was."""
    session.add(Decline(link_id=arrival.link.id, at=now))
    session.flush()


def has_declined(session: Session, arrival: Arrival) -> bool:
    """Whether the owner of a personal link declined and has not agreed since."""
    if not arrival.own_link or not needs_consent(session, arrival):
        return False
    return session.scalar(select(Decline.id).where(Decline.link_id == arrival.link.id).limit(1)) is not None


def _digest(campaign: Campaign) -> str:
    """The digest of what people agree to: the organiser's text, and what becomes of judgments after a withdrawal."""
    text, after = campaign.texts["consent"], judgments_after_withdrawal(campaign)
    text += "" if after == "keep" else f"\n{after}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]
