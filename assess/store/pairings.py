"""The pairings of a topic, round by round."""

from collections.abc import Iterable, Mapping

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from assess.store.tables import StoredItem, StoredPairing, StoredTopic

Pair = tuple[str, str]


def add_pairings(
    session: Session, item_ids: Mapping[str, int], topic_id: int, round_: int, pairs: Iterable[Pair], votes: int = 1
) -> dict[Pair, int]:
    """Store the pairings of a round; return the ids of all pairings of that round, the smaller docno first."""
    rows = []
    for pair in pairs:
        a, b = sorted(item_ids[docno] for docno in pair)
        rows.append({"topic_id": topic_id, "round_": round_, "item_a_id": a, "item_b_id": b, "votes": votes})
    if rows:
        session.execute(insert(StoredPairing), rows)
    return pairing_ids(session, topic_id, round_)


def pairing_ids(session: Session, topic_id: int, round_: int) -> dict[Pair, int]:
    """Pair to id, the smaller docno first."""
    query = select(StoredPairing.id, StoredPairing.item_a_id, StoredPairing.item_b_id).where(
        StoredPairing.topic_id == topic_id, StoredPairing.round_ == round_
    )
    docnos = dict(session.execute(select(StoredItem.id, StoredItem.docno).where(StoredItem.topic_id == topic_id)).all())
    found = {}
    for id_, a, b in session.execute(query.order_by(StoredPairing.id)):
        first, second = sorted((docnos[a], docnos[b]))
        found[first, second] = id_
    return found


def count_pairings(session: Session, campaign_id: int) -> int:
    query = (
        select(func.count()).select_from(StoredPairing).join(StoredTopic).where(StoredTopic.campaign_id == campaign_id)
    )
    return session.execute(query).scalar_one()
