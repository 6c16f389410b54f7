"""HITs and their tasks. Statements that run for every HIT are built once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.orm import Session, aliased

from assess import model
from assess.database.statements import Prepared
from assess.store.tables import Answer, Grading, Hit, HitKind, HitState, Item, Judgment, Link, Task, Topic
from assess.store.tables.base import table_of

# HITs back in which a challenge is not shown again, as long as there are others.
REMEMBERED = 20

hit, task = table_of(Hit), table_of(Task)


@dataclass(frozen=True, slots=True)
class NewTask:
    """A task to be: its items, and what it is about."""

    topic_id: int
    left_id: int
    right_id: int | None = None
    pairing_id: int | None = None
    expected: int | None = None

    def columns(self) -> dict[str, int | None]:
        return {name: getattr(self, name) for name in self.__slots__}


_ADD_HIT = insert(hit).returning(hit.c.id)
_ADD_TASKS = insert(task)


def add_hit(connection: Connection, values: Mapping[str, Any], tasks: Sequence[NewTask]) -> int:
    """Store a HIT with its tasks in that order; return its id."""
    hit_id: int = connection.execute(_ADD_HIT, values).scalar_one()
    known = {"hit_id": hit_id, "assessor_id": values["assessor_id"], "released": False}
    rows = [known | new.columns() | {"position": position} for position, new in enumerate(tasks, 1)]
    connection.execute(_ADD_TASKS, rows)
    return hit_id


_HELD = (
    select(Hit)
    .where(Hit.assessor_id == bindparam("assessor"), Hit.visit == bindparam("visit"), Hit.state == "held")
    .with_for_update()
)


def held_hit(session: Session, assessor_id: int, visit: str) -> Hit | None:
    """The HIT that the assessor holds on this visit."""
    return session.scalar(_HELD, {"assessor": assessor_id, "visit": visit})


def holds_hit(session: Session, assessor_id: int, visit: str) -> bool:
    """Whether she has work to go on with."""
    query = select(Hit.id).where(Hit.assessor_id == assessor_id, Hit.visit == visit, Hit.state == "held")
    return session.scalar(query) is not None


def former_hits(session: Session, link: Link, visit: str, assessor_id: int) -> list[int]:
    """What others than the assessor hold on a visit of that name."""
    query = select(Hit.id).where(Hit.campaign_id == link.campaign_id, Hit.state == "held", Hit.link_id == link.id)
    return list(session.scalars(query.where(Hit.visit == visit, Hit.assessor_id != assessor_id).order_by(Hit.id)))


_ENDED = (
    select(hit.c.id)
    .where(hit.c.assessor_id == bindparam("assessor"), hit.c.visit == bindparam("visit"))
    .where(hit.c.kind != "training", hit.c.state.in_(("finished", "discarded")))
    .order_by(hit.c.id.desc())
    .limit(1)
)


def ended_hit(session: Session, assessor_id: int, visit: str) -> int | None:
    """The id of the HIT that the assessor handed in on this visit, kept or not; training is none."""
    return session.scalar(_ENDED, {"assessor": assessor_id, "visit": visit})


def has_finished(session: Session, assessor_id: int, kind: HitKind) -> bool:
    """Whether the assessor has finished a HIT of this kind."""
    query = select(Hit.id).where(Hit.assessor_id == assessor_id, Hit.kind == kind, Hit.state == "finished")
    return session.scalar(query.limit(1)) is not None


def count_hits(session: Session, assessor_id: int) -> int:
    """How many HITs the assessor holds or has handed in."""
    query = select(func.count()).where(Hit.assessor_id == assessor_id, Hit.state.in_(("held", "finished", "discarded")))
    return session.execute(query).scalar_one()


_LAPSED = Prepared(
    select(hit.c.id)
    .where(hit.c.campaign_id == bindparam("campaign"), hit.c.state == "held", hit.c.expires_at < bindparam("now"))
    .where(or_(hit.c.assessor_id != bindparam("spare"), hit.c.visit != ""))
    .order_by(hit.c.expires_at)
    .limit(bindparam("most"))
)


def lapsed_hits(connection: Connection, campaign_id: int, now: datetime, spare: int | None, limit: int) -> list[int]:
    """HITs whose lease is over, oldest first; none that *spare* holds by a link of her own."""
    rows = _LAPSED(connection, campaign=campaign_id, now=now, spare=spare or 0, most=limit)
    return [hit_id for (hit_id,) in rows]


_LATEST_TOPIC = Prepared(
    select(task.c.topic_id)
    .where(
        task.c.hit_id == select(func.max(hit.c.id)).where(hit.c.assessor_id == bindparam("assessor")).scalar_subquery()
    )
    .order_by(task.c.position.desc())
    .limit(1)
)


def latest_topic(connection: Connection, assessor_id: int) -> int | None:
    """The topic of the last task that the assessor got."""
    rows = _LATEST_TOPIC(connection, assessor=assessor_id)
    return rows[0][0] if rows else None


_LEFT, _RIGHT = aliased(Item), aliased(Item)
_SEEN = (
    select(Topic.topic, _LEFT.docno, _RIGHT.docno)
    .select_from(Task)
    .join(Topic, Topic.id == Task.topic_id)
    .join(_LEFT, _LEFT.id == Task.left_id)
    .join(_RIGHT, _RIGHT.id == Task.right_id)
    .where(
        Task.expected.is_not(None),
        Task.hit_id.in_(
            select(Hit.id)
            .where(Hit.assessor_id == bindparam("assessor"))
            .order_by(Hit.id.desc())
            .limit(REMEMBERED)
            .scalar_subquery()
        ),
    )
)


def seen_challenges(session: Session, assessor_id: int) -> set[model.Pairing]:
    """The challenges of the assessor's latest HITs."""
    return {model.Pairing(*row) for row in session.execute(_SEEN, {"assessor": assessor_id})}


_LOCK = select(Hit).where(Hit.id == bindparam("hit")).with_for_update().execution_options(populate_existing=True)


def lock_hit(session: Session, hit_id: int) -> Hit | None:
    """The HIT, held for this transaction and as it is now."""
    return session.scalar(_LOCK, {"hit": hit_id})


_TASKS = select(Task).where(Task.hit_id == bindparam("hit")).order_by(Task.position)
_UNANSWERED = _TASKS.where(
    ~or_(
        exists().where(Judgment.pairing_id == Task.pairing_id, Judgment.assessor_id == Task.assessor_id),
        exists().where(Answer.task_id == Task.id),
    )
)


def tasks_of(session: Session, hit_id: int) -> list[Task]:
    """The tasks of a HIT in order."""
    return list(session.scalars(_TASKS, {"hit": hit_id}))


def unanswered(session: Session, hit_id: int) -> list[Task]:
    """The tasks of a HIT without an answer, in order."""
    return list(session.scalars(_UNANSWERED, {"hit": hit_id}))


def end_hit(session: Session, hit: Hit, state: HitState, now: datetime) -> None:
    hit.state, hit.finished_at = state, now
    session.flush()


def release_tasks(session: Session, task_ids: Iterable[int]) -> None:
    """Let the same person get these pairings again: she never answered them."""
    session.execute(update(Task).where(Task.id.in_(task_ids)).values(released=True))


def set_grading(session: Session, item_ids: Iterable[int], state: str) -> None:
    session.execute(update(Grading).where(Grading.item_id.in_(item_ids)).values(state=state))
