"""The progress of topics and pairings: how many judgments are missing, held and counted.

A caller must lock the topic before it changes these numbers. `lock_topics` locks the topic's row on PostgreSQL; on
SQLite there is only one writer at a time. Topics are locked in the order of their ids, and an assignment is always
locked before topics, so that no deadlock can arise. The statements for an answer are compiled once.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sqlalchemy import Connection, bindparam, exists, func, select, text, update
from sqlalchemy.orm import Session

from assess.database.statements import Prepared
from assess.store.tables import StoredItem, StoredPairing, StoredTopic, Task
from assess.store.tables.assignments import KEPT_TASK
from assess.store.tables.base import table_of
from assess.store.tables.campaigns import ROOM, UNGRADED, WAITING

# Together with the campaign's id, the PostgreSQL advisory lock for handing out work.
HANDING_OUT_LOCK = 728_364

pairing, task, topic, item = table_of(StoredPairing), table_of(Task), table_of(StoredTopic), table_of(StoredItem)
_THIS_PAIRING = update(pairing).where(pairing.c.id == bindparam("this_pairing"))
_THIS_TOPIC = update(topic).where(topic.c.id == bindparam("this_topic"))


class PairingTask(Protocol):
    """A task that asks for a judgment of a pairing."""

    @property
    def pairing_id(self) -> int | None: ...
    @property
    def topic_id(self) -> int: ...


def lock_handing_out(session: Session, campaign_id: int) -> None:
    """Lock handing out work of the campaign until the end of the transaction."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:a, :b)"), {"a": HANDING_OUT_LOCK, "b": campaign_id})


def lock_topics(connection: Connection, topic_ids: Collection[int]) -> None:
    """Lock the topics until the end of the transaction."""
    if connection.dialect.name == "postgresql":
        query = select(topic.c.id).where(topic.c.id.in_(topic_ids)).order_by(topic.c.id)
        connection.execute(query.with_for_update(key_share=True))


_OPEN_TOPICS = Prepared(
    select(topic.c.id).where(topic.c.campaign_id == bindparam("campaign"), WAITING).order_by(topic.c.id)
)


def open_topics(connection: Connection, campaign_id: int) -> list[int]:
    """Ids of the topics with a pairing that can be handed out."""
    return [topic_id for (topic_id,) in _OPEN_TOPICS(connection, campaign=campaign_id)]


def ungraded_topics(session: Session, campaign_id: int) -> list[int]:
    """Ids of the topics that wait for grades."""
    return list(
        session.scalars(
            select(StoredTopic.id).where(StoredTopic.campaign_id == campaign_id, UNGRADED).order_by(StoredTopic.id)
        )
    )


@dataclass(frozen=True, slots=True)
class OpenPairing:
    """A pairing that needs one more assessor; ``missing`` is how many judgments nobody holds yet."""

    id: int
    topic_id: int
    topic: str
    round_: int
    item_a_id: int
    docno_a: str
    item_b_id: int
    docno_b: str
    missing: int


_a, _b = item.alias("a"), item.alias("b")
_PAIRINGS = (
    select(
        pairing.c.id,
        pairing.c.topic_id,
        select(topic.c.topic).where(topic.c.id == pairing.c.topic_id).scalar_subquery(),
        pairing.c.round,
        _a.c.id,
        _a.c.docno,
        _b.c.id,
        _b.c.docno,
        pairing.c.votes - pairing.c.held - pairing.c.counted,
    )
    .select_from(pairing)
    .join(_a, _a.c.id == pairing.c.item_a_id)
    .join(_b, _b.c.id == pairing.c.item_b_id)
    .where(
        ~exists().where(
            task.c.pairing_id == pairing.c.id,
            task.c.assessor_id == bindparam("assessor"),
            KEPT_TASK,
        )
    )
    .order_by(pairing.c.id)
    .limit(bindparam("most"))
)
_OPEN = Prepared(_PAIRINGS.where(pairing.c.topic_id == bindparam("this_topic"), ROOM))
_ASKED = Prepared(
    _PAIRINGS.where(
        pairing.c.topic_id == bindparam("this_topic"),
        ~pairing.c.withdrawn,
    )
)


def asked_pairings(connection: Connection, topic_id: int, assessor_id: int, limit: int) -> list[OpenPairing]:
    """Pairings of the topic that this assessor never had, whether others judge them or not; at most *limit*."""
    return [OpenPairing(*row) for row in _ASKED(connection, this_topic=topic_id, assessor=assessor_id, most=limit)]


def open_pairings(connection: Connection, topic_id: int, assessor_id: int, limit: int) -> list[OpenPairing]:
    """Open pairings of the topic that this assessor never had, at most *limit*."""
    return [OpenPairing(*row) for row in _OPEN(connection, this_topic=topic_id, assessor=assessor_id, most=limit)]


