"""What a worker finds when they look for work: groups of HITs, and what they may do with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import ColumnElement, exists, func, select
from sqlalchemy.orm import Session

from assess.marketplace.people.qualifications import Eligibility, eligibility, worker_qualifications
from assess.marketplace.tables import GIVEN_BACK, Assignment, Hit, HitType, Worker


@dataclass(frozen=True)
class Group:
    """The HITs of one type that a worker could still do."""

    type: HitType
    hits: int
    next_hit: str
    eligibility: Eligibility


def groups(session: Session, worker: Worker) -> list[Group]:
    """The groups that the worker may see: first those that they may accept, then by reward."""
    counts = select(Hit.type_id, func.count(), func.min(Hit.id)).where(*_open_to(worker)).group_by(Hit.type_id)
    rows = {type_id: (count, first) for type_id, count, first in session.execute(counts)}
    types = session.scalars(select(HitType).where(HitType.id.in_(rows))).all()
    known = worker_qualifications(session, worker)
    found = [_group(session, hit_type, *rows[hit_type.id], eligibility(hit_type, known)) for hit_type in types]
    return sorted((group for group in found if group.eligibility.discover), key=_rank)


def next_in_group(session: Session, worker: Worker, group_id: str) -> Hit | None:
    """The oldest HIT of the group that the worker has neither done nor accepted."""
    mine = select(Hit).join(HitType).where(HitType.group_id == group_id, *_open_to(worker))
    return session.scalars(mine.order_by(Hit.id).limit(1)).first()


def find_hit(session: Session, hit_id: str) -> Hit | None:
    return session.scalar(select(Hit).where(Hit.hit_id == hit_id))


def held_assignments(session: Session, worker: Worker) -> Sequence[Assignment]:
    """Assignments that the worker has accepted and not yet finished, the most urgent first."""
    held = select(Assignment).where(Assignment.worker_id == worker.worker_id, Assignment.state == "Accepted")
    return session.scalars(held.order_by(Assignment.deadline)).all()


def find_assignment(session: Session, worker: Worker, assignment_id: str) -> Assignment | None:
    """The worker's own assignment with this id; the latest if they had it more than once."""
    own = select(Assignment).where(Assignment.assignment_id == assignment_id, Assignment.worker_id == worker.worker_id)
    return session.scalars(own.order_by(Assignment.id.desc())).first()


def held_on(session: Session, worker: Worker, hit: Hit) -> Assignment | None:
    """The worker's assignment of this HIT: accepted, submitted or reviewed."""
    own = select(Assignment).where(
        Assignment.hit_key == hit.id, Assignment.worker_id == worker.worker_id, Assignment.state.not_in(GIVEN_BACK)
    )
    return session.scalar(own)


def current_holder(session: Session, assignment_id: str) -> Assignment | None:
    """The assignment that has this id now: accepted or submitted, else the last one given back."""
    now = select(Assignment).where(Assignment.assignment_id == assignment_id)
    return session.scalars(now.order_by(Assignment.state.in_(GIVEN_BACK), Assignment.id.desc())).first()


def _open_to(worker: Worker) -> list[ColumnElement[bool]]:
    done = exists().where(
        Assignment.hit_key == Hit.id, Assignment.worker_id == worker.worker_id, Assignment.state.not_in(GIVEN_BACK)
    )
    return [Hit.status == "Assignable", ~done]


def _rank(group: Group) -> tuple[bool, Decimal, int]:
    return not group.eligibility.accept, -group.type.reward, group.type.id


def _group(session: Session, hit_type: HitType, count: int, first: int, may: Eligibility) -> Group:
    return Group(hit_type, count, session.get_one(Hit, first).hit_id, may)
