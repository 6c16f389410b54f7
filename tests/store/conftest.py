"""A campaign small enough to see at a glance: one topic, four items, three pairings, two assessors."""

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from sqlalchemy.orm import Session

from assess.store.assessors import get_or_create_assessor
from assess.store.campaigns import add_campaign
from assess.store.items import add_items
from assess.store.pairings import add_pairings
from assess.store.topics import add_topics

NOW = datetime(2026, 1, 31, 12, 30, 15, 123456, tzinfo=UTC)


def plant_campaign(session: Session, name: str = "small") -> SimpleNamespace:
    campaign = add_campaign(session, name, seed=1, parameters={"k": 5}, now=NOW)
    topics = add_topics(session, campaign.id, {"31_1": "What is throat cancer?", "31_2": "Is it treatable?"})
    items = add_items(
        session, topics["31_1"], {docno: ("text", f"About {docno}") for docno in ("d1", "d2", "d3", "d4")}
    )
    pairings = add_pairings(session, items, topics["31_1"], 1, [("d1", "d2"), ("d3", "d1"), ("d2", "d3")])
    ann, bob = (get_or_create_assessor(session, campaign.id, "invited", who) for who in ("ann", "bob"))
    return SimpleNamespace(id=campaign.id, topics=topics, items=items, pairings=pairings, ann=ann, bob=bob, now=NOW)


@pytest.fixture
def plant() -> Callable[..., SimpleNamespace]:
    """Store the small campaign in a session."""
    return plant_campaign


@pytest.fixture
def small(session: Session) -> SimpleNamespace:
    """The small campaign, stored in the session of the test."""
    return plant_campaign(session)
