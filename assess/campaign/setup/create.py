"""Create a campaign from what its organiser brings."""

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

# A name stands in addresses and in commands: nothing that either would read otherwise.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
SEEDS = 2**63

T = TypeVar("T")
# Hands on what it is given, and may show how far it is: a name for people, then the things.
Track = Callable[[str, Iterable[Any]], Iterable[Any]]


def in_silence(_: str, things: Iterable[T]) -> Iterable[T]:
    """Hand on the things without showing anything."""
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
    track: Track = in_silence,
) -> Campaign:
    """Store a draft campaign with everything the organiser brings; whatever is wrong, nothing is stored.

    *answers* of a pair: 2 or 4 are strict, 3 and 5 allow a tie; None leaves the usual two.
    """
    check_name(name)
    _check_seed(seed)
    # A tournament of nobody needs nothing, and refuses numbers that contradict each other.
    play(Tournament("", (), parameters), (), strategy)
    items = items_by_topic(sources)

    kept = asdict(parameters) | {"strategy": strategy} | ({"depth": sources.depth} if sources.pooled else {})
    kept |= {"answers": answers} if answers else {}
    campaign = add_campaign(session, name, seed, kept, now)
    topic_ids = add_topics(session, campaign.id, sources.topics, sources.descriptions)
    for topic, topic_id in track("Storing topics", topic_ids.items()):
        item_ids = add_items(session, topic_id, items[topic])
        add_grades(session, item_ids, sources.grades.get(topic, {}))
    for run in track("Storing runs", sources.runs):
        add_run(session, campaign.id, run, topic_ids)
    return campaign


def check_name(name: str) -> None:
    """Refuse a name that an address or a command would read otherwise."""
    if not NAME.fullmatch(name):
        raise ParameterError(
            f"found the name {name!r}, expected a letter or digit, then at most 63 letters, digits, '.', '_' or '-'"
        )


def _check_seed(seed: int) -> None:
    if not 0 <= seed < SEEDS:
        raise ParameterError(f"found the seed {seed}, expected at least 0 and less than 2 to the power of 63")
