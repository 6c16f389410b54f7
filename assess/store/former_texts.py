"""What topics and items showed before they were corrected, and what an assignment showed when it was handed out."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.store.tables import FormerText, StoredItem, StoredTopic


def keep_former_item(session: Session, item: StoredItem, now: datetime) -> FormerText:
    """Keep what the item shows, before it is changed."""
    former = FormerText(
        topic_id=item.topic_id, item_id=item.id, material=item.material, body=item.body, replaced_at=now
    )
    session.add(former)
    return former


def keep_former_topic(session: Session, topic: StoredTopic, now: datetime) -> FormerText:
    """Keep the topic's question and description, before they are changed."""
    body = {"question": topic.question, "description": topic.description}
    former = FormerText(topic_id=topic.id, item_id=None, material=None, body=body, replaced_at=now)
    session.add(former)
    return former


def is_latest(session: Session, former: FormerText) -> bool:
    """Whether nothing newer than this was replaced in the same item or topic."""
    later = select(FormerText.id).where(
        FormerText.topic_id == former.topic_id,
        FormerText.item_id.is_(None) if former.item_id is None else FormerText.item_id == former.item_id,
        FormerText.id > former.id,
    )
    return session.scalar(later.limit(1)) is None


def all_former_texts(session: Session, campaign_id: int) -> list[FormerText]:
    """Everything that topics and items of the campaign showed before, in the order in which it was replaced."""
    query = select(FormerText).join(StoredTopic, StoredTopic.id == FormerText.topic_id)
    query = query.where(StoredTopic.campaign_id == campaign_id)
    return list(session.scalars(query.order_by(FormerText.replaced_at, FormerText.id)))


def former_texts(
    session: Session, topic_ids: Collection[int], seen_at: datetime
) -> tuple[dict[int, FormerText], dict[int, FormerText]]:
    """What topics and items showed at that time, where it has changed since; by topic id, and by item id."""
    query = select(FormerText).where(FormerText.topic_id.in_(topic_ids), FormerText.replaced_at > seen_at)
    topics: dict[int, FormerText] = {}
    items: dict[int, FormerText] = {}
    for former in session.scalars(query.order_by(FormerText.replaced_at.desc(), FormerText.id.desc())):
        # The earliest replacement after that time comes last.
        if former.item_id is None:
            topics[former.topic_id] = former
        else:
            items[former.item_id] = former
    return topics, items
