"""How a campaign stands, all in one record."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from assess.campaign.judging.disagreements import count_undecided
from assess.campaign.judging.held_work import held_work
from assess.campaign.overview.judgment_totals import JudgmentLines, read_judgment_lines
from assess.campaign.overview.pace import LATEST, Pace, measure_pace
from assess.campaign.overview.remaining import Situation, TopicTotals, is_finished, what_is_left
from assess.campaign.overview.untold import Untold, find_untold
from assess.campaign.retention import Identities, identities_of
from assess.campaign.settings import Counted, settings_of
from assess.campaign.status import Status, campaign_status
from assess.store.comments import count_open
from assess.store.judgments import latest_times
from assess.store.links import has_adjudicator, has_work_link
from assess.store.progress import progress_of
from assess.store.tables import Campaign, StoredTopic
from assess.store.topics import topics_of


@dataclass(frozen=True)
class Overview:
    """How a campaign stands. ``ends_at`` is when what is asked by now is judged at this pace, without a break."""

    status: Status
    finished: bool
    counted: Counted
    topics: TopicTotals
    judgments: JudgmentLines
    to_grade: int
    untold: Untold
    open_comments: int
    pace: Pace | None
    ends_at: datetime | None
    left: tuple[str, ...]
    identities: Identities


def read_overview(session: Session, campaign: Campaign, now: datetime) -> Overview:
    """Read how the campaign stands."""
    progress, held, untold = (
        progress_of(session, campaign.id),
        held_work(session, campaign),
        find_untold(session, campaign),
    )
    topics = _topics(topics_of(session, campaign.id))
    recruited = has_work_link(session, campaign.id, now)
    comments, undecided = count_open(session, campaign.id), _undecided(session, campaign)
    situation = Situation(campaign, topics, progress, untold, held, recruited, comments, undecided)
    pace = measure_pace(latest_times(session, campaign.id, LATEST))
    return Overview(
        status=campaign_status(session, campaign),
        finished=is_finished(situation),
        counted=settings_of(campaign).counted,
        topics=topics,
        judgments=read_judgment_lines(session, campaign, progress, held),
        to_grade=progress.ungraded,
        untold=untold,
        open_comments=comments,
        pace=pace,
        ends_at=now + timedelta(hours=pace.hours_for(progress.missing)) if pace and progress.missing else None,
        left=tuple(what_is_left(situation, now)),
        identities=identities_of(session, campaign, now),
    )


def _undecided(session: Session, campaign: Campaign) -> int:
    """The disagreements that wait for a decision, where the organiser asked for an overlap or for an adjudicator."""
    if settings_of(campaign).parameters.overlap or has_adjudicator(session, campaign.id):
        return count_undecided(session, campaign)
    return 0


def _topics(topics: list[StoredTopic]) -> TopicTotals:
    closed = sum(_was_ended(topic) for topic in topics)
    done = sum(topic.done_at is not None and not _was_ended(topic) for topic in topics)
    waiting = sum(topic.ungraded > 0 and topic.done_at is None and topic.closed_at is None for topic in topics)
    return TopicTotals(len(topics), done, len(topics) - done - closed - waiting, waiting, closed)


def _was_ended(topic: StoredTopic) -> bool:
    """Whether the topic was closed before its ranking was complete."""
    return topic.closed_at is not None and (topic.done_at is None or topic.done_at >= topic.closed_at)
