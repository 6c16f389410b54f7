"""The money of a launch in detail: by HIT and by worker. For the organiser only, because it names workers."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from assess.recruit.accounting.books import NOTHING
from assess.store.ledger import STANDING
from assess.store.tables import Assessor, Assignment, Entry, EntryKind, Hit, Launch, Submission


@dataclass(frozen=True)
class HitLine:
    """A published HIT: what it was for, and what came of it. What was paid is without fees."""

    hit: str | None
    kind: str
    state: str
    assignments: int
    price: Decimal
    submitted: int
    paid: Decimal


@dataclass(frozen=True)
class WorkerLine:
    """A worker: assignments kept, discarded and left here; submitted at the platform; and the money they got."""

    worker: str
    kept: int
    discarded: int
    left: int
    submitted: int
    rewards: Decimal
    bonuses: Decimal
    excluded: bool


def hit_lines(session: Session, launch: Launch, now: datetime) -> list[HitLine]:
    """All HITs of a launch, oldest first."""
    submitted = _submitted(session, launch, Submission.hit_id)
    paid = _paid(session, launch, Submission.hit_id, "reward", "bonus")
    hits = session.scalars(select(Hit).where(Hit.launch_id == launch.id).order_by(Hit.id))
    return [
        HitLine(
            hit=hit.external_id,
            kind=hit.kind,
            state=_state(hit, now),
            assignments=hit.assignments,
            price=hit.reward + hit.fee,
            submitted=submitted[hit.id],
            paid=paid[hit.id],
        )
        for hit in hits
    ]


def worker_lines(session: Session, launch: Launch) -> list[WorkerLine]:
    """All workers of a launch who held or submitted an assignment, by their ids."""
    done = _assignments_by_worker(session, launch)
    submitted = _submitted(session, launch, Submission.identity)
    rewards = _paid(session, launch, Submission.identity, "reward")
    bonuses = _paid(session, launch, Submission.identity, "bonus")
    excluded = _excluded(session, launch)
    return [
        WorkerLine(
            worker=worker,
            kept=done[worker, "finished"],
            discarded=done[worker, "discarded"],
            left=done[worker, "returned"] + done[worker, "expired"],
            submitted=submitted[worker],
            rewards=rewards[worker],
            bonuses=bonuses[worker],
            excluded=worker in excluded,
        )
        for worker in sorted({*submitted, *(worker for worker, _ in done)})
    ]


def _state(hit: Hit, now: datetime) -> str:
    if hit.closed_at is not None:
        return "closed"
    if hit.ends_at is None:
        return "on its way"
    return "on offer" if hit.ends_at > now else "ended"


def _submitted(session: Session, launch: Launch, column: InstrumentedAttribute[Any]) -> defaultdict[Any, int]:
    """Value of the column to the submissions with it."""
    query = select(column, func.count()).where(Submission.launch_id == launch.id).group_by(column)
    return defaultdict(int, dict(session.execute(query).all()))


def _paid(
    session: Session, launch: Launch, column: InstrumentedAttribute[Any], *kinds: EntryKind
) -> defaultdict[Any, Decimal]:
    """Value of a submission's column to what was paid for submissions with it."""
    query = (
        select(column, func.sum(Entry.amount))
        .join(Entry, Entry.submission_id == Submission.id)
        .where(Entry.launch_id == launch.id, Entry.kind.in_(kinds), STANDING)
        .group_by(column)
    )
    return defaultdict(lambda: NOTHING, dict(session.execute(query).all()))


def _assignments_by_worker(session: Session, launch: Launch) -> defaultdict[tuple[str, str], int]:
    """Worker and state to the number of their assignments in that state."""
    query = (
        select(Assessor.identity, Assignment.state, func.count())
        .join(Assessor, Assessor.id == Assignment.assessor_id)
        .where(Assignment.link_id == launch.link_id, Assignment.kind != "training")
        .group_by(Assessor.identity, Assignment.state)
    )
    return defaultdict(int, {(worker, state): number for worker, state, number in session.execute(query)})


def _excluded(session: Session, launch: Launch) -> set[str]:
    query = select(Assessor.identity).where(
        Assessor.campaign_id == launch.campaign_id, Assessor.kind == "worker", Assessor.excluded_at.is_not(None)
    )
    return set(session.scalars(query))
