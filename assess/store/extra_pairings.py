"""Pairings that the organiser asks for beside the tournament."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from assess.store.tables import ExtraPairing, Grading

# The ids of two items, the smaller one first.
IdPair = tuple[int, int]


def add_extras(session: Session, topic_id: int, pairs: Collection[IdPair], votes: int, now: datetime) -> None:
    """Ask for *votes* judgments of each pair."""
    rows = [{"item_a_id": a, "item_b_id": b, "topic_id": topic_id, "votes": votes, "at": now} for a, b in pairs]
    if rows:
        session.execute(insert(ExtraPairing), rows)


def remove_extras(session: Session, pairs: Collection[IdPair]) -> None:
    """Do not ask for these pairs any more. A pair that is not asked for is passed over."""
    for pair in pairs:
        if (extra := session.get(ExtraPairing, pair)) is not None:
            session.delete(extra)
    session.flush()


def extra_items(session: Session, topic_id: int) -> set[int]:
    """The ids of the items of extra pairings."""
    query = select(ExtraPairing.item_a_id, ExtraPairing.item_b_id).where(ExtraPairing.topic_id == topic_id)
    return {id_ for pair in session.execute(query) for id_ in pair}


def items_to_grade(session: Session, topic_id: int) -> set[int]:
    """The ids of the items that wait for a grade."""
    query = select(Grading.item_id).where(Grading.topic_id == topic_id, Grading.state != "graded")
    return set(session.scalars(query))
