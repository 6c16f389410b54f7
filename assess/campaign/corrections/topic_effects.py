"""What a correction does: how each topic stands before and after it."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from assess.campaign.judging.topic_state import tournament_state
from assess.store.tables import Campaign, StoredTopic


@dataclass(frozen=True)
class TopicStanding:
    """How a topic stands: judgments counted and missing, items to grade, its round, the items
    still in play, and its top k once it is known."""

    counted: int
    missing: int
    ungraded: int
    round_: int
    pool: int
    done: bool
    top: tuple[str, ...]


@dataclass(frozen=True)
class TopicEffect:
    """What a correction does to one topic; None before it was added."""

    topic: str
    before: TopicStanding | None
    after: TopicStanding

    @property
    def reopened(self) -> bool:
        """Whether the topic was done and needs judgments again."""
        return self.before is not None and self.before.done and not self.after.done

    @property
    def earlier_round(self) -> bool:
        """Whether the topic goes back to an earlier round."""
        return self.before is not None and self.after.round_ < self.before.round_

    @property
    def redrawn(self) -> bool:
        """Whether a topic that somebody has judged has more items in play, so that its round is drawn again."""
        if self.before is None or self.earlier_round:
            return False
        return self.before.counted > 0 and self.after.pool > self.before.pool

    @property
    def new_top(self) -> bool:
        """Whether a top k that was known has changed."""
        return self.before is not None and self.before.done and self.before.top != self.after.top


def standing_of(session: Session, campaign: Campaign, topic: StoredTopic) -> TopicStanding:
    """How a topic stands; what the database has is read again."""
    session.refresh(topic)
    state = tournament_state(session, campaign, topic)
    return TopicStanding(
        counted=topic.counted,
        missing=topic.missing,
        ungraded=topic.ungraded,
        round_=state.round_,
        pool=len(state.pool),
        done=topic.done_at is not None,
        top=tuple(docno for place in state.ranking for docno in place),
    )


def effects(before: Mapping[str, TopicStanding], after: Mapping[str, TopicStanding]) -> list[TopicEffect]:
    """The topics that differ."""
    return [
        TopicEffect(topic, before.get(topic), standing)
        for topic, standing in after.items()
        if before.get(topic) != standing
    ]
