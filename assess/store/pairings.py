"""The pairings of a topic, round by round."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, case, exists, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from assess.database.statements import Prepared
from assess.store.judgments import counted_by_pairing
from assess.store.tables import (
    Assignment,
    ExtraPairing,
    PairAside,
    StoredItem,
    StoredJudgment,
    StoredPairing,
    StoredTopic,
    Task,
)
from assess.store.tables.assignments import KEPT_TASK
from assess.store.tables.base import table_of

# The round of pairings that the tournament did not ask for.
UNASKED = 0
# Pairings that miss judgments, whether somebody holds them or not.
OPEN = StoredPairing.withdrawn.is_(False) & (StoredPairing.counted < StoredPairing.votes)


def pairings_of(session: Session, topic_id: int) -> list[StoredPairing]:
    """The pairings of a topic, as the database has them now."""
    query = select(StoredPairing).where(StoredPairing.topic_id == topic_id).order_by(StoredPairing.id)
    return list(session.scalars(query.execution_options(populate_existing=True)))


class PairingOfRound(NamedTuple):
    """A pairing of a round: its docnos, the judgments it asks for, and those that nobody has made or holds."""

    round_: int
    docno_a: str
    docno_b: str
    votes: int
    missing: int


_A, _B = aliased(StoredItem), aliased(StoredItem)
_OF_TOPIC = (
    StoredPairing.topic_id == bindparam("this_topic"),
    ~StoredPairing.withdrawn,
    StoredPairing.round_ != UNASKED,
)
_ALL_ROUNDS = (
    select(
        StoredPairing.round_,
        _A.docno,
        _B.docno,
        StoredPairing.votes,
        StoredPairing.votes - StoredPairing.held - StoredPairing.counted,
    )
    .join(_A, _A.id == StoredPairing.item_a_id)
    .join(_B, _B.id == StoredPairing.item_b_id)
    .where(*_OF_TOPIC)
    .order_by(StoredPairing.id)
)
_NEWEST = select(func.max(StoredPairing.round_)).where(*_OF_TOPIC).scalar_subquery()
_EVERY, _LATEST = Prepared(_ALL_ROUNDS), Prepared(_ALL_ROUNDS.where(StoredPairing.round_ == _NEWEST))


def latest_round(connection: Connection, topic_id: int) -> list[PairingOfRound]:
    """The pairings of the topic's newest round; none before the first."""
    return [PairingOfRound(*row) for row in _LATEST(connection, this_topic=topic_id)]


def every_round(connection: Connection, topic_id: int) -> list[PairingOfRound]:
    """The pairings that the topic's tournament has asked for so far."""
    return [PairingOfRound(*row) for row in _EVERY(connection, this_topic=topic_id)]


def outstanding_pairs(session: Session, topic_id: int) -> frozenset[tuple[int, tuple[str, str]]]:
    """Round and docnos, in order, of each pairing that the tournament asks for and that misses judgments."""
    a, b = aliased(StoredItem), aliased(StoredItem)
    query = (
        select(StoredPairing.round_, a.docno, b.docno)
        .join(a, a.id == StoredPairing.item_a_id)
        .join(b, b.id == StoredPairing.item_b_id)
        .where(StoredPairing.topic_id == topic_id, StoredPairing.round_ != UNASKED, OPEN)
    )
    return frozenset((round_, (min(pair), max(pair))) for round_, *pair in session.execute(query))


def withdraw_free(session: Session, topic_id: int) -> None:
    """Withdraw the pairings of the tournament that nobody judged or holds."""
    free = (StoredPairing.topic_id == topic_id) & (StoredPairing.round_ != UNASKED)
    free &= (StoredPairing.held == 0) & (StoredPairing.counted == 0)
    session.execute(update(StoredPairing).where(free).values(withdrawn=True))


def held_by_pairing(session: Session, topic_id: int) -> dict[int, int]:
    """Pairing id to the number of judgments that are handed out and not made yet.

    A judgment of an assignment with challenges is held until the assignment is finished.
    """
    return dict(session.execute(_HELD_BY_PAIRING, {"topic": topic_id}).all())


