"""How far topics and pairings are: what is open, in whose hands, and counted.

Every function that changes these numbers is called by somebody who holds the topic: `hold_topics` takes its row on
PostgreSQL; on SQLite whoever writes is alone. Topics are held in the order of their ids, after a HIT and never before
one, so that nobody waits for somebody who waits for them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sqlalchemy import exists, func, select, text, update
from sqlalchemy.orm import Session

from assess.store.tables import Grading, Pairing, Task, Topic
from assess.store.tables.campaigns import ROOM, UNGRADED, WAITING

# Together with the campaign's id: the lock of whoever hands out work of a PostgreSQL campaign.
HANDING_OUT = 728_364


@dataclass(frozen=True, slots=True)
class OpenPairing:
    """A pairing with room for one more person."""

    id: int
    topic_id: int
    round_: int
    item_a_id: int
    item_b_id: int
    missing: int


class PairingTask(Protocol):
    """A task that asks for a judgment of a pairing."""

    @property
    def pairing_id(self) -> int | None: ...
    @property
    def topic_id(self) -> int: ...


def hand_out_alone(session: Session, campaign_id: int) -> None:
    """Wait until nobody else hands out work of the campaign; until the end of the transaction nobody else does."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:a, :b)"), {"a": HANDING_OUT, "b": campaign_id})


def hold_topics(session: Session, topic_ids: Collection[int]) -> None:
    """Hold the topics until the end of the transaction."""
    if session.get_bind().dialect.name == "postgresql":
        query = select(Topic.id).where(Topic.id.in_(topic_ids)).order_by(Topic.id)
        session.execute(query.with_for_update(key_share=True))


def open_topics(session: Session, campaign_id: int) -> list[int]:
    """The topics in which a pairing has room."""
    return list(session.scalars(select(Topic.id).where(Topic.campaign_id == campaign_id, WAITING).order_by(Topic.id)))


def ungraded_topics(session: Session, campaign_id: int) -> list[int]:
    """The topics that wait for grades."""
    return list(session.scalars(select(Topic.id).where(Topic.campaign_id == campaign_id, UNGRADED).order_by(Topic.id)))


def open_pairings(session: Session, topic_id: int, assessor_id: int, limit: int) -> list[OpenPairing]:
    """Pairings of the topic with room that this assessor never had, at most *limit*."""
    known = exists().where(Task.pairing_id == Pairing.id, Task.assessor_id == assessor_id, Task.released.is_(False))
    query = (
        select(
            Pairing.id,
            Pairing.topic_id,
            Pairing.round_,
            Pairing.item_a_id,
            Pairing.item_b_id,
            (Pairing.votes - Pairing.held - Pairing.counted).label("missing"),
        )
        .where(Pairing.topic_id == topic_id, ROOM, ~known)
        .order_by(Pairing.id)
    )
    return [OpenPairing(*row) for row in session.execute(query.limit(limit))]


def open_gradings(session: Session, topic_id: int, limit: int) -> list[int]:
    """Items of the topic that nobody grades yet, at most *limit*."""
    query = select(Grading.item_id).where(Grading.topic_id == topic_id, Grading.state == "open")
    return list(session.scalars(query.order_by(Grading.item_id).limit(limit)))


def take_pairing(session: Session, pairing_id: int, topic_id: int) -> bool:
    """Put one judgment of the pairing into somebody's hands; False when there is no room."""
    query = update(Pairing).where(Pairing.id == pairing_id, ROOM).values(held=Pairing.held + 1)
    if not session.execute(query.returning(Pairing.id)).first():
        return False
    session.execute(update(Topic).where(Topic.id == topic_id).values(held=Topic.held + 1))
    return True


def retake_task(session: Session, task_id: int, assessor_id: int, pairing_id: int, topic_id: int) -> bool:
    """Put a released pairing back into the hands of whom the task was for; False when it has no room any more."""
    again = exists().where(Task.pairing_id == pairing_id, Task.assessor_id == assessor_id, Task.released.is_(False))
    if session.scalar(select(again)) or not take_pairing(session, pairing_id, topic_id):
        return False
    session.execute(update(Task).where(Task.id == task_id).values(released=False))
    return True


def release_pairing(session: Session, task: PairingTask) -> None:
    """Take one judgment of the task's pairing out of somebody's hands, without an answer that counts."""
    query = update(Pairing).where(Pairing.id == task.pairing_id).values(held=Pairing.held - 1)
    active = 1 - session.execute(query.returning(Pairing.withdrawn)).scalar_one()
    session.execute(update(Topic).where(Topic.id == task.topic_id).values(held=Topic.held - active))


def count_pairing(session: Session, task: PairingTask) -> int:
    """Count the judgment that somebody held; return how many the topic still misses."""
    query = update(Pairing).where(Pairing.id == task.pairing_id)
    counted = query.values(held=Pairing.held - 1, counted=Pairing.counted + 1).returning(Pairing.withdrawn)
    active = 1 - session.execute(counted).scalar_one()
    query_topic = (
        update(Topic)
        .where(Topic.id == task.topic_id)
        .values(
            missing=Topic.missing - active,
            held=Topic.held - active,
            counted=Topic.counted + 1,
            version=Topic.version + 1,
        )
    )
    return session.execute(query_topic.returning(Topic.missing)).scalar_one()


@dataclass(frozen=True, slots=True)
class Progress:
    """A campaign in numbers: judgments there, missing and held; topics done, of how many; items to grade."""

    counted: int
    missing: int
    held: int
    ungraded: int
    topics: int
    done: int


def progress_of(session: Session, campaign_id: int) -> Progress:
    columns = (Topic.counted, Topic.missing, Topic.held, Topic.ungraded)
    sums = (func.coalesce(func.sum(column), 0) for column in columns)
    query = select(*sums, func.count(), func.count(Topic.done_at)).where(Topic.campaign_id == campaign_id)
    return Progress(*(int(number) for number in session.execute(query).one()))


def set_progress(session: Session, topic_id: int, done_at: datetime | None) -> None:
    """Count the topic's missing and held judgments anew, from its pairings."""
    active = (Pairing.topic_id == topic_id) & Pairing.withdrawn.is_(False) & (Pairing.counted < Pairing.votes)
    missing, held = session.execute(
        select(
            func.coalesce(func.sum(Pairing.votes - Pairing.counted), 0), func.coalesce(func.sum(Pairing.held), 0)
        ).where(active)
    ).one()
    # Whatever made it necessary to count anew, as a correction, may have changed the scores as well.
    values = {"missing": missing, "held": held, "done_at": done_at, "version": Topic.version + 1}
    session.execute(update(Topic).where(Topic.id == topic_id).values(values))
