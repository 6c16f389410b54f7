"""Money as workers and organisers see it, on both databases."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from mypy_boto3_mturk import MTurkClient

from assess.marketplace.app import create_app
from assess.marketplace.domain.earnings import pay_sheet
from assess.marketplace.market import Market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.server import running
from assess.marketplace.worker_client import WorkerClient
from tests.marketplace.conftest import HIT, requester


@pytest.fixture
def market(empty_url: str) -> Iterator[Market]:
    market = Market(empty_url, MarketSettings(http_questions=True))
    yield market
    market.close()


def work(url: str, hit_id: str, worker: str) -> tuple[WorkerClient, str]:
    someone = WorkerClient(url, worker)
    task = someone.accept(hit_id)
    someone.submit(task, {"code": "x"})
    return someone, task.assignment_id


def test_dashboard_and_pay_sheet_show_what_was_paid(market: Market) -> None:
    with running(create_app(market)) as url:
        client: MTurkClient = requester(url)
        hit_id = client.create_hit(**HIT, MaxAssignments=4)["HIT"]["HITId"]
        anna, first = work(url, hit_id, "A1ANNA")
        _, second = work(url, hit_id, "A2BERT")
        _, third = work(url, hit_id, "A3CARL")
        client.approve_assignment(AssignmentId=first)
        client.send_bonus(WorkerId="A1ANNA", AssignmentId=first, BonusAmount="0.55", Reason="Thanks")
        client.reject_assignment(AssignmentId=third, RequesterFeedback="Every answer was the same.")
        seen = anna.dashboard()
        assert (seen["rewards"], seen["bonuses"], seen["total"], seen["waiting"]) == ("2.00", "0.55", "2.55", "0.00")
        assert WorkerClient(url, "A2BERT").dashboard()["waiting"] == "2.00"
        with market.moment() as moment:
            lines = list(pay_sheet(moment.session))
        paid = [(line.worker_id, line.approved, line.rewards, line.bonuses, line.fees) for line in lines]
        assert paid == [("A1ANNA", 1, Decimal("2.00"), Decimal("0.55"), Decimal("0.51"))]
        assert client.get_assignment(AssignmentId=second)["Assignment"]["AssignmentStatus"] == "Submitted"
