"""Set a pair or an item aside: the tournament goes on without it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.correction import Corrected
from assess.campaign.corrections.fields import optional_text_field, text_field
from assess.errors import ConflictError
from assess.store.items import item_named
from assess.store.tables import Campaign, CampaignChange, PairAside, StoredItem


@dataclass(frozen=True)
class SetAside:
    """The item *docno* is no candidate any more; with *other*, only the pair of the two is not compared any more.

    Judgments of what is set aside do not count. A pair that is set aside counts as tied.
    """

    field: ClassVar[str] = "aside"
    topic: str
    docno: str
    other: str | None = None

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        item = item_named(session, campaign, self.topic, self.docno)
        new = {"topic": self.topic, "docno": self.docno}
        if self.other is None:
            if item.aside_at is not None:
                raise ConflictError(f"topic {self.topic}: item {self.docno} is set aside already")
            item.aside_at = now
        else:
            _add_pair(session, item, item_named(session, campaign, self.topic, self.other), now)
            new["other"] = self.other
        session.flush()
        return Corrected([item.topic_id], None, new)

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        made: dict[str, str] = change.new
        item = item_named(session, campaign, made["topic"], made["docno"])
        if "other" in made:
            other = item_named(session, campaign, made["topic"], made["other"])
            session.delete(session.get_one(PairAside, _pair(item, other)))
        else:
            item.aside_at = None
        session.flush()
        return Corrected([item.topic_id], made, None)

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "SetAside":
        return cls(text_field(fields, "topic"), text_field(fields, "docno"), optional_text_field(fields, "other"))


def _add_pair(session: Session, item: StoredItem, other: StoredItem, now: datetime) -> None:
    if item.id == other.id:
        raise ConflictError(f"found {item.docno} twice, expected two items")
    a, b = _pair(item, other)
    if session.get(PairAside, (a, b)) is not None:
        raise ConflictError(f"the pair of {item.docno} and {other.docno} is set aside already")
    session.add(PairAside(item_a_id=a, item_b_id=b, topic_id=item.topic_id, at=now))


def _pair(item: StoredItem, other: StoredItem) -> tuple[int, int]:
    return min(item.id, other.id), max(item.id, other.id)
