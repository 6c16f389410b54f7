"""Show what a correction would do, by making it in a transaction that is rolled back."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.campaign.corrections.topic_effects import Standings, TopicEffect, effects, standings
from assess.database.engine import writing
from assess.live.rank_cache import ScoreCache
from assess.live.rescoring import run_means
from assess.live.topic_scores import read_campaign, read_topic, score_topic
from assess.live.view_settings import live_settings
from assess.store.campaigns import campaign_named
from assess.store.runs import run_ids
from assess.store.scores import MarkedTopic, ScoredTopic
from assess.store.tables import Campaign
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


def preview(engine: Engine, name: str, action: Action) -> Effect:
    """What *action* would do to the campaign. Nothing is changed. An action that is refused raises its error."""
    found: list[Effect] = []
    try:
        with writing(engine) as session:
            found.append(effect_of(session, campaign_named(session, name), action))
            raise _RolledBack
    except _RolledBack:
        return found[0]


def effect_of(session: Session, campaign: Campaign, action: Action) -> Effect:
    """Do *action* and return what it did."""
    before, means_before = standings(session, campaign), mean_scores(session, campaign)
    action(session, campaign)
    after, means_after = standings(session, campaign), mean_scores(session, campaign)
    names = sorted(means_before.keys() | means_after.keys())
    return Effect(
        topics=effects(before, after),
        counted=(_total(before, "counted"), _total(after, "counted")),
        missing=(_total(before, "missing"), _total(after, "missing")),
        measure=live_settings(campaign).measures[0],
        means={run: (means_before.get(run), means_after.get(run)) for run in names},
    )


def mean_scores(session: Session, campaign: Campaign) -> dict[str, float]:
    """Run to its mean by the main measure, computed from the judgments that count now, not from stored scores."""
    runs, cache = run_ids(session, campaign.id), ScoreCache()
    if not runs:
        return {}
    live = read_campaign(session, campaign.id)
    measure, scored = live.settings.measures[0], list[ScoredTopic]()
    for topic in topics_of(session, campaign.id):
        marked = MarkedTopic(topic.id, topic.topic, campaign.id, topic.version)
        found = score_topic(session, cache, read_topic(session, cache, live, marked))[measure]
        scored += [found] if found is not None else []
    means = run_means(scored)
    return {name: means[id_] for name, id_ in runs.items() if id_ in means}


def _total(standings: Standings, number: str) -> int:
    return sum(getattr(standing, number) for standing in standings.values())
