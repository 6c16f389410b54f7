"""The live scorer: scores the topics that changed, and stores the history of the means."""

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
    counted_judgments,
    latest_standing,
    marked_topics,
    put_scores,
    scores_of,
    total_judgments,
)
from assess.store.tables import Campaign

# Topics scored in one transaction when many wait: few enough that the first scores appear soon.
BATCH = 16
# The history plot gets a new point when the judgments have grown by this share; at first, with every judgment.
GROWTH = 0.01

Results = dict[MarkedTopic, Mapping[str, ScoredTopic | None]]


class Scorer:
    """Keeps the stored scores up to date with the judgments.

    One transaction stores the scores of a topic and marks it as scored. So a process that is killed in between leaves
    the topic marked, and two processes that score the same topic store the same scores.
    """

    def __init__(self, engine: Engine, now: Callable[[], datetime] = utc_now) -> None:
        self.engine = engine
        self.cache = ScoreCache()
        self._now = now

    def score_all(self) -> int:
        """Score every topic that waits; return how many were scored."""
        done = 0
        while scored := self.score_batch():
            done += scored
        return done

    def score_batch(self, batch: int = BATCH) -> int:
        """Score a few of the topics that wait; return how many."""
        with reading(self.engine) as session:
            results = self._scored(session, marked_topics(session, batch))
        if results:
            with writing(self.engine) as session:
                for topic, scores in results.items():
                    put_scores(session, topic, scores)
                for campaign_id in sorted({topic.campaign_id for topic in results}):
                    store_standing(session, session.get_one(Campaign, campaign_id), self._now())
        return len(results)

    def _scored(self, session: Session, topics: Sequence[MarkedTopic]) -> Results:
        campaigns = {topic.campaign_id for topic in topics}
        live = {campaign_id: read_campaign(session, campaign_id) for campaign_id in campaigns}
        return {
            topic: score_topic(session, self.cache, read_topic(session, self.cache, live[topic.campaign_id], topic))
            for topic in topics
        }


def store_standing(session: Session, campaign: Campaign, now: datetime) -> None:
    """Store a point of the history plot if there are enough new judgments since the last one.

    After a correction, the scores of topics that wait may rest on more judgments than count now: they make no point.
    """
    counted = counted_judgments(session, campaign.id)
    for measure in live_settings(campaign).measures:
        judgments = total_judgments(session, campaign.id, measure)
        if latest_standing(session, campaign.id, measure) * (1 + GROWTH) < judgments <= counted:
            means = run_means(scores_of(session, campaign.id, measure).values())
            add_standing(session, campaign.id, measure, judgments, means, now)


def run_means(topics: Iterable[ScoredTopic]) -> dict[int, float]:
    """Run id to its mean over topics, as printed by ``assess score``: a topic that a run lacks scores 0."""
    scored = list(topics)
    runs = sorted({run for topic in scored for run in topic.values})
    return {run: fsum(topic.values.get(run, 0.0) for topic in scored) / len(scored) for run in runs}