_ANSWERED = exists().where(StoredJudgment.pairing_id == Task.pairing_id, StoredJudgment.assessor_id == Task.assessor_id)
_HELD_BY_PAIRING = (
    select(StoredPairing.id, func.count())
    .join(Task, Task.pairing_id == StoredPairing.id)
    .join(Assignment, Assignment.id == Task.assignment_id)
    .where(StoredPairing.topic_id == bindparam("topic"), KEPT_TASK)
    .where(Assignment.state == "held", Assignment.purpose == "tournament", or_(Assignment.screened, ~_ANSWERED))
    .group_by(StoredPairing.id)
)
_TABLE = table_of(StoredPairing)
_THIS = update(_TABLE).where(_TABLE.c.id == bindparam("this"))


def set_counts(session: Session, pairings: Iterable[tuple[StoredPairing, int, int]]) -> None:
    """Set how many judgments of each pairing are held and counted; it asks for at least as many."""
    rows = [
        {"this": pairing.id, "held": held, "counted": counted, "votes": max(pairing.votes, held + counted)}
        for pairing, held, counted in pairings
    ]
    if rows:
        session.connection().execute(_THIS, rows)


def set_wanted(session: Session, pairings: Iterable[tuple[StoredPairing, int, bool]]) -> None:
    """Set how many judgments each pairing asks for, and whether it is withdrawn."""
    rows = [{"this": pairing.id, "votes": votes, "withdrawn": withdrawn} for pairing, votes, withdrawn in pairings]
    if rows:
        session.connection().execute(_THIS, rows)


def missing_extras(session: Session, topic_id: int) -> dict[tuple[int, int], int]:
    """The ids of the items of each extra pairing, and how many judgments it misses. What is set aside misses none."""
    aside = exists().where(
        StoredItem.id.in_((ExtraPairing.item_a_id, ExtraPairing.item_b_id)), StoredItem.aside_at.is_not(None)
    )
    pair_aside = exists().where(
        PairAside.item_a_id == ExtraPairing.item_a_id, PairAside.item_b_id == ExtraPairing.item_b_id
    )
    query = select(ExtraPairing).where(ExtraPairing.topic_id == topic_id, ~aside, ~pair_aside)
    wanted = {(extra.item_a_id, extra.item_b_id): extra.votes for extra in session.scalars(query)}
    if not wanted:
        return {}
    made = counted_by_pairing(session, topic_id)
    for pairing in pairings_of(session, topic_id):
        if pairing.round_ == UNASKED and (pair := (pairing.item_a_id, pairing.item_b_id)) in wanted:
            wanted[pair] -= made.get(pairing.id, 0)
    return {pair: missing for pair, missing in wanted.items() if missing > 0}


def count_pairings(session: Session, campaign_id: int) -> int:
    query = (
        select(func.count()).select_from(StoredPairing).join(StoredTopic).where(StoredTopic.campaign_id == campaign_id)
    )
    return session.execute(query).scalar_one()


class AskedRound(NamedTuple):
    """The pairings of a round in all topics, and how many judgments they miss; ``held`` of those are handed out."""

    round_: int
    topics: int
    pairings: int
    held: int
    missing: int


def asked_by_round(session: Session, campaign_id: int) -> list[AskedRound]:
    """The pairings asked for, round by round."""
    missing = func.sum(case((OPEN, StoredPairing.votes - StoredPairing.counted), else_=0))
    held = func.sum(case((OPEN, StoredPairing.held), else_=0))
    topics = func.count(StoredPairing.topic_id.distinct())
    query = (
        select(StoredPairing.round_, topics, func.count(), held, missing)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .where(StoredTopic.campaign_id == campaign_id)
        .group_by(StoredPairing.round_)
        .order_by(StoredPairing.round_)
    )
    return [AskedRound(*(int(number) for number in row)) for row in session.execute(query)]
