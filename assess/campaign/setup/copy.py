"""A copy of a campaign without its judgments, for a rehearsal."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.store.campaigns import add_campaign, change_campaign
from assess.store.grades import add_grades, grades_of_topic
from assess.store.items import Shown, add_items
from assess.store.tables import Campaign, StoredItem, StoredTopic
from assess.store.topics import add_topics, topics_of


def copy_campaign(session: Session, campaign: Campaign, target: Session, now: datetime) -> Campaign:
    """Store the campaign's topics, items and grades in another database, as a draft, without what was set aside.

    Simulated workers identify items by their texts, so an item without a text is shown as its docno and topic.
    """
    copy = add_campaign(target, campaign.name, campaign.seed, campaign.parameters, now)
    change_campaign(target, copy, "texts", campaign.texts, now)
    topics = topics_of(session, campaign.id)
    described = {topic.topic: topic.description for topic in topics if topic.description}
    topic_ids = add_topics(target, copy.id, {topic.topic: topic.question for topic in topics}, described)
    for topic in topics:
        item_ids = add_items(target, topic_ids[topic.topic], _items(session, topic))
        grades = grades_of_topic(session, topic.id)
        add_grades(target, item_ids, {docno: grade for docno, grade in grades.items() if docno in item_ids})
    return copy


def _items(session: Session, topic: StoredTopic) -> dict[str, Shown]:
    items = session.scalars(select(StoredItem).where(StoredItem.topic_id == topic.id, StoredItem.aside_at.is_(None)))
    return {item.docno: ("text", _text(item) or f"{item.docno} of {topic.topic}") for item in items}


def _text(item: StoredItem) -> str | None:
    return item.body if item.material == "text" else None
