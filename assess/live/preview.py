"""Show what a correction would do, by making it in a transaction that is rolled back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.campaign.corrections.topic_effects import TopicEffect, TopicStanding, effects, standing_of
from assess.database.engine import reading, writing
from assess.live.rank_cache import ScoreCache
from assess.live.rescoring import run_means
from assess.live.topic_scores import LiveCampaign, read_campaign, read_topic, score_topic
from assess.live.view_settings import live_settings
from assess.store.campaigns import campaign_named
from assess.store.runs import run_ids
from assess.store.scores import MarkedTopic, ScoredTopic
from assess.store.tables import Campaign, StoredTopic
from assess.store.topics import topics_of

# Changes a campaign in the session's transaction.
Action = Callable[[Session, Campaign], object]


@dataclass(frozen=True)
class Effect:
    """What a correction does: to topics, and to the mean of each run by the main measure; run name to mean."""

    topics: list[TopicEffect]
    counted: tuple[int, int]
    missing: tuple[int, int]
    measure: str
    means: dict[str, tuple[float | None, float | None]]


class _RolledBack(Exception):  # noqa: N818
    """Ends the transaction of a preview."""


@dataclass(frozen=True)
class CampaignReading:
    """Every topic at a version: how it stands, and its scores by the main measure; None without judgments for it."""

    versions: Mapping[int, int] = field(default_factory=dict)
    standings: Mapping[str, TopicStanding] = field(default_factory=dict)
    scores: Mapping[str, ScoredTopic | None] = field(default_factory=dict)

    def total(self, number: str) -> int:
        return sum(getattr(standing, number) for standing in self.standings.values())


def preview(engine: Engine, name: str, action: Action) -> Effect:
    """What *action* would do to the campaign. Nothing is changed. An action that is refused raises its error.

    People judge on while the campaign is read. They wait only for the action, and until the topics that it touched
    are read again.
    """
    cache, found = ScoreCache(), list[Effect]()
    with reading(engine) as session:
        before = read_campaign_now(session, campaign_named(session, name), CampaignReading(), cache)
    try:
        with writing(engine) as session:
            found.append(_effect_of(session, campaign_named(session, name), action, before, cache))
            raise _RolledBack
    except _RolledBack:
        return found[0]


def _effect_of(
    session: Session, campaign: Campaign, action: Action, before: CampaignReading, cache: ScoreCache
) -> Effect:
    """Do *action* and return what it did. Judgments that came since *before* are not its doing."""
    before = read_campaign_now(session, campaign, before, cache)
    means_before = mean_scores(session, campaign, before)
    action(session, campaign)
    after = read_campaign_now(session, campaign, before, cache)
    means_after = mean_scores(session, campaign, after)
    names = sorted(means_before.keys() | means_after.keys())
    return Effect(
        topics=effects(before.standings, after.standings),
        counted=(before.total("counted"), after.total("counted")),
        missing=(before.total("missing"), after.total("missing")),
        measure=live_settings(campaign).measures[0],
        means={run: (means_before.get(run), means_after.get(run)) for run in names},
    )


def read_campaign_now(
    session: Session, campaign: Campaign, known: CampaignReading, cache: ScoreCache
) -> CampaignReading:
    """How every topic stands now. A topic that has the same version in *known* is not read again.

    Scores are computed from the judgments that count now; stored scores may be older.
    """
    session.expire_all()
    live = read_campaign(session, campaign.id)
    versions, standings, scores = dict[int, int](), dict[str, TopicStanding](), dict[str, ScoredTopic | None]()
    for topic in topics_of(session, campaign.id):
        versions[topic.id] = topic.version
        if known.versions.get(topic.id) == topic.version:
            standings[topic.topic], scores[topic.topic] = known.standings[topic.topic], known.scores[topic.topic]
            continue
        standings[topic.topic] = standing_of(session, campaign, topic)
        scores[topic.topic] = _scores_of(session, live, topic, cache)
    return CampaignReading(versions, standings, scores)


def _scores_of(session: Session, live: LiveCampaign, topic: StoredTopic, cache: ScoreCache) -> ScoredTopic | None:
    if not live.runs:
        return None
    marked = MarkedTopic(topic.id, topic.topic, topic.campaign_id, topic.version)
    return score_topic(session, cache, read_topic(session, cache, live, marked))[live.settings.measures[0]]


def mean_scores(session: Session, campaign: Campaign, found: CampaignReading) -> dict[str, float]:
    """Run to its mean by the main measure."""
    means = run_means(scored for scored in found.scores.values() if scored is not None)
    return {name: means[id_] for name, id_ in run_ids(session, campaign.id).items() if id_ in means}
