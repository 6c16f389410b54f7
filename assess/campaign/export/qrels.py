"""Export qrels of a campaign: its grades, alone or with the top k of the tournaments above them."""

from collections.abc import Mapping

from sqlalchemy.orm import Session

from assess.campaign.judging.topic_state import result_state
from assess.campaign.settings import settings_of
from assess.formats.qrels import format_qrels
from assess.store.grades import grades_of
from assess.store.tables import Campaign
from assess.store.topics import topics_of
from assess.tournament import State
from assess.tournament.preference_qrels import preference_qrels


def export_qrels(session: Session, campaign: Campaign) -> str:
    """Preference qrels: the grades, and above them the ordered top k of each topic whose tournament has ended."""
    return format_qrels(combined_levels(session, campaign))


def combined_levels(session: Session, campaign: Campaign) -> dict[str, dict[str, float]]:
    """Topic to docno to grade; the ordered top k of each topic whose tournament has ended has levels above them."""
    states = {topic.topic: result_state(session, campaign, topic) for topic in topics_of(session, campaign.id)}
    return levels_of_states(session, campaign, states)


def levels_of_states(session: Session, campaign: Campaign, states: Mapping[str, State]) -> dict[str, dict[str, float]]:
    """The same by these states of the tournaments."""
    rankings = {topic: state.ranking for topic, state in states.items() if state.asked}
    return preference_qrels(grades_of(session, campaign.id), rankings, settings_of(campaign).parameters.k)


def export_grades(session: Session, campaign: Campaign) -> str:
    """The grades as TREC qrels."""
    return format_qrels(grades_of(session, campaign.id))
