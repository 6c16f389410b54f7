"""Advance a topic: ask the tournament strategy which pairings it needs now, and store them.

`advance` follows a judgment. `recount` follows a correction: it first counts again which judgments each pairing has.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from random import Random

from sqlalchemy import insert, or_, select
from sqlalchemy.orm import Session

from assess.campaign.judging.topic_state import tournament_state
from assess.store.items import item_ids
from assess.store.judgments import count_votes, counted_by_pairing
from assess.store.pairings import UNASKED, held_by_pairing, missing_extras, pairings_of, set_counts, set_wanted
from assess.store.progress import ask_for_more, count_pairing, lock_topics, recount_progress
from assess.store.scores import drop_later_standings
from assess.store.tables import Campaign, StoredPairing, StoredTopic, Task
from assess.tournament import Request, State

# The round, and the ids of the two items in order: unique within a topic.
PairingKey = tuple[int, int, int]


def advance(session: Session, campaign: Campaign, topic_id: int, now: datetime) -> None:
    """Store the pairings that the topic needs now, and withdraw those it does not need any more.

    The caller must lock the topic. Calling this again changes nothing; after a corrected judgment it corrects the
    pairings. A closed topic needs no pairings.
    """
    topic = session.get_one(StoredTopic, topic_id)
    state = tournament_state(session, campaign, topic)
    wanted, gains = wanted_pairings(session, topic, state), _gains(session, topic, state)
    stored = _unfinished(session, topic_id, {round_ for round_, _, _ in wanted})

    new = [(key, missing) for key, missing in wanted.items() if key not in stored]
    if not gains:
        Random(f"{campaign.seed}/{topic.topic}/{state.round_}/order").shuffle(new)
    _add(session, topic_id, new, gains)
    _set_wanted(session, {pairing: wanted.get(key) for key, pairing in stored.items()})
    recount_progress(session, topic_id, None if wanted else topic.done_at or now)


def ask_besides(session: Session, topic: StoredTopic, state: State) -> None:
    """Store the pairings of *state* that are new, beside those asked already. The caller must lock the topic."""
    gains = _gains(session, topic, state)
    missing = {key: request.missing for key, request in _keyed(session, topic, state).items() if key in gains}
    stored = _unfinished(session, topic.id, {round_ for round_, _, _ in missing})
    _add(session, topic.id, [(key, number) for key, number in missing.items() if key not in stored], gains)
    withdrawn = missing.keys() & stored.keys()
    _set_wanted(session, {stored[key]: missing[key] for key in withdrawn})
    ask_for_more(session, topic.id, sum(missing.values()))


def count_pairings(session: Session, campaign: Campaign, tasks: Iterable[Task], now: datetime) -> None:
    """Count the judgments of these tasks, and advance topics that miss none now. The caller must lock the topics.

    A topic whose pairing was withdrawn meanwhile is counted again.
    """
    counted = [(task.topic_id, count_pairing(session.connection(), task)) for task in tasks]
    again = {topic_id for topic_id, missing in counted if missing is None}
    for topic_id in sorted(again | {topic_id for topic_id, missing in counted if missing == 0}):
        (recount if topic_id in again else advance)(session, campaign, topic_id, now)


def recount(session: Session, campaign: Campaign, topic_id: int, now: datetime) -> None:
    """Count the judgments and the held tasks of each pairing again, then advance the topic.

    The caller must lock the topic. A topic that nobody judges yet, because the campaign is a draft or the topic waits
    for grades, is only counted.
    """
    counted, held = counted_by_pairing(session, topic_id), held_by_pairing(session, topic_id)
    numbers = [(found, held.get(found.id, 0), counted.get(found.id, 0)) for found in pairings_of(session, topic_id)]
    set_counts(session, [row for row in numbers if row[1:] != (row[0].held, row[0].counted)])
    topic = session.get_one(StoredTopic, topic_id, populate_existing=True)
    topic.counted, topic.version = count_votes(session, topic_id), topic.version + 1
    session.flush()
    if campaign.state != "draft" and not topic.ungraded:
        advance(session, campaign, topic_id, now)
    session.expire(topic)


def recount_topics(session: Session, campaign: Campaign, topics: Collection[int], now: datetime) -> None:
    """Count the topics again and advance them, in the order of their ids."""
    lock_topics(session.connection(), topics)
    for topic_id in sorted(topics):
        recount(session, campaign, topic_id, now)
    drop_later_standings(session, campaign.id)


def wanted_pairings(session: Session, topic: StoredTopic, state: State) -> dict[PairingKey, int]:
    """The pairings that are needed now, of the tournament and extra ones, and how many judgments each misses."""
    if topic.closed_at:
        return {}
    wanted = {key: request.missing for key, request in _keyed(session, topic, state).items()}
    return wanted | {(UNASKED, a, b): missing for (a, b), missing in missing_extras(session, topic.id).items()}


def _keyed(session: Session, topic: StoredTopic, state: State) -> dict[PairingKey, Request]:
    """The pairings that the tournament needs now, each with its key in the database."""
    ids = item_ids(session, topic.id)
    found: dict[PairingKey, Request] = {}
    for request in state.needed:
        a, b = sorted((ids[request.pairing.docno_a], ids[request.pairing.docno_b]))
        found[request.round_, a, b] = request
    return found


def _gains(session: Session, topic: StoredTopic, state: State) -> dict[PairingKey, float]:
    """How much the answers would tell, of the pairings that are new in a strategy that knows."""
    if all(request.gain is None for request in state.needed):
        return {}
    return {key: request.gain for key, request in _keyed(session, topic, state).items() if request.gain is not None}


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


def _add(
    session: Session, topic_id: int, new: Sequence[tuple[PairingKey, int]], gains: Mapping[PairingKey, float]
) -> None:
    """Store these pairings, each with the judgments that it misses, and its gain if it has one."""
    rows = [
        {"topic_id": topic_id, "round_": key[0], "item_a_id": key[1], "item_b_id": key[2]}
        | {"votes": missing, "gain": gains.get(key)}
        for key, missing in new
    ]
    if rows:
        session.execute(insert(StoredPairing), rows)


def _set_wanted(session: Session, pairings: Mapping[StoredPairing, int | None]) -> None:
    """Ask for so many more judgments of each stored pairing; None withdraws it."""
    changed = []
    for pairing, missing in pairings.items():
        if missing is None:
            votes, withdrawn = pairing.votes, pairing.withdrawn or pairing.counted < pairing.votes
        else:
            votes, withdrawn = pairing.counted + max(missing, pairing.held), False
        if (votes, withdrawn) != (pairing.votes, pairing.withdrawn):
            changed.append((pairing, votes, withdrawn))
    set_wanted(session, changed)
