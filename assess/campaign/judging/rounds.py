"""Advance a topic: ask the tournament strategy which pairings it needs now, and store them."""

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
from assess.tournament.candidates import thin_by_grade

# The round, and the ids of the two items in order: unique within a topic.
PairingKey = tuple[int, int, int]


def tournament_state(session: Session, campaign: Campaign, topic: StoredTopic) -> State:
    """The state of the topic's tournament, computed from its counted judgments."""
    parameters = settings_of(campaign).parameters
    candidates = thin_by_grade(grades_of_topic(session, topic.id), parameters.k)
    tournament = Tournament(topic.topic, tuple(candidates), parameters, campaign.seed)
    return play(tournament, current_judgments(session, campaign.id, topic.topic), settings_of(campaign).strategy)


def advance(session: Session, campaign: Campaign, topic_id: int, now: datetime) -> None:
    """Store the pairings that the topic needs now, and withdraw those it does not need any more.

    The caller must lock the topic. Calling this again changes nothing; after a corrected judgment it corrects the
    pairings. A closed topic needs no pairings.
    """
    topic = session.get_one(StoredTopic, topic_id)
    state = tournament_state(session, campaign, topic)
    wanted = _wanted(item_ids(session, topic_id), () if topic.closed_at else state.needed)
    stored = _unfinished(session, topic_id, {round_ for round_, _, _ in wanted})

    new = [(key, missing) for key, missing in wanted.items() if key not in stored]
    Random(f"{campaign.seed}/{topic.topic}/{state.round_}/order").shuffle(new)
    _add(session, topic_id, new)
    for key, pairing in stored.items():
        _set_wanted(session, pairing, wanted.get(key))
    recount_progress(session, topic_id, None if wanted else topic.done_at or now)


def _wanted(ids: dict[str, int], needed: Iterable[Request]) -> dict[PairingKey, int]:
    """The pairings that are needed, and how many judgments each misses."""
    wanted: dict[PairingKey, int] = {}
    for request in needed:
        a, b = sorted((ids[request.pairing.docno_a], ids[request.pairing.docno_b]))
        wanted[request.round_, a, b] = request.missing
    return wanted


def _unfinished(session: Session, topic_id: int, rounds: set[int]) -> dict[PairingKey, StoredPairing]:
    """The stored pairings of these rounds, and all others that still need judgments."""
    query = select(StoredPairing).where(
        StoredPairing.topic_id == topic_id,
        or_(
            StoredPairing.round_.in_(rounds),
            StoredPairing.withdrawn.is_(False) & (StoredPairing.counted < StoredPairing.votes),
        ),
    )
    rows = session.scalars(query.execution_options(populate_existing=True))
    return {(pairing.round_, pairing.item_a_id, pairing.item_b_id): pairing for pairing in rows}


def _add(session: Session, topic_id: int, new: list[tuple[PairingKey, int]]) -> None:
    rows = [
        {"topic_id": topic_id, "round_": round_, "item_a_id": a, "item_b_id": b, "votes": missing}
        for (round_, a, b), missing in new
    ]
    if rows:
        session.execute(insert(StoredPairing), rows)


def _set_wanted(session: Session, pairing: StoredPairing, missing: int | None) -> None:
    """Ask for *missing* more judgments of a stored pairing; None withdraws it."""
    if missing is None:
        votes, withdrawn = pairing.votes, pairing.withdrawn or pairing.counted < pairing.votes
    else:
        votes, withdrawn = pairing.counted + max(missing, pairing.held), False
    if (votes, withdrawn) != (pairing.votes, pairing.withdrawn):
        session.execute(
            update(StoredPairing).where(StoredPairing.id == pairing.id).values(votes=votes, withdrawn=withdrawn)
        )
