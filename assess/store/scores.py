"""Live scores: topics that wait to be scored, scores of topics, the history of the means, and the outlook."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, exists, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from assess.store.tables import Outlook, Standing, StoredRun, StoredTopic, TopicScore
from assess.store.tables.campaigns import MARKED


@dataclass(frozen=True, slots=True)
class MarkedTopic:
    """A topic that waits to be scored, and its version when it was read."""

    id: int
    topic: str
    campaign_id: int
    version: int


@dataclass(frozen=True, slots=True)
class ScoredTopic:
    """The scores of a topic: run id to value, and the number of judgments behind them."""

    values: dict[int, float]
    judgments: int


def mark_topics(session: Session, campaign_id: int) -> None:
    """Mark every topic of the campaign to be scored again."""
    session.execute(
        update(StoredTopic).where(StoredTopic.campaign_id == campaign_id).values(version=StoredTopic.version + 1)
    )


def marked_topics(session: Session, limit: int) -> list[MarkedTopic]:
    """Topics that wait to be scored, at most *limit*, of campaigns that have runs."""
    has_runs = exists().where(StoredRun.campaign_id == StoredTopic.campaign_id)
    query = select(StoredTopic.id, StoredTopic.topic, StoredTopic.campaign_id, StoredTopic.version).where(
        MARKED, has_runs
    )
    return [MarkedTopic(*row) for row in session.execute(query.order_by(StoredTopic.id).limit(limit))]


def judged_topics(session: Session, campaign_id: int, measure: str) -> list[MarkedTopic]:
    """The topics that have scores by a measure, with their current versions."""
    query = (
        select(StoredTopic.id, StoredTopic.topic, StoredTopic.campaign_id, StoredTopic.version)
        .join(TopicScore, TopicScore.topic_id == StoredTopic.id)
        .where(StoredTopic.campaign_id == campaign_id, TopicScore.measure == measure)
        .order_by(StoredTopic.id)
    )
    return [MarkedTopic(*row) for row in session.execute(query)]


def put_scores(session: Session, topic: MarkedTopic, scores: Mapping[str, ScoredTopic | None]) -> None:
    """Store or replace the scores of a topic by each measure, and the version of the topic that was scored.

    None deletes the scores by a measure. If the topic has changed since it was read, it stays marked.
    """
    rows = [
        {
            "topic_id": topic.id,
            "measure": measure,
            "judgments": scored.judgments,
            "runs": list(scored.values),
            "values": list(scored.values.values()),
        }
        for measure, scored in scores.items()
        if scored is not None
    ]
    if rows:
        session.execute(_REPLACE_SCORES[session.get_bind().dialect.name], rows)
    if deleted := [measure for measure, scored in scores.items() if scored is None]:
        session.execute(delete(TopicScore).where(TopicScore.topic_id == topic.id, TopicScore.measure.in_(deleted)))
    session.execute(_SET_SCORED, {"marked": topic.id, "seen": topic.version})


def scores_of(session: Session, campaign_id: int, measure: str) -> dict[str, ScoredTopic]:
    """Topic to scores by a measure, topics as stored. Topics without scores by the measure are left out."""
    query = (
        select(StoredTopic.topic, TopicScore.runs, TopicScore.values, TopicScore.judgments)
        .join(StoredTopic, StoredTopic.id == TopicScore.topic_id)
        .where(StoredTopic.campaign_id == campaign_id, TopicScore.measure == measure)
        .order_by(StoredTopic.id)
    )
    return {
        topic: ScoredTopic(dict(zip(runs, values, strict=True)), judgments)
        for topic, runs, values, judgments in session.execute(query)
    }


def all_scores(session: Session, campaign_id: int) -> dict[str, dict[str, ScoredTopic]]:
    """Topic to measure to scores, of everything that is stored."""
    query = select(StoredTopic.topic, TopicScore).join(StoredTopic, StoredTopic.id == TopicScore.topic_id)
    found: dict[str, dict[str, ScoredTopic]] = {}
    for topic, row in session.execute(query.where(StoredTopic.campaign_id == campaign_id)):
        scored = ScoredTopic(dict(zip(row.runs, row.values, strict=True)), row.judgments)
        found.setdefault(topic, {})[row.measure] = scored
    return found


def total_judgments(session: Session, campaign_id: int, measure: str) -> int:
    """The number of judgments behind the scores by a measure."""
    query = (
        select(func.sum(TopicScore.judgments))
        .join(StoredTopic, StoredTopic.id == TopicScore.topic_id)
        .where(StoredTopic.campaign_id == campaign_id, TopicScore.measure == measure)
    )
    return session.scalar(query) or 0


def drop_other_measures(session: Session, campaign_id: int, measures: Sequence[str]) -> None:
    """Delete the scores of all measures but these."""
    topics = select(StoredTopic.id).where(StoredTopic.campaign_id == campaign_id).scalar_subquery()
    session.execute(delete(TopicScore).where(TopicScore.topic_id.in_(topics), TopicScore.measure.not_in(measures)))
    session.execute(delete(Standing).where(Standing.campaign_id == campaign_id, Standing.measure.not_in(measures)))


def add_standing(
    session: Session, campaign_id: int, measure: str, judgments: int, means: Mapping[int, float], at: datetime
) -> None:
    """Store a point of the history plot: the mean of each run after so many judgments."""
    keys = {"campaign_id": campaign_id, "measure": measure, "judgments": judgments}
    values = {"at": at, "runs": list(means), "means": list(means.values())}
    session.execute(_REPLACE_STANDING[session.get_bind().dialect.name], [keys | values])


def drop_later_standings(session: Session, campaign_id: int) -> None:
    """Delete the points of the history plot that have more judgments than count now, after a correction."""
    now = counted_judgments(session, campaign_id)
    session.execute(delete(Standing).where(Standing.campaign_id == campaign_id, Standing.judgments > now))


def counted_judgments(session: Session, campaign_id: int) -> int:
    """The number of judgments of the campaign that count."""
    counted = select(func.coalesce(func.sum(StoredTopic.counted), 0)).where(StoredTopic.campaign_id == campaign_id)
    return int(session.execute(counted).scalar_one())


def latest_standing(session: Session, campaign_id: int, measure: str) -> int:
    """The number of judgments at the latest point of the history plot; 0 if there is none."""
    query = select(func.max(Standing.judgments)).where(Standing.campaign_id == campaign_id, Standing.measure == measure)
    return session.scalar(query) or 0


def standings_of(session: Session, campaign_id: int, measure: str) -> list[tuple[int, dict[int, float]]]:
    """The points of the history plot, oldest first: number of judgments, and the mean of each run."""
    query = (
        select(Standing.judgments, Standing.runs, Standing.means)
        .where(Standing.campaign_id == campaign_id, Standing.measure == measure)
        .order_by(Standing.judgments)
    )
    return [(number, dict(zip(runs, means, strict=True))) for number, runs, means in session.execute(query)]


def all_standings(session: Session, campaign_id: int) -> list[tuple[str, int]]:
    """The measure and the number of judgments of every point of the history plot."""
    query = select(Standing.measure, Standing.judgments).where(Standing.campaign_id == campaign_id)
    return [(measure, number) for measure, number in session.execute(query.order_by(*Standing.__table__.primary_key))]


def put_outlook(session: Session, campaign_id: int, judgments: int, figures: Mapping[str, Any], at: datetime) -> None:
    """Store the campaign's outlook, or replace the one before."""
    row = {"campaign_id": campaign_id, "judgments": judgments, "figures": dict(figures), "at": at}
    session.execute(_REPLACE_OUTLOOK[session.get_bind().dialect.name], [row])


