"""The items of a topic, and what is shown of them."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, exists, func, insert, select
from sqlalchemy.orm import Session, aliased

from assess.errors import UnknownNameError
from assess.store.tables import Campaign, Grade, Material, PairAside, StoredItem, StoredTopic
from assess.store.topics import topic_named

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


def item_named(session: Session, campaign: Campaign, topic: str, docno: str) -> StoredItem:
    """The item of a topic. The error for an unknown one says which of the two names is unknown."""
    topic_id = topic_named(session, campaign, topic).id
    item = session.scalar(select(StoredItem).where(StoredItem.topic_id == topic_id, StoredItem.docno == docno))
    if item is None:
        raise UnknownNameError(f"topic {topic}: found no item {docno!r} in campaign {campaign.name}")
    return item


def items_by_docno(session: Session, campaign_id: int) -> dict[str, dict[str, StoredItem]]:
    """Topic to docno to item, topics as stored, docnos in order."""
    query = (
        select(StoredTopic.topic, StoredItem)
        .outerjoin(StoredItem, StoredItem.topic_id == StoredTopic.id)
        .where(StoredTopic.campaign_id == campaign_id)
        .order_by(StoredTopic.id, StoredItem.docno)
    )
    found: dict[str, dict[str, StoredItem]] = {}
    for topic, item in session.execute(query):
        found.setdefault(topic, {})
        if item is not None:
            found[topic][item.docno] = item
    return found


def docnos_in_play(session: Session, topic_id: int) -> list[str]:
    """The docnos of a topic that were not set aside, in docno order."""
    query = select(StoredItem.docno).where(StoredItem.topic_id == topic_id, StoredItem.aside_at.is_(None))
    return list(session.scalars(query.order_by(StoredItem.docno)))


def pairs_aside(session: Session, topic_id: int) -> frozenset[tuple[str, str]]:
    """The pairs of docnos of a topic that were set aside, each in docno order."""
    rows = session.execute(_PAIRS_ASIDE, {"topic": topic_id})
    return frozenset((min(one, other), max(one, other)) for one, other in rows)


_A, _B = aliased(StoredItem), aliased(StoredItem)
_PAIRS_ASIDE = (
    select(_A.docno, _B.docno)
    .select_from(PairAside)
    .join(_A, _A.id == PairAside.item_a_id)
    .join(_B, _B.id == PairAside.item_b_id)
    .where(PairAside.topic_id == bindparam("topic"))
)


def count_items(session: Session, campaign_id: int) -> int:
    query = select(func.count()).select_from(StoredItem).join(StoredTopic).where(StoredTopic.campaign_id == campaign_id)
    return session.execute(query).scalar_one()


def count_without_imported_grade(session: Session, campaign_id: int) -> int:
    """How many items in play people must grade, or have graded, because no grade was imported."""
    imported = exists().where(Grade.item_id == StoredItem.id, Grade.source == "imported")
    query = select(func.count()).select_from(StoredItem).join(StoredTopic)
    return session.execute(
        query.where(StoredTopic.campaign_id == campaign_id, StoredItem.aside_at.is_(None), ~imported)
    ).scalar_one()


def ungraded_without_body(session: Session, campaign_id: int) -> list[tuple[str, str]]:
    """Topic and docno of each item in play that has neither a grade nor something to show."""
    query = (
        select(StoredTopic.topic, StoredItem.docno)
        .join(StoredItem, StoredItem.topic_id == StoredTopic.id)
        .where(StoredTopic.campaign_id == campaign_id, StoredItem.body.is_(None), StoredItem.aside_at.is_(None))
        .where(~exists().where(Grade.item_id == StoredItem.id))
        .order_by(StoredTopic.id, StoredItem.docno)
    )
    return [(topic, docno) for topic, docno in session.execute(query)]


def items_in_play(session: Session, campaign_id: int) -> dict[str, dict[str, bool]]:
    """Topic to docno to whether it has something to show, topics as stored, docnos in order. Not those set aside."""
    query = (
        select(StoredTopic.topic, StoredItem.docno, StoredItem.body.is_not(None))
        .join(StoredItem, StoredItem.topic_id == StoredTopic.id)
        .where(StoredTopic.campaign_id == campaign_id, StoredItem.aside_at.is_(None))
        .order_by(StoredTopic.id, StoredItem.docno)
    )
    found: dict[str, dict[str, bool]] = {}
    for topic, docno, shown in session.execute(query):
        found.setdefault(topic, {})[docno] = bool(shown)
    return found


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
