"""The status of a campaign, in numbers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.settings import settings_of
from assess.store.assessors import count_assessors
from assess.store.grades import grades_of
from assess.store.items import count_items, shown_docnos
from assess.store.judgments import count_judgments
from assess.store.pairings import count_pairings
from assess.store.runs import run_ids
from assess.store.tables import Campaign, State
from assess.store.topics import topic_ids
from assess.tournament.candidates import thin_by_grade


@dataclass(frozen=True)
class Status:
    """The status of a campaign."""

    name: str
    state: State
    created_at: datetime
    seed: int
    parameters: dict[str, Any]
    topics: int
    items: int
    graded: int
    candidates: int
    candidates_without_body: int
    largest_pool: int
    largest_pool_topic: str | None
    pools_above_few: int
    runs: int
    pairings: int
    judgments: int
    assessors: int


def campaign_status(session: Session, campaign: Campaign) -> Status:
    """Count what the campaign has now."""
    grades = grades_of(session, campaign.id)
    parameters = settings_of(campaign).parameters
    pools = {topic: thin_by_grade(graded, parameters.k) for topic, graded in grades.items()}
    shown = shown_docnos(session, campaign.id)
    largest = max(pools, key=lambda topic: len(pools[topic]), default=None)
    return Status(
        name=campaign.name,
        state=campaign.state,
        created_at=campaign.created_at,
        seed=campaign.seed,
        parameters=campaign.parameters,
        topics=len(topic_ids(session, campaign.id)),
        items=count_items(session, campaign.id),
        graded=sum(map(len, grades.values())),
        candidates=sum(map(len, pools.values())),
        candidates_without_body=sum(len(set(pool) - shown.get(topic, set())) for topic, pool in pools.items()),
        largest_pool=len(pools[largest]) if largest is not None else 0,
        largest_pool_topic=largest,
        pools_above_few=sum(len(pool) > parameters.few for pool in pools.values()),
        runs=len(run_ids(session, campaign.id)),
        pairings=count_pairings(session, campaign.id),
        judgments=count_judgments(session, campaign.id),
        assessors=count_assessors(session, campaign.id),
    )
