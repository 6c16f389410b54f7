"""Earnings: on the worker's dashboard, and on the organiser's pay sheet."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TextIO

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.marketplace.clock import as_iso
from assess.marketplace.domain.assignments import counts_by_state
from assess.marketplace.tables import Assignment, Hit, HitType, Payment, Requester, Worker

NOTHING = Decimal("0.00")


@dataclass(frozen=True)
class Earnings:
    """A worker's money: rewards and bonuses that were paid, and rewards of work that waits for review."""

    rewards: Decimal
    bonuses: Decimal
    waiting: Decimal
    counts: dict[str, int]

    @property
    def total(self) -> Decimal:
        return self.rewards + self.bonuses


@dataclass(frozen=True)
class PayLine:
    """One worker on the pay sheet."""

    worker_id: str
    name: str
    approved: int
    rewards: Decimal
    bonuses: Decimal
    fees: Decimal
    first_paid: str
    last_paid: str

    @property
    def total(self) -> Decimal:
        return self.rewards + self.bonuses


HEADER = (
    "worker_id",
    "name",
    "assignments_approved",
    "rewards_usd",
    "bonuses_usd",
    "total_usd",
    "fees_usd",
    "first_paid",
    "last_paid",
)


def earnings(session: Session, worker: Worker) -> Earnings:
    by_kind = select(Payment.kind, func.sum(Payment.amount)).where(Payment.worker_id == worker.worker_id)
    paid: dict[str, Decimal] = dict(session.execute(by_kind.group_by(Payment.kind)).all())
    mine = Assignment.worker_id == worker.worker_id
    waiting = (
        select(func.sum(HitType.reward))
        .select_from(Assignment)
        .join(Hit)
        .join(HitType)
        .where(mine, Assignment.state == "Submitted")
    )
    return Earnings(
        paid.get("reward", NOTHING),
        paid.get("bonus", NOTHING),
        session.scalar(waiting) or NOTHING,
        counts_by_state(session, worker),
    )


def pay_sheet(
    session: Session, *, since: float = 0.0, until: float = float("inf"), access_key: str | None = None
) -> Iterator[PayLine]:
    """What each worker was paid in the period, by worker id; only by one requester if *access_key* is given."""
    reward, bonus = Payment.kind == "reward", Payment.kind == "bonus"
    lines = (
        select(
            Worker.worker_id,
            Worker.name,
            func.count().filter(reward),
            func.coalesce(func.sum(Payment.amount).filter(reward), NOTHING),
            func.coalesce(func.sum(Payment.amount).filter(bonus), NOTHING),
            func.sum(Payment.fee),
            func.min(Payment.paid_at),
            func.max(Payment.paid_at),
        )
        .join_from(Payment, Worker)
        .where(Payment.paid_at >= since, Payment.paid_at < min(until, 1e12))
        .group_by(Worker.worker_id, Worker.name)
        .order_by(Worker.worker_id)
    )
    if access_key is not None:
        lines = lines.join(Requester, Requester.id == Payment.requester_id).where(Requester.access_key == access_key)
    for worker_id, name, approved, rewards, bonuses, fees, first, last in session.execute(lines):
        yield PayLine(worker_id, name, approved, rewards, bonuses, fees, as_iso(first), as_iso(last))


def write_pay_sheet(lines: Iterator[PayLine], out: TextIO) -> Decimal:
    """Write the sheet as CSV and return the total of all workers."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    total = NOTHING
    for line in lines:
        amounts = (line.rewards, line.bonuses, line.total, line.fees)
        writer.writerow([line.worker_id, line.name, line.approved, *amounts, line.first_paid, line.last_paid])
        total += line.total
    return total