def outlook_of(session: Session, campaign_id: int) -> Outlook | None:
    return session.get(Outlook, campaign_id)


def outlook_time(session: Session, campaign_id: int) -> datetime | None:
    """When the outlook was computed."""
    return session.scalar(select(Outlook.at).where(Outlook.campaign_id == campaign_id))


def campaign_versions(session: Session) -> dict[int, int]:
    """Campaign id to a number that increases with every change of judgments or runs, and once more with its scores.

    Only campaigns with runs.
    """
    has_runs = exists().where(StoredRun.campaign_id == StoredTopic.campaign_id)
    number = func.sum(StoredTopic.version + StoredTopic.scored)
    query = select(StoredTopic.campaign_id, number).where(has_runs).group_by(StoredTopic.campaign_id)
    return {
        campaign_id: int(version) for campaign_id, version in session.execute(query.order_by(StoredTopic.campaign_id))
    }


def versions_of(session: Session, campaign_id: int) -> tuple[int, int]:
    """Two numbers: the first changes with the campaign's topics and judgments, the second with their scores."""
    query = select(func.sum(StoredTopic.version), func.sum(StoredTopic.scored)).where(
        StoredTopic.campaign_id == campaign_id
    )
    version, scored = session.execute(query).one()
    return int(version or 0), int(scored or 0)


def _replacing(table: Any, keys: Sequence[str], dialect: Any) -> Any:
    """An INSERT in a dialect that replaces the row with the same keys."""
    columns = dialect.insert(table)
    replaced = {column.name: column for column in columns.excluded if column.name not in keys}
    return columns.on_conflict_do_update(index_elements=list(keys), set_=replaced)


DIALECTS = {"postgresql": postgresql, "sqlite": sqlite}
_REPLACE_SCORES = {name: _replacing(TopicScore, ["topic_id", "measure"], kind) for name, kind in DIALECTS.items()}
_REPLACE_STANDING = {
    name: _replacing(Standing, ["campaign_id", "measure", "judgments"], kind) for name, kind in DIALECTS.items()
}
_REPLACE_OUTLOOK = {name: _replacing(Outlook, ["campaign_id"], kind) for name, kind in DIALECTS.items()}
_SET_SCORED = (
    update(StoredTopic)
    .where(StoredTopic.id == bindparam("marked"))
    .values(scored=bindparam("seen"))
    .execution_options(synchronize_session=False)
)
