"""The texts of topics and items as an assessor saw them: those that were current when the work was handed out."""

from bisect import bisect_right
from collections import defaultdict
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.store.former_texts import all_former_texts
from assess.store.items import Shown
from assess.store.tables import Campaign, FormerText, StoredItem, StoredTopic
from assess.store.topics import topics_of


class SeenTexts:
    """What every topic and item of a campaign showed at any time."""

    def __init__(self, session: Session, campaign: Campaign) -> None:
        query = select(StoredItem.id, StoredItem.material, StoredItem.body).join(StoredTopic)
        rows = session.execute(query.where(StoredTopic.campaign_id == campaign.id, StoredItem.body.is_not(None)))
        self._items: dict[int, Shown] = {id_: (material, body) for id_, material, body in rows}
        self._topics = {topic.id: (topic.question, topic.description) for topic in topics_of(session, campaign.id)}
        self._former: defaultdict[tuple[str, int], list[FormerText]] = defaultdict(list)
        for text in all_former_texts(session, campaign.id):
            key = ("topic", text.topic_id) if text.item_id is None else ("item", text.item_id)
            self._former[key].append(text)

    def item(self, item_id: int, at: datetime) -> Shown | None:
        """What the item showed then; None if it had nothing to show."""
        former = self._replaced_next("item", item_id, at)
        if former is None:
            return self._items.get(item_id)
        return None if former.body is None or former.material is None else (former.material, former.body)

    def topic(self, topic_id: int, at: datetime) -> tuple[str, str | None]:
        """The question and the description of the topic then."""
        former = self._replaced_next("topic", topic_id, at)
        if former is None:
            return self._topics[topic_id]
        body: dict[str, Any] = former.body
        return body["question"], body["description"]

    def _replaced_next(self, kind: str, id_: int, at: datetime) -> FormerText | None:
        """The text that was current then and has been replaced since."""
        found = self._former.get((kind, id_), [])
        place = bisect_right(found, at, key=lambda text: text.replaced_at)
        return found[place] if place < len(found) else None
