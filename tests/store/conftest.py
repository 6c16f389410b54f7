"""A campaign small enough to see at a glance: two topics, four items, three pairings, two assessors.

Pairings and judgments are inserted as rows here, to ask the database itself what it takes and what it refuses.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import insert
from sqlalchemy.orm import Session

from assess.store.assessors import get_or_create_assessor
from assess.store.campaigns import add_campaign
from assess.store.items import add_items
from assess.store.tables import StoredJudgment, StoredPairing
from assess.store.topics import add_topics

NOW = datetime(2026, 1, 31, 12, 30, 15, 123456, tzinfo=UTC)
Pair = tuple[str, str]


@dataclass(frozen=True)
class Small:
    """The ids of the small campaign and of what it holds."""

    id: int
    topics: dict[str, int]
    items: dict[str, int]
    pairings: dict[Pair, int]
    ann: int
    bob: int
    now: datetime = NOW

    def insert_judgment(self, session: Session, pair: Pair, preferred: str | None, **columns: Any) -> int:
        """Insert Ann's judgment of the pairing, its first docno on the left, unless *columns* say otherwise."""
        usual = {"pairing_id": self.pairings[pair], "assessor_id": self.ann, "left_id": self.items[pair[0]]}
        chosen = {"preferred_id": self.items[preferred] if preferred else None, "strength": 1, "changes": 0}
        row = insert(StoredJudgment).values(usual | chosen | {"at": self.now} | columns)
        return session.execute(row.returning(StoredJudgment.id)).scalar_one()


def insert_pairing(session: Session, topic_id: int, round_: int, item_a_id: int, item_b_id: int) -> int:
    row = {"topic_id": topic_id, "round_": round_, "item_a_id": item_a_id, "item_b_id": item_b_id, "votes": 1}
    return session.execute(insert(StoredPairing).values(row).returning(StoredPairing.id)).scalar_one()


def plant_campaign(session: Session, name: str = "small") -> Small:
    """Store the small campaign in the session."""
    campaign = add_campaign(session, name, seed=1, parameters={"k": 5}, now=NOW)
    topics = add_topics(session, campaign.id, {"31_1": "What is throat cancer?", "31_2": "Is it treatable?"})
    topic = topics["31_1"]
    items = add_items(session, topic, {docno: ("text", f"About {docno}") for docno in ("d1", "d2", "d3", "d4")})
    pairs = [("d1", "d2"), ("d1", "d3"), ("d2", "d3")]
    pairings = {(a, b): insert_pairing(session, topic, 1, items[a], items[b]) for a, b in pairs}
    ann, bob = (get_or_create_assessor(session, campaign.id, "invited", who) for who in ("ann", "bob"))
    return Small(campaign.id, topics, items, pairings, ann, bob)


@pytest.fixture
def small(session: Session) -> Small:
    """The small campaign, stored in the session of the test."""
    return plant_campaign(session)
