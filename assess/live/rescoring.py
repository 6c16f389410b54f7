"""The live scorer: rescores the topics that changed, and notes how the means move."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from math import fsum

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.clock import utc_now
from assess.database.engine import reading, writing
from assess.live.rank_cache import ScoreCache
from assess.live.topic_scores import read_campaign, read_topic, score_topic
from assess.live.view_settings import live_settings
from assess.store.scores import (
    MarkedTopic,
    ScoredTopic,
    add_standing,
    latest_standing,
    marked_topics,
    put_scores,
    scores_of,
    total_judgments,
)
from assess.store.tables import Campaign

# Topics scored at once when many wait: few enough that the first of them are shown soon.
BATCH = 16
# A point of the plot for each judgment at first, then for each so many per cent more.
GROWTH = 0.01

Results = dict[MarkedTopic, Mapping[str, ScoredTopic | None]]


class Scorer:
    """Keeps the stored scores equal to what the judgments say.

    A topic is scored from what is stored, and noted as scored in the same transaction as its scores: whoever is killed
    in between has done nothing, and two who work at once do the same.
    """

    def __init__(self, engine: Engine, now: Callable[[], datetime] = utc_now) -> None:
        self.engine = engine
        self.cache = ScoreCache()
        self._now = now

    def catch_up(self) -> int:
        """Score until no topic waits; return how many were scored."""
        done = 0
        while scored := self.step():
            done += scored
        return done

    def step(self, batch: int = BATCH) -> int:
        """Score a few of the topics that wait; return how many."""
        with reading(self.engine) as session:
            results = self._scored(session, marked_topics(session, batch))
        if results:
            with writing(self.engine) as session:
                for topic, scores in results.items():
                    put_scores(session, topic, scores)
                for campaign_id in sorted({topic.campaign_id for topic in results}):
                    note_standing(session, session.get_one(Campaign, campaign_id), self._now())
        return len(results)

    def _scored(self, session: Session, topics: Sequence[MarkedTopic]) -> Results:
        campaigns = {topic.campaign_id for topic in topics}
        live = {campaign_id: read_campaign(session, campaign_id) for campaign_id in campaigns}
        return {
            topic: score_topic(session, self.cache, read_topic(session, self.cache, live[topic.campaign_id], topic))
            for topic in topics
        }


def note_standing(session: Session, campaign: Campaign, now: datetime) -> None:
    """Store a point of the plot when there are enough new judgments since the last."""
    for measure in live_settings(campaign).measures:
        judgments = total_judgments(session, campaign.id, measure)
        if judgments > latest_standing(session, campaign.id, measure) * (1 + GROWTH):
            means = run_means(scores_of(session, campaign.id, measure).values())
            add_standing(session, campaign.id, measure, judgments, means, now)


def run_means(topics: Iterable[ScoredTopic]) -> dict[int, float]:
    """Run to its mean over topics, the same as ``assess score`` prints: a topic that a run lacks scores 0."""
    scored = list(topics)
    runs = sorted({run for topic in scored for run in topic.values})
    return {run: fsum(topic.values.get(run, 0.0) for topic in scored) / len(scored) for run in runs}
