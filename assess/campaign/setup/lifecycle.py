"""Open, pause, close and reopen a campaign. Each change of its state is recorded, with who and why."""

from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.author import Author
from assess.campaign.judging.grading import ask_for_grades
from assess.campaign.judging.rounds import advance
from assess.campaign.overview.untold import bring_texts, few_names, find_untold
from assess.campaign.settings import settings_of
from assess.campaign.setup.create import Track, no_progress_bar
from assess.errors import ConflictError
from assess.store.campaigns import change_campaign
from assess.store.changes import add_change, state_before_closing
from assess.store.progress import lock_topics
from assess.store.tables import Campaign, State, StoredTopic
from assess.store.topics import topic_ids

# A change that nobody in particular makes, such as the opening of the demo.
NOBODY = Author("")
# Who is recorded for a topic that the stop rule closes.
STOP_RULE = "the stop rule"


def open_campaign(
    session: Session,
    campaign: Campaign,
    now: datetime,
    track: Track = no_progress_bar,
    author: Author = NOBODY,
) -> None:
    """Open the campaign for work: each topic gets its first pairings, or waits for missing grades."""
    if campaign.state == "closed":
        raise ConflictError(f"campaign {campaign.name} is closed: assess reopen {campaign.name} reopens it")
    _open(session, campaign, now, track, author)


def _open(session: Session, campaign: Campaign, now: datetime, track: Track, author: Author) -> None:
    _check_candidates(session, campaign)
    settings, ids = settings_of(campaign), topic_ids(session, campaign.id)
    lock_topics(session.connection(), list(ids.values()))
    for _, topic_id in track("Opening topics", ids.items()):
        if not settings.grading or ask_for_grades(session, topic_id, settings.graders) == 0:
            advance(session, campaign, topic_id, now)
    _set_state(session, campaign, "open", now, author)


def pause_campaign(session: Session, campaign: Campaign, now: datetime, author: Author = NOBODY) -> None:
    """Hand out no new work. Assignments that are held may be finished."""
    if campaign.state != "open":
        raise ConflictError(f"campaign {campaign.name} is {campaign.state}: only an open one can be paused")
    _set_state(session, campaign, "paused", now, author)


def close_campaign(session: Session, campaign: Campaign, now: datetime, author: Author = NOBODY) -> None:
    """Hand out no new work. Assignments that are held may be finished."""
    _set_state(session, campaign, "closed", now, author)


def reopen_campaign(session: Session, campaign: Campaign, now: datetime, author: Author = NOBODY) -> None:
    """Give a closed campaign the state that it had before."""
    if campaign.state != "closed":
        raise ConflictError(f"campaign {campaign.name} is {campaign.state}: only a closed one can be reopened")
    before = state_before_closing(session, campaign)
    if before == "open":
        _open(session, campaign, now, no_progress_bar, author)
    else:
        _set_state(session, campaign, "draft" if before == "draft" else "paused", now, author)


def _set_state(session: Session, campaign: Campaign, state: State, now: datetime, author: Author) -> None:
    change_campaign(session, campaign, "state", state, now, author.who or None, author.why)


def close_topic(session: Session, campaign: Campaign, topic_id: int, now: datetime) -> None:
    """Ask for no more judgments of the topic, by the stop rule. Assignments that are held may be finished.

    It is recorded as if somebody had closed the topic by hand, and is undone in the same way.
    """
    lock_topics(session.connection(), [topic_id])
    topic = session.get_one(StoredTopic, topic_id)
    topic.closed_at = now
    old, new = ({"topic": topic.topic, "closed": closed} for closed in (False, True))
    add_change(session, campaign, "topic", old, new, STOP_RULE, None, now)
    advance(session, campaign, topic_id, now)


def _check_candidates(session: Session, campaign: Campaign) -> None:
    """Raise if a candidate that assessors would see has nothing to show."""
    found = find_untold(session, campaign).to_compare
    if found:
        raise ConflictError(
            f"campaign {campaign.name}: found {len(found):,} candidates with nothing to show, expected none: "
            f"{few_names(found)}; {bring_texts(campaign.name)}"
        )
