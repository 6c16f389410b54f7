"""Keep enough pairings on offer in campaigns whose strategy can ask for more at any time.

A topic keeps a stock of pairings that nobody holds yet. It is topped up before it is used up, beside judging: what to
ask is computed from what a reader sees, and a short transaction stores it. If nobody did so in time, handing out work
tops up a few topics before it says that there is no work. What was asked is stored and stays asked, like the judgments:
it depends on what was out with people at that moment, so it cannot be computed from the judgments alone.
"""

from collections.abc import Callable
from datetime import datetime
from enum import Enum

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from assess.campaign.judging.rounds import advance, ask_besides
from assess.campaign.judging.topic_state import played_tournament
from assess.campaign.settings import settings_of
from assess.database.engine import reading, writing
from assess.store.pairings import withdraw_free
from assess.store.progress import TopicStock, lock_topics, topics_with_few_free
from assess.store.tables import Campaign, StoredTopic
from assess.tournament import FREE, State, Tally
from assess.tournament.strategies.topk import batch_of, more_pairs

# A topic with fewer pairings to hand out than a usual assignment has is topped up.
FEW = 10
# Topics that are topped up while somebody waits for work.
AT_ONCE = 5


class ToppedUp(Enum):
    """What became of a topic: it asks for more or is over, it needs no more now, or it changed meanwhile."""

    DONE = "done"
    ENOUGH = "enough"
    CHANGED = "changed"


class Restocker:
    """Tops up topics in the background. It remembers those that need no more, until they change."""

    def __init__(self, engine: Engine, now: Callable[[], datetime]) -> None:
        self._engine = engine
        self._now = now
        self._enough: set[TopicStock] = set()

    def work(self) -> int:
        """Top up all topics that have few pairings to hand out; return how many were."""
        with reading(self._engine) as session:
            low = {
                stock: campaign.id
                for campaign in session.scalars(select(Campaign).where(Campaign.state == "open"))
                for stock in _low_topics(session, campaign, FEW)
            }
        self._enough &= low.keys()
        found = {stock: self._top_up(low[stock], stock) for stock in low.keys() - self._enough}
        self._enough |= {stock for stock, became in found.items() if became is ToppedUp.ENOUGH}
        return sum(became is ToppedUp.DONE for became in found.values())

    def _top_up(self, campaign_id: int, stock: TopicStock) -> ToppedUp:
        return top_up(self._engine, campaign_id, stock, self._now())


def top_up_at_once(engine: Engine, campaign_id: int, now: datetime) -> bool:
    """Top up a few topics that have nothing to hand out; whether any of them was."""
    with reading(engine) as session:
        low = _low_topics(session, session.get_one(Campaign, campaign_id), 1)[:AT_ONCE]
    return ToppedUp.DONE in {top_up(engine, campaign_id, stock, now) for stock in low}


def _low_topics(session: Session, campaign: Campaign, few: int) -> list[TopicStock]:
    free_choice = settings_of(campaign).strategy in FREE
    return topics_with_few_free(session, campaign.id, few) if free_choice else []


def top_up(engine: Engine, campaign_id: int, stock: TopicStock, now: datetime) -> ToppedUp:
    """Ask for more pairings of a topic, unless it needs none."""
    with reading(engine) as session:
        topic = session.get_one(StoredTopic, stock.id)
        tournament, played = played_tournament(session, session.get_one(Campaign, campaign_id), topic)
    tally = Tally(tournament.topic, tournament.candidates, played, tournament.aside)
    state = more_pairs(tournament, tally, batch_of(tournament) - stock.free)
    if not state.done and all(request.gain is None for request in state.needed):
        return ToppedUp.ENOUGH
    with writing(engine) as session:
        return _store(session, session.get_one(Campaign, campaign_id), stock, state, now)


def _store(session: Session, campaign: Campaign, stock: TopicStock, state: State, now: datetime) -> ToppedUp:
    """Store what the topic asks for besides, if nothing else was asked since that was computed.

    A topic that has reached its recall withdraws what nobody holds. It is over when the rest is judged.
    """
    lock_topics(session.connection(), [stock.id])
    topic = session.get_one(StoredTopic, stock.id, populate_existing=True)
    if topic.closed_at or topic.done_at or topic.missing + topic.counted != stock.asked:
        return ToppedUp.CHANGED
    if state.done:
        withdraw_free(session, topic.id)
        advance(session, campaign, topic.id, now)
    else:
        ask_besides(session, topic, state)
    return ToppedUp.DONE
