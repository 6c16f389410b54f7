"""Create a campaign from the organiser's topics, items, grades and runs."""

import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy.orm import Session

from assess.campaign.settings import STRATEGY
from assess.campaign.setup.sources import Sources, items_by_topic
from assess.errors import ParameterError
from assess.store.campaigns import add_campaign
from assess.store.grades import add_grades
from assess.store.items import add_items
from assess.store.runs import add_run
from assess.store.tables import Campaign
from assess.store.topics import add_topics
from assess.tournament import Parameters, Tournament, play

# A name is used in URLs and commands, so it has no character that needs quoting there.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
SEEDS = 2**63

T = TypeVar("T")
# Iterates over things, and may show a progress bar with this label.
Track = Callable[[str, Iterable[Any]], Iterable[Any]]


def no_progress_bar(_: str, things: Iterable[T]) -> Iterable[T]:
    """Return the things without showing a progress bar."""
    return things


def create_campaign(
    session: Session,
    name: str,
    sources: Sources,
    *,
    parameters: Parameters,
    strategy: str = STRATEGY,
    answers: int | None = None,
    seed: int,
    now: datetime,
    track: Track = no_progress_bar,
) -> Campaign:
    """Store a draft campaign with everything the organiser provides. On any error nothing is stored.

    *answers* is how many answers a pair offers: 2 and 4 allow no tie, 3 and 5 do; None means the default of 2.
    """
    check_name(name)
    _check_seed(seed)
    # Play an empty tournament: it refuses invalid parameters.
    play(Tournament("", (), parameters), (), strategy)
    items = items_by_topic(sources)

    kept = asdict(parameters) | {"strategy": strategy} | ({"depth": sources.depth} if sources.pooled else {})
    kept |= {"answers": answers} if answers else {}
    kept |= {"pages": sources.pages} if sources.pages else {}
    campaign = add_campaign(session, name, seed, kept, now)
    topic_ids = add_topics(session, campaign.id, sources.topics, sources.descriptions)
    for topic, topic_id in track("Storing topics", topic_ids.items()):
        item_ids = add_items(session, topic_id, items[topic])
        add_grades(session, item_ids, sources.grades.get(topic, {}))
    for run in track("Storing runs", sources.runs):
        add_run(session, campaign.id, run, topic_ids)
    return campaign


def check_name(name: str) -> None:
    """Refuse a name that would need quoting in a URL or a command."""
    if not NAME.fullmatch(name):
        raise ParameterError(
            f"found the name {name!r}, expected a letter or digit, then at most 63 letters, digits, '.', '_' or '-'"
        )


def _check_seed(seed: int) -> None:
    if not 0 <= seed < SEEDS:
        raise ParameterError(f"found the seed {seed}, expected at least 0 and less than 2 to the power of 63")
