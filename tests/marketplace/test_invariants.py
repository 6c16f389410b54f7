"""After any sequence of actions, the money adds up and the counters are right."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from assess.errors import AssessError
from assess.marketplace import clock
from assess.marketplace.api import wire
from assess.marketplace.domain.assignments import accept, give_back, submit
from assess.marketplace.market import Market
from assess.marketplace.people.workers import Profile, enrol
from assess.marketplace.tables import Assignment, Hit, Payment, Requester, Worker
from tests.marketplace.conftest import HIT

SIGNED = (
    "AWS4-HMAC-SHA256 Credential=K/20260101/us-east-1/mturk-requester/aws4_request, SignedHeaders=host, Signature=0"
)
WORKERS = [f"A{number}" for number in range(6)]
NOTHING = Decimal("0.00")


class Life:
    """A marketplace with random actions; some of them are refused."""

    def __init__(self, market: Market, seed: int) -> None:
        self.market, self.random = market, Random(seed)
        self.refused = 0
        with market.moment() as moment:
            for worker_id in WORKERS:
                enrol(moment.session, worker_id, Profile(), moment.now)

    def call(self, operation: str, **parameters: Any) -> dict[str, Any]:
        headers = {"X-Amz-Target": f"{wire.TARGET}.{operation}", "Authorization": SIGNED}
        reply = wire.answer(self.market, headers, json.dumps(parameters).encode())
        assert reply.status in (200, 400), reply.body
        self.refused += reply.status == 400
        return reply.body

    def some(self, column: Any, *conditions: Any) -> Any:
        with self.market.moment() as moment:
            found = moment.session.scalars(select(column).where(*conditions).order_by(column)).all()
        return self.random.choice(found) if found else "3NOTHING"

    def create(self) -> None:
        reward, most = self.random.choice(["0.01", "0.13", "2.00", "40.00"]), self.random.choice([1, 2, 3, 12])
        self.call("CreateHIT", **HIT | {"Reward": reward}, MaxAssignments=most, AutoApprovalDelayInSeconds=5000)

    def take(self) -> None:
        with self.market.moment() as moment:
            hits = moment.session.scalars(select(Hit).where(Hit.status == "Assignable").order_by(Hit.id)).all()
            worker = moment.session.get_one(Worker, self.random.choice(WORKERS))
            if hits:
                try:
                    accept(moment.session, self.random.choice(hits), worker, moment.now, reuse_ids=True)
                except AssessError:
                    self.refused += 1

    def finish(self) -> None:
        with self.market.moment() as moment:
            held = moment.session.scalars(
                select(Assignment).where(Assignment.state == "Accepted").order_by(Assignment.id)
            ).all()
            if held:
                one = self.random.choice(held)
                if self.random.random() < 0.7:
                    submit(moment.session, one, "<a/>", moment.now)
                else:
                    give_back(moment.session, one, moment.now, "Returned")

    def approve(self) -> None:
        override = {"OverrideRejection": True} if self.random.random() < 0.3 else {}
        self.call("ApproveAssignment", AssignmentId=self.some(Assignment.assignment_id), **override)

    def reject(self) -> None:
        wanted = Assignment.state == "Submitted"
        self.call("RejectAssignment", AssignmentId=self.some(Assignment.assignment_id, wanted), RequesterFeedback="no")

    def bonus(self) -> None:
        assignment_id = self.some(Assignment.assignment_id)
        worker_id = self.some(Assignment.worker_id, Assignment.assignment_id == assignment_id)
        if worker_id in WORKERS:
            self.call("SendBonus", AssignmentId=assignment_id, WorkerId=worker_id, BonusAmount="0.33", Reason="r")

    def expire(self) -> None:
        self.call("UpdateExpirationForHIT", HITId=self.some(Hit.hit_id), ExpireAt=0)

    def extend(self) -> None:
        with self.market.moment() as moment:
            later = int(moment.now) + 100_000
        self.call("UpdateExpirationForHIT", HITId=self.some(Hit.hit_id), ExpireAt=later)

    def add(self) -> None:
        self.call("CreateAdditionalAssignmentsForHIT", HITId=self.some(Hit.hit_id), NumberOfAdditionalAssignments=1)

    def delete(self) -> None:
        self.call("DeleteHIT", HITId=self.some(Hit.hit_id))

    def wait(self) -> None:
        with self.market.moment() as moment:
            clock.advance(moment.session, self.random.choice([60, 1800, 4000, 90_000]))

    def step(self) -> None:
        usual: list[Callable[[], None]] = [self.take, self.take, self.take, self.finish, self.finish, self.approve]
        rare = [self.create, self.reject, self.bonus, self.expire, self.extend, self.add, self.delete, self.wait]
        self.random.choice(usual * 2 + rare)()


def check_books(market: Market) -> None:
    with market.moment() as moment:
        account = moment.session.scalars(select(Requester)).one()
        paid = moment.session.execute(select(func.sum(Payment.amount), func.sum(Payment.fee))).one()
        held = moment.session.scalar(select(func.sum(Hit.held))) or NOTHING
    assert account.available >= 0
    assert account.deposited == account.available + held + (paid[0] or NOTHING) + (paid[1] or NOTHING)


def check_counters(market: Market) -> None:
    with market.moment() as moment:
        hits = moment.session.scalars(select(Hit)).all()
        rows = moment.session.scalars(select(Assignment)).all()
        rewards = moment.session.scalars(select(Payment.assignment_key).where(Payment.kind == "reward")).all()
    states = Counter((row.hit_key, row.state) for row in rows)
    for hit in hits:
        assert hit.pending == states[hit.id, "Accepted"]
        assert hit.submitted == states[hit.id, "Submitted"]
        assert hit.completed == states[hit.id, "Approved"] + states[hit.id, "Rejected"]
        assert hit.pending + hit.submitted + hit.completed <= hit.max_assignments
        assert (hit.held == 0) or hit.status != "Disposed"
    assert sorted(rewards) == sorted(row.id for row in rows if row.state == "Approved")


@pytest.mark.parametrize("seed", range(3))
def test_books_and_counters_agree_after_every_step(market: Market, seed: int) -> None:
    market.settings = replace(market.settings, starting_balance=Decimal("150.00"))  # little enough to run out
    life = Life(market, seed)
    life.call("GetAccountBalance")
    for _ in range(100):
        life.step()
        check_books(market)
        check_counters(market)
    assert life.refused
    with market.moment() as moment:
        assert moment.session.scalar(select(func.count()).select_from(Payment))
