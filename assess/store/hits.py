"""HITs and their tasks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import exists, func, insert, or_, select, update
from sqlalchemy.orm import Session, aliased

from assess import model
from assess.store.tables import Answer, Grading, Hit, HitKind, HitState, Item, Judgment, Link, Task, Topic

# HITs back in which a challenge is not shown again, as long as there are others.
REMEMBERED = 20


@dataclass(frozen=True, slots=True)
class NewTask:
    """A task to be: its items, and what it is about."""

    topic_id: int
    left_id: int
    right_id: int | None = None
    pairing_id: int | None = None
    expected: int | None = None


def add_hit(session: Session, hit: Hit, tasks: Sequence[NewTask]) -> int:
    """Store a HIT with its tasks in that order; return its id."""
    session.add(hit)
    session.flush()
    rows = [
        {
            "hit_id": hit.id,
            "position": position,
            "assessor_id": hit.assessor_id,
            "pairing_id": task.pairing_id,
            "left_id": task.left_id,
            "right_id": task.right_id,
            "topic_id": task.topic_id,
            "expected": task.expected,
            "released": False,
        }
        for position, task in enumerate(tasks, 1)
    ]
    session.execute(insert(Task), rows)
    return hit.id


def held_hit(session: Session, assessor_id: int, visit: str) -> Hit | None:
    """The HIT that the assessor holds on this visit."""
    query = select(Hit).where(Hit.assessor_id == assessor_id, Hit.visit == visit, Hit.state == "held")
    return session.scalar(query.with_for_update())


def holds_hit(session: Session, assessor_id: int, visit: str) -> bool:
    """Whether she has work to go on with."""
    query = select(Hit.id).where(Hit.assessor_id == assessor_id, Hit.visit == visit, Hit.state == "held")
    return session.scalar(query) is not None


def former_hits(session: Session, link: Link, visit: str, assessor_id: int) -> list[int]:
    """What others than the assessor hold on a visit of that name."""
    query = select(Hit.id).where(Hit.campaign_id == link.campaign_id, Hit.state == "held", Hit.link_id == link.id)
    return list(session.scalars(query.where(Hit.visit == visit, Hit.assessor_id != assessor_id).order_by(Hit.id)))


def ended_hit(session: Session, assessor_id: int, visit: str) -> int | None:
    """The id of the HIT that the assessor handed in on this visit, kept or not; training is none."""
    query = select(Hit.id).where(
        Hit.assessor_id == assessor_id,
        Hit.visit == visit,
        Hit.kind != "training",
        Hit.state.in_(("finished", "discarded")),
    )
    return session.scalar(query.order_by(Hit.id.desc()).limit(1))


def has_finished(session: Session, assessor_id: int, kind: HitKind) -> bool:
    """Whether the assessor has finished a HIT of this kind."""
    query = select(Hit.id).where(Hit.assessor_id == assessor_id, Hit.kind == kind, Hit.state == "finished")
    return session.scalar(query.limit(1)) is not None


def count_hits(session: Session, assessor_id: int) -> int:
    """How many HITs the assessor holds or has handed in."""
    query = select(func.count()).where(Hit.assessor_id == assessor_id, Hit.state.in_(("held", "finished", "discarded")))
    return session.execute(query).scalar_one()


def lapsed_hits(session: Session, campaign_id: int, now: datetime, spare: int | None, limit: int) -> list[int]:
    """HITs whose lease is over, oldest first; none that *spare* holds by a link of her own."""
    query = select(Hit.id).where(Hit.campaign_id == campaign_id, Hit.state == "held", Hit.expires_at < now)
    if spare is not None:
        query = query.where((Hit.assessor_id != spare) | (Hit.visit != ""))
    return list(session.scalars(query.order_by(Hit.expires_at).limit(limit)))


def latest_topic(session: Session, assessor_id: int) -> int | None:
    """The topic of the last task that the assessor got."""
    latest = select(func.max(Hit.id)).where(Hit.assessor_id == assessor_id).scalar_subquery()
    query = select(Task.topic_id).where(Task.hit_id == latest).order_by(Task.position.desc())
    return session.scalar(query.limit(1))


def seen_challenges(session: Session, assessor_id: int) -> set[model.Pairing]:
    """The challenges of the assessor's latest HITs."""
    latest = select(Hit.id).where(Hit.assessor_id == assessor_id).order_by(Hit.id.desc()).limit(REMEMBERED)
    left, right = aliased(Item), aliased(Item)
    query = (
        select(Topic.topic, left.docno, right.docno)
        .select_from(Task)
        .join(Topic, Topic.id == Task.topic_id)
        .join(left, left.id == Task.left_id)
        .join(right, right.id == Task.right_id)
        .where(Task.hit_id.in_(latest.scalar_subquery()), Task.expected.is_not(None))
    )
    return {model.Pairing(*row) for row in session.execute(query)}


def lock_hit(session: Session, hit_id: int) -> Hit | None:
    """The HIT, held for this transaction and as it is now."""
    query = select(Hit).where(Hit.id == hit_id).with_for_update().execution_options(populate_existing=True)
    return session.scalar(query)


def tasks_of(session: Session, hit_id: int) -> list[Task]:
    """The tasks of a HIT in order."""
    return list(session.scalars(select(Task).where(Task.hit_id == hit_id).order_by(Task.position)))


def unanswered(session: Session, hit_id: int) -> list[Task]:
    """The tasks of a HIT without an answer, in order."""
    judged = exists().where(Judgment.pairing_id == Task.pairing_id, Judgment.assessor_id == Task.assessor_id)
    answered = exists().where(Answer.task_id == Task.id)
    query = select(Task).where(Task.hit_id == hit_id, ~or_(judged, answered))
    return list(session.scalars(query.order_by(Task.position)))


def end_hit(session: Session, hit: Hit, state: HitState, now: datetime) -> None:
    hit.state, hit.finished_at = state, now
    session.flush()


def release_tasks(session: Session, task_ids: Iterable[int]) -> None:
    """Let the same person get these pairings again: she never answered them."""
    session.execute(update(Task).where(Task.id.in_(task_ids)).values(released=True))


def set_grading(session: Session, item_ids: Iterable[int], state: str) -> None:
    session.execute(update(Grading).where(Grading.item_id.in_(item_ids)).values(state=state))
