"""Close a topic by hand, and reopen one that was closed by hand or by the stop rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.correction import Corrected
from assess.campaign.corrections.fields import text_field
from assess.errors import ConflictError, ParameterError
from assess.store.tables import Campaign, CampaignChange
from assess.store.topics import topic_named


@dataclass(frozen=True)
class CloseTopic:
    """Ask for no more judgments of the topic, or again for those that its tournament needs."""

    field: ClassVar[str] = "topic"
    topic: str
    closed: bool = True

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        topic = topic_named(session, campaign, self.topic)
        if (topic.closed_at is not None) == self.closed:
            raise ConflictError(f"topic {self.topic} is {'' if self.closed else 'not '}closed")
        topic.closed_at = now if self.closed else None
        session.flush()
        return Corrected([topic.id], _state(self.topic, not self.closed), _state(self.topic, self.closed))

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        return cls(change.old["topic"], change.old["closed"]).apply(session, campaign, now)

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "CloseTopic":
        closed = fields.get("closed", True)
        if not isinstance(closed, bool):
            raise ParameterError(f"found closed = {closed!r}, expected true or false")
        return cls(text_field(fields, "topic"), closed)


def _state(topic: str, closed: bool) -> dict[str, Any]:
    return {"topic": topic, "closed": closed}
