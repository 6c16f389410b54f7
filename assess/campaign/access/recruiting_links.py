"""Recruiting links: one address for a whole panel or for Mechanical Turk."""

from collections.abc import Mapping
from datetime import datetime
from random import Random
from typing import Any, Literal

from sqlalchemy.orm import Session

from assess.campaign.judging.challenge_items import challenger, graded_items
from assess.campaign.setup.create import parameters_of
from assess.campaign.setup.settings import CROWD
from assess.errors import ParameterError
from assess.store.links import add_link
from assess.store.tables import Campaign, Link
from assess.store.topics import topic_ids

NEEDED = {"panel": {"participant"}, "worker": {"participant", "visit"}}


def recruit(
    session: Session,
    campaign: Campaign,
    kind: Literal["panel", "worker"],
    parameters: Mapping[str, str],
    settings: Mapping[str, Any],
    now: datetime,
    expires_at: datetime | None = None,
) -> Link:
    """A link for everybody whom a platform sends; *parameters* says what it calls participant, visit and unit."""
    if missing := NEEDED[kind] - parameters.keys():
        raise ParameterError(f"found no name for the {sorted(missing)[0]}, expected the platform's parameter for it")
    terms = CROWD | campaign.parameters.get("hits", {}) | settings
    if terms["challenges"]:
        _check_challenges(session, campaign)
    return add_link(session, campaign.id, kind, None, {"parameters": dict(parameters), **settings}, now, expires_at)


def _check_challenges(session: Session, campaign: Campaign) -> None:
    """Raise when a topic has nothing to make a challenge of: better now than when a worker asks."""
    draws = challenger(graded_items(session, topic_ids(session, campaign.id)), parameters_of(campaign).k)
    for topic, candidates in draws.candidates.items():
        if len(candidates) > 1:
            draws.draw(topic, (), Random(0))
