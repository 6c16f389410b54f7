"""Open, pause and close a campaign."""

from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.judging.grading import ask_for_grades
from assess.campaign.judging.rounds import advance
from assess.campaign.settings import settings_of
from assess.campaign.setup.create import Track, no_progress_bar
from assess.errors import ConflictError
from assess.store.campaigns import change_campaign
from assess.store.grades import grades_of
from assess.store.items import shown_docnos
from assess.store.progress import lock_topics
from assess.store.tables import Campaign, StoredTopic
from assess.store.topics import topic_ids
from assess.tournament.candidates import thin_by_grade


def open_campaign(session: Session, campaign: Campaign, now: datetime, track: Track = no_progress_bar) -> None:
    """Open the campaign for work: each topic gets its first pairings, or waits for missing grades."""
    if campaign.state == "closed":
        raise ConflictError(f"campaign {campaign.name} is closed: a closed campaign cannot be opened again")
    _check_candidates(session, campaign)
    grading, ids = settings_of(campaign).grading, topic_ids(session, campaign.id)
    lock_topics(session.connection(), list(ids.values()))
    for _, topic_id in track("Opening topics", ids.items()):
        if not grading or ask_for_grades(session, topic_id) == 0:
            advance(session, campaign, topic_id, now)
    change_campaign(session, campaign, "state", "open", now)


def pause_campaign(session: Session, campaign: Campaign, now: datetime) -> None:
    """Hand out no new work. Assignments that are held may be finished."""
    if campaign.state != "open":
        raise ConflictError(f"campaign {campaign.name} is {campaign.state}: only an open one can be paused")
    change_campaign(session, campaign, "state", "paused", now)


def close_campaign(session: Session, campaign: Campaign, now: datetime) -> None:
    """Hand out no new work for good. Assignments that are held may be finished."""
    change_campaign(session, campaign, "state", "closed", now)


def close_topic(session: Session, campaign: Campaign, topic_id: int, now: datetime) -> None:
    """Ask for no more judgments of the topic. Assignments that are held may be finished."""
    lock_topics(session.connection(), [topic_id])
    session.get_one(StoredTopic, topic_id).closed_at = now
    session.flush()
    advance(session, campaign, topic_id, now)


def _check_candidates(session: Session, campaign: Campaign) -> None:
    """Raise if a candidate has nothing to show to assessors."""
    k, shown = settings_of(campaign).parameters.k, shown_docnos(session, campaign.id)
    for topic, grades in grades_of(session, campaign.id).items():
        for docno in thin_by_grade(grades, k):
            if docno not in shown.get(topic, ()):
                raise ConflictError(f"topic {topic}: candidate {docno} has nothing to show: give its text with --items")
