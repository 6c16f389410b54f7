"""The topics of a campaign."""

from collections.abc import Mapping

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.store.tables import Campaign, StoredTopic


def add_topics(
    session: Session, campaign_id: int, questions: Mapping[str, str], descriptions: Mapping[str, str] | None = None
) -> dict[str, int]:
    """Store the topics with their questions and optional descriptions of a good answer; return the id of each."""
    described = descriptions or {}
    rows = [
        {"campaign_id": campaign_id, "topic": topic, "question": text, "description": described.get(topic)}
        for topic, text in questions.items()
    ]
    if rows:
        session.execute(insert(StoredTopic), rows)
    return topic_ids(session, campaign_id)


def topic_ids(session: Session, campaign_id: int) -> dict[str, int]:
    """Topic to id, in the order they were stored."""
    query = (
        select(StoredTopic.topic, StoredTopic.id).where(StoredTopic.campaign_id == campaign_id).order_by(StoredTopic.id)
    )
    return dict(session.execute(query).all())


def topic_named(session: Session, campaign: Campaign, topic: str) -> StoredTopic:
    """The topic of that identifier; an unknown one is an error."""
    query = select(StoredTopic).where(StoredTopic.campaign_id == campaign.id, StoredTopic.topic == topic)
    found = session.scalar(query)
    if found is None:
        raise UnknownNameError(f"found no topic {topic!r} in campaign {campaign.name}")
    return found


def topics_of(session: Session, campaign_id: int) -> list[StoredTopic]:
    """The topics, in the order they were stored."""
    return list(
        session.scalars(select(StoredTopic).where(StoredTopic.campaign_id == campaign_id).order_by(StoredTopic.id))
    )


def unfinished_topics(session: Session, campaign_id: int) -> dict[str, int]:
    """Topic to id, of topics that are neither done nor closed."""
    query = select(StoredTopic.topic, StoredTopic.id).where(
        StoredTopic.campaign_id == campaign_id, StoredTopic.done_at.is_(None), StoredTopic.closed_at.is_(None)
    )
    return dict(session.execute(query.order_by(StoredTopic.id)).all())


def done_topics(session: Session, campaign_id: int) -> set[str]:
    """The topics whose ranking is complete. A topic that was closed before is not among them."""
    query = select(StoredTopic.topic).where(StoredTopic.campaign_id == campaign_id, StoredTopic.done_at.is_not(None))
    return set(session.scalars(query))


def questions_of(session: Session, campaign_id: int) -> dict[str, str]:
    """Topic to question, in the order they were stored."""
    query = (
        select(StoredTopic.topic, StoredTopic.question)
        .where(StoredTopic.campaign_id == campaign_id)
        .order_by(StoredTopic.id)
    )
    return dict(session.execute(query).all())
