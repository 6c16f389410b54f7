"""Recruiting links: one address for a whole panel or for Mechanical Turk."""

from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from assess.campaign.access.link_settings import LinkSettings, as_stored
from assess.campaign.judging.handing_out.graded_items import challenger, graded_items
from assess.campaign.judging.handing_out.terms import crowd_terms
from assess.campaign.settings import settings_of
from assess.errors import ParameterError
from assess.store.links import add_link
from assess.store.tables import Campaign, Link
from assess.store.topics import topic_ids


def recruit(
    session: Session,
    campaign: Campaign,
    kind: Literal["panel", "worker"],
    settings: LinkSettings,
    now: datetime,
    expires_at: datetime | None = None,
) -> Link:
    """Create a link for everybody that a platform sends."""
    names = settings.parameters
    if names is None or not names.participant:
        raise ParameterError("found no name for the participant, expected the platform's parameter for it")
    if kind == "worker" and not names.assignment:
        raise ParameterError("found no name for the assignment, expected the platform's parameter for it")
    if crowd_terms(settings, settings_of(campaign).assignment_size).challenges:
        _check_challenges(session, campaign)
    return add_link(session, campaign.id, kind, None, as_stored(settings), now, expires_at)


def _check_challenges(session: Session, campaign: Campaign) -> None:
    """Raise if a topic has no items for a challenge, instead of failing later when a worker asks for work."""
    ids = topic_ids(session, campaign.id)
    draws = challenger(session, campaign, ids, graded_items(session, campaign, ids))
    for topic, play in draws.rounds.items():
        if len(play.pool) > 1:
            draws.draw(topic, ())
