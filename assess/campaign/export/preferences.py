"""What leaves a campaign as text: preferences, grades, the log."""

import json
from dataclasses import asdict
from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.judging.rounds import standing
from assess.campaign.settings import settings_of
from assess.formats.preferences import format_judgments
from assess.formats.qrels import format_qrels
from assess.store.grades import grades_of
from assess.store.judgments import LoggedJudgment, current_judgments, judgment_log
from assess.store.tables import Campaign
from assess.store.topics import topic_ids, topics_of
from assess.tournament.preference_levels import preference_qrels


def export_preferences(session: Session, campaign: Campaign, columns: int = 3) -> str:
    """The judgments that hold, by topic and in the order of the log; ties in four columns only."""
    place = {topic: number for number, topic in enumerate(topic_ids(session, campaign.id))}
    judgments = sorted(current_judgments(session, campaign.id), key=lambda judgment: place[judgment.topic])
    return format_judgments(judgments, columns)


def export_qrels(session: Session, campaign: Campaign) -> str:
    """Preference qrels: the grades, and above them the ordered top k of each topic whose tournament has ended."""
    states = {topic.topic: standing(session, campaign, topic) for topic in topics_of(session, campaign.id)}
    rankings = {topic: state.ranking for topic, state in states.items() if state.asked}
    return format_qrels(preference_qrels(grades_of(session, campaign.id), rankings, settings_of(campaign).parameters.k))


def export_grades(session: Session, campaign: Campaign) -> str:
    """The grades as TREC qrels."""
    return format_qrels(grades_of(session, campaign.id))


def export_log(session: Session, campaign: Campaign) -> str:
    """Every judgment ever made with all that is known about it, a JSON object a line, oldest first."""
    return "".join(json_line(_fields(logged)) for logged in judgment_log(session, campaign.id))


def json_line(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _fields(logged: LoggedJudgment) -> dict[str, Any]:
    fields = asdict(logged) | {"at": logged.at.isoformat()}
    assessor = {"kind": fields.pop("kind"), "identity": fields.pop("identity")}
    return {name.removesuffix("_"): value for name, value in fields.items()} | {"assessor": assessor}
