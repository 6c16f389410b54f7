"""The items of a topic, and what is shown of them."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from assess.store.tables import Material, StoredItem, StoredTopic

# What an assessor sees of an item: the kind of material and its body. The body is None while it is unknown.
Shown = tuple[Material, Any]


def add_items(session: Session, topic_id: int, shown: Mapping[str, Shown]) -> dict[str, int]:
    """Store the items of a topic; return the id of each docno. Ids are assigned in docno order."""
    rows = [
        {"topic_id": topic_id, "docno": docno, "material": shown[docno][0], "body": shown[docno][1]}
        for docno in sorted(shown)
    ]
    if rows:
        session.execute(insert(StoredItem), rows)
    return item_ids(session, topic_id)


def item_ids(session: Session, topic_id: int) -> dict[str, int]:
    """Docno to id."""
    query = select(StoredItem.docno, StoredItem.id).where(StoredItem.topic_id == topic_id).order_by(StoredItem.docno)
    return dict(session.execute(query).all())


def count_items(session: Session, campaign_id: int) -> int:
    query = select(func.count()).select_from(StoredItem).join(StoredTopic).where(StoredTopic.campaign_id == campaign_id)
    return session.execute(query).scalar_one()


def shown_docnos(session: Session, campaign_id: int) -> dict[str, set[str]]:
    """Topic to the docnos that have something to show."""
    query = (
        select(StoredTopic.topic, StoredItem.docno)
        .join(StoredItem, StoredItem.topic_id == StoredTopic.id)
        .where(StoredTopic.campaign_id == campaign_id, StoredItem.body.is_not(None))
    )
    docnos: dict[str, set[str]] = {}
    for topic, docno in session.execute(query):
        docnos.setdefault(topic, set()).add(docno)
    return docnos
