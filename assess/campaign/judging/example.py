"""An example of the work, for people who preview it."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.store.tables import Campaign, StoredItem, StoredTopic


@dataclass(frozen=True)
class Example:
    """A question and two texts, the first of the campaign: an example of a pair, not one to be judged."""

    question: str
    left: str
    right: str


def example_pair(session: Session, campaign: Campaign) -> Example | None:
    """An example for the preview; None if the first topic with a text has no second one."""
    query = (
        select(StoredTopic.question, StoredTopic.id, StoredItem.body)
        .join(StoredItem, StoredItem.topic_id == StoredTopic.id)
        .where(StoredTopic.campaign_id == campaign.id, StoredItem.material == "text", StoredItem.body.is_not(None))
        .order_by(StoredTopic.id, StoredItem.id)
        .limit(2)
    )
    rows = session.execute(query).all()
    if len(rows) < 2 or rows[0].id != rows[1].id:
        return None
    return Example(rows[0].question, rows[0].body, rows[1].body)
