"""What a campaign is made of: its parameters, and the numbers of its topics, items and runs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.judging.topic_state import all_candidates, is_plain
from assess.campaign.settings import settings_of
from assess.store.assessors import count_assessors
from assess.store.grades import count_graded
from assess.store.items import count_items
from assess.store.pairings import count_pairings
from assess.store.progress import progress_of
from assess.store.runs import run_ids
from assess.store.tables import Campaign, State


@dataclass(frozen=True)
class Status:
    """What a campaign is made of. ``plain``: there are no grades, so all items of a topic are candidates.

    ``judgments`` are those that count.
    """

    name: str
    state: State
    created_at: datetime
    seed: int
    parameters: dict[str, Any]
    topics: int
    items: int
    graded: int
    plain: bool
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
    parameters, progress = settings_of(campaign).parameters, progress_of(session, campaign.id)
    pools = all_candidates(session, campaign)
    largest = max(pools, key=lambda topic: len(pools[topic]), default=None)
    return Status(
        name=campaign.name,
        state=campaign.state,
        created_at=campaign.created_at,
        seed=campaign.seed,
        parameters=campaign.parameters,
        topics=progress.topics,
        items=count_items(session, campaign.id),
        graded=count_graded(session, campaign.id),
        plain=is_plain(session, campaign),
        candidates=sum(map(len, pools.values())),
        candidates_without_body=sum(not shown for pool in pools.values() for shown in pool.values()),
        largest_pool=len(pools[largest]) if largest is not None else 0,
        largest_pool_topic=largest if largest is not None and pools[largest] else None,
        pools_above_few=sum(len(pool) > parameters.few for pool in pools.values()),
        runs=len(run_ids(session, campaign.id)),
        pairings=count_pairings(session, campaign.id),
        judgments=progress.counted,
        assessors=count_assessors(session, campaign.id),
    )
