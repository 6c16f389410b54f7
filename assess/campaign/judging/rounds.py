"""A topic moves on by itself: the strategy is asked what it needs now, and that is stored."""

from collections.abc import Iterable
from datetime import datetime
from random import Random

from sqlalchemy import insert, or_, select, update
from sqlalchemy.orm import Session

from assess.campaign.settings import settings_of
from assess.store.grades import grades_of_topic
from assess.store.items import item_ids
from assess.store.judgments import current_judgments
from assess.store.progress import recount_progress
from assess.store.tables import Campaign, StoredPairing, StoredTopic
from assess.tournament import Request, State, Tournament, play
from assess.tournament.thinning import thin_by_grade

# The round, and the ids of the two items in order: what tells the pairings of a topic apart.
Place = tuple[int, int, int]


def standing(session: Session, campaign: Campaign, topic: StoredTopic) -> State:
    """Where the topic's tournament stands, by its counted judgments alone."""
    parameters = settings_of(campaign).parameters
    candidates = thin_by_grade(grades_of_topic(session, topic.id), parameters.k)
    tournament = Tournament(topic.topic, tuple(candidates), parameters, campaign.seed)
    return play(tournament, current_judgments(session, campaign.id, topic.topic), settings_of(campaign).strategy)


def advance(session: Session, campaign: Campaign, topic_id: int, now: datetime) -> None:
    """Store the pairings that the topic needs now, and withdraw those it needs no more. The caller holds the topic.

    Asking again changes nothing, so this also sets right what follows from a corrected judgment. A closed topic needs
    nothing any more.
    """
    topic = session.get_one(StoredTopic, topic_id)
    state = standing(session, campaign, topic)
    wanted = _places(item_ids(session, topic_id), () if topic.closed_at else state.needed)
    stored = _unfinished(session, topic_id, {round_ for round_, _, _ in wanted})

    fresh = [(place, missing) for place, missing in wanted.items() if place not in stored]
    Random(f"{campaign.seed}/{topic.topic}/{state.round_}/order").shuffle(fresh)
    _add(session, topic_id, fresh)
    for place, pairing in stored.items():
        _ask(session, pairing, wanted.get(place))
    recount_progress(session, topic_id, None if wanted else topic.done_at or now)


def _places(ids: dict[str, int], needed: Iterable[Request]) -> dict[Place, int]:
    wanted: dict[Place, int] = {}
    for request in needed:
        a, b = sorted((ids[request.pairing.docno_a], ids[request.pairing.docno_b]))
        wanted[request.round_, a, b] = request.missing
    return wanted


def _unfinished(session: Session, topic_id: int, rounds: set[int]) -> dict[Place, StoredPairing]:
    """The stored pairings of these rounds, and all that still ask for judgments."""
    query = select(StoredPairing).where(
        StoredPairing.topic_id == topic_id,
        or_(
            StoredPairing.round_.in_(rounds),
            StoredPairing.withdrawn.is_(False) & (StoredPairing.counted < StoredPairing.votes),
        ),
    )
    rows = session.scalars(query.execution_options(populate_existing=True))
    return {(pairing.round_, pairing.item_a_id, pairing.item_b_id): pairing for pairing in rows}


def _add(session: Session, topic_id: int, fresh: list[tuple[Place, int]]) -> None:
    rows = [
        {"topic_id": topic_id, "round_": round_, "item_a_id": a, "item_b_id": b, "votes": missing}
        for (round_, a, b), missing in fresh
    ]
    if rows:
        session.execute(insert(StoredPairing), rows)


def _ask(session: Session, pairing: StoredPairing, missing: int | None) -> None:
    """Ask for so many more judgments of a stored pairing; None: for no more."""
    if missing is None:
        votes, withdrawn = pairing.votes, pairing.withdrawn or pairing.counted < pairing.votes
    else:
        votes, withdrawn = pairing.counted + max(missing, pairing.held), False
    if (votes, withdrawn) != (pairing.votes, pairing.withdrawn):
        session.execute(
            update(StoredPairing).where(StoredPairing.id == pairing.id).values(votes=votes, withdrawn=withdrawn)
        )