def most_telling_pairings(
    connection: Connection, topic_ids: Collection[int], assessor_id: int, limit: int
) -> list[OpenPairing]:
    """Open pairings of these topics that this assessor never had, at most *limit*, the largest gains first."""
    query = _PAIRINGS.where(pairing.c.topic_id.in_(topic_ids), ROOM).order_by(None)
    query = query.order_by(pairing.c.gain.desc().nulls_last(), pairing.c.id)
    rows = connection.execute(query, {"assessor": assessor_id, "most": limit})
    return [OpenPairing(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class TopicStock:
    """A topic that goes on, and how many judgments it asked for in all, and asks for that nobody holds yet."""

    id: int
    asked: int
    free: int


def topics_with_few_free(session: Session, campaign_id: int, few: int) -> list[TopicStock]:
    """The topics that go on and have fewer than *few* judgments to hand out, those with the fewest first."""
    free = StoredTopic.missing - StoredTopic.held
    query = select(StoredTopic.id, StoredTopic.missing + StoredTopic.counted, free).where(
        StoredTopic.campaign_id == campaign_id,
        StoredTopic.done_at.is_(None),
        StoredTopic.closed_at.is_(None),
        StoredTopic.ungraded == 0,
        free < few,
    )
    return [TopicStock(*row) for row in session.execute(query.order_by(free, StoredTopic.id))]


def ask_for_more(session: Session, topic_id: int, number: int) -> None:
    """Count so many more judgments as missing."""
    changed = update(StoredTopic).where(StoredTopic.id == topic_id)
    session.execute(changed.values(missing=StoredTopic.missing + number))


_TAKE = Prepared(_THIS_PAIRING.where(ROOM).values(held=pairing.c.held + 1).returning(pairing.c.topic_id))
_ADD_HELD = Prepared(_THIS_TOPIC.values(held=topic.c.held + bindparam("more")))


def take_pairings(connection: Connection, pairing_ids: Collection[int]) -> set[int]:
    """Count one more held judgment of each pairing; return the ids of those that had room for it."""
    taken = {id_: rows[0][0] for id_ in pairing_ids if (rows := _TAKE(connection, this_pairing=id_))}
    for topic_id, number in Counter(taken.values()).items():
        _ADD_HELD(connection, this_topic=topic_id, more=number)
    return set(taken)


def take_released_pairing(connection: Connection, task_id: int, assessor_id: int, pairing_id: int) -> bool:
    """Give the pairing of a released task back to its assessor; False if the pairing has no room any more."""
    known = select(task.c.id).where(task.c.pairing_id == pairing_id, task.c.assessor_id == assessor_id, KEPT_TASK)
    if connection.execute(known).first() or not take_pairings(connection, [pairing_id]):
        return False
    connection.execute(update(task).where(task.c.id == task_id).values(released=False))
    return True


_RELEASE = Prepared(_THIS_PAIRING.values(held=pairing.c.held - 1).returning(pairing.c.withdrawn))


def release_pairings(connection: Connection, tasks: Iterable[PairingTask]) -> None:
    """Count one held judgment less for each task's pairing; no judgment is counted."""
    for task in tasks:
        [(withdrawn,)] = _RELEASE(connection, this_pairing=task.pairing_id)
        if not withdrawn:
            _ADD_HELD(connection, this_topic=task.topic_id, more=-1)


_COUNT = Prepared(
    _THIS_PAIRING.values(held=pairing.c.held - 1, counted=pairing.c.counted + 1).returning(pairing.c.withdrawn)
)
_COUNT_IN_TOPIC = Prepared(
    _THIS_TOPIC.values(
        missing=topic.c.missing - 1,
        held=topic.c.held - 1,
        counted=topic.c.counted + 1,
        version=topic.c.version + 1,
    ).returning(topic.c.missing)
)


def count_pairing(connection: Connection, task: PairingTask) -> int | None:
    """Turn a held judgment into a counted one; return how many judgments the topic still misses.

    None if the pairing was withdrawn: the judgment may not count, and the caller must count the topic again.
    """
    [(withdrawn,)] = _COUNT(connection, this_pairing=task.pairing_id)
    if withdrawn:
        return None
    [(missing,)] = _COUNT_IN_TOPIC(connection, this_topic=task.topic_id)
    return int(missing)


def recount_progress(session: Session, topic_id: int, done_at: datetime | None) -> None:
    """Recompute the topic's missing and held judgments from its pairings."""
    active = (
        (StoredPairing.topic_id == topic_id)
        & StoredPairing.withdrawn.is_(False)
        & (StoredPairing.counted < StoredPairing.votes)
    )
    missing, held = func.sum(StoredPairing.votes - StoredPairing.counted), func.sum(StoredPairing.held)
    counts = session.execute(select(func.coalesce(missing, 0), func.coalesce(held, 0)).where(active)).one()
    # A recount follows a change, such as a corrected judgment, that may have changed the scores too.
    values = {"missing": counts[0], "held": counts[1], "done_at": done_at, "version": StoredTopic.version + 1}
    session.execute(update(StoredTopic).where(StoredTopic.id == topic_id).values(values))


@dataclass(frozen=True, slots=True)
class Progress:
    """Counts of a campaign: judgments counted, missing and held; items to grade; all topics, and those done."""

    counted: int
    missing: int
    held: int
    ungraded: int
    topics: int
    done: int


def progress_of(session: Session, campaign_id: int, topics: Collection[str] = ()) -> Progress:
    """The counts of the campaign, or of some of its *topics*, given by their TREC identifiers."""
    columns = (StoredTopic.counted, StoredTopic.missing, StoredTopic.held, StoredTopic.ungraded)
    sums = (func.coalesce(func.sum(column), 0) for column in columns)
    query = select(*sums, func.count(), func.count(StoredTopic.done_at)).where(StoredTopic.campaign_id == campaign_id)
    if topics:
        query = query.where(StoredTopic.topic.in_(topics))
    return Progress(*(int(number) for number in session.execute(query).one()))


def count_judged_topics(session: Session, campaign_id: int) -> int:
    """How many topics have a judgment that counts."""
    query = select(func.count()).where(StoredTopic.campaign_id == campaign_id, StoredTopic.counted > 0)
    return session.execute(query).scalar_one()
