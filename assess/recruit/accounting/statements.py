"""The money in detail: by HIT and by person. For the organiser only, because it names people."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from assess.recruit.accounting.books import NOTHING
from assess.store.launches import crowd_links
from assess.store.ledger import PAYING, STANDING
from assess.store.tables import (
    Assessor,
    Assignment,
    Campaign,
    Entry,
    EntryKind,
    Hit,
    Launch,
    Link,
    Platform,
    Submission,
)


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
    """A worker or participant: assignments kept, discarded and left here; submitted at the platform; what they got.

    ``fees`` is what the platform took on top of the money that they got.
    """

    worker: str
    platform: Platform
    link: int
    kept: int
    discarded: int
    left: int
    submitted: int
    rewards: Decimal
    bonuses: Decimal
    fees: Decimal
    excluded: bool


def hit_lines(session: Session, launch: Launch, now: datetime) -> list[HitLine]:
    """All HITs of a launch, oldest first."""
    submitted = _submitted(session, launch.link_id, Submission.hit_id)
    paid = _paid(session, launch.link_id, Submission.hit_id, Entry.amount, *PAYING)
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


def worker_lines(session: Session, campaign: Campaign) -> list[WorkerLine]:
    """Everybody of every crowd who held or submitted an assignment: crowd by crowd, by their ids."""
    links = crowd_links(session, campaign)
    return [line for link, launch in links for line in _workers_of(session, link, launch)]


def _workers_of(session: Session, link: Link, launch: Launch | None) -> list[WorkerLine]:
    done = _assignments_by_worker(session, link)
    submitted = _submitted(session, link.id, Submission.identity)
    rewards = _paid(session, link.id, Submission.identity, Entry.amount, "reward")
    bonuses = _paid(session, link.id, Submission.identity, Entry.amount, "bonus")
    fees = _paid(session, link.id, Submission.identity, Entry.fee, *PAYING)
    excluded = _excluded(session, link)
    return [
        WorkerLine(
            worker=worker,
            platform=launch.platform if launch else "panel",
            link=link.id,
            kept=done[worker, "finished"],
            discarded=done[worker, "discarded"],
            left=done[worker, "returned"] + done[worker, "expired"],
            submitted=submitted[worker],
            rewards=rewards[worker],
            bonuses=bonuses[worker],
            fees=fees[worker],
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


def _submitted(session: Session, link_id: int, column: InstrumentedAttribute[Any]) -> defaultdict[Any, int]:
    """Value of the column to the submissions with it."""
    query = (
        select(column, func.count())
        .join(Launch, Launch.id == Submission.launch_id)
        .where(Launch.link_id == link_id)
        .group_by(column)
    )
    return defaultdict(int, dict(session.execute(query).all()))


def _paid(
    session: Session,
    link_id: int,
    column: InstrumentedAttribute[Any],
    money: InstrumentedAttribute[Decimal],
    *kinds: EntryKind,
) -> defaultdict[Any, Decimal]:
    """Value of a submission's column to the sum of that money over submissions with it."""
    query = (
        select(column, func.sum(money))
        .join(Entry, Entry.submission_id == Submission.id)
        .join(Launch, Launch.id == Entry.launch_id)
        .where(Launch.link_id == link_id, Entry.kind.in_(kinds), STANDING)
        .group_by(column)
    )
    return defaultdict(lambda: NOTHING, dict(session.execute(query).all()))


def _assignments_by_worker(session: Session, link: Link) -> defaultdict[tuple[str, str], int]:
    """Worker and state to the number of their assignments in that state."""
    query = (
        select(Assessor.identity, Assignment.state, func.count())
        .join(Assessor, Assessor.id == Assignment.assessor_id)
        .where(Assignment.link_id == link.id, Assignment.kind != "training")
        .group_by(Assessor.identity, Assignment.state)
    )
    return defaultdict(int, {(worker, state): number for worker, state, number in session.execute(query)})


def _excluded(session: Session, link: Link) -> set[str]:
    query = select(Assessor.identity).where(
        Assessor.campaign_id == link.campaign_id, Assessor.kind == link.kind, Assessor.excluded_at.is_not(None)
    )
    return set(session.scalars(query))
