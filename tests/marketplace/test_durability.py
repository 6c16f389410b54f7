"""Nothing acknowledged is lost and nothing is done twice, with killed servers, several servers, both databases."""

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from botocore.exceptions import BotoCoreError, ClientError
from mypy_boto3_mturk import MTurkClient

from assess.errors import ConflictError
from assess.marketplace.app import create_app
from assess.marketplace.market import Market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.server import running
from assess.marketplace.store import Store
from assess.marketplace.tables import Control
from assess.marketplace.worker_client import MarketplaceError, WorkerClient
from tests.marketplace.conftest import HIT, requester


@contextmanager
def served(database: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The marketplace in its own process, and its URL."""
    command = [sys.executable, "-m", "assess", "marketplace", "--port", "0", "--db", database]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr
        found = re.search(r"http://\S+", process.stderr.readline())
        assert found
        yield process, found[0]
    finally:
        process.kill()
        process.communicate()


def everything(client: MTurkClient) -> list[dict[str, Any]]:
    return [hit for page in client.get_paginator("list_hits").paginate(MaxResults=100) for hit in page["HITs"]]


def books_balance(client: MTurkClient) -> bool:
    """Whether money available, held and paid adds up to the starting balance."""
    balance = client.get_account_balance()
    completed = sum(hit["NumberOfAssignmentsCompleted"] for hit in everything(client))
    kept = Decimal(balance["AvailableBalance"]) + Decimal(balance["OnHoldBalance"])
    return kept + completed * Decimal("2.40") == Decimal("10000.00")


class Customer(threading.Thread):
    """Creates, works on and approves HITs until the server dies, and remembers what was acknowledged."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__()
        self.url, self.worker = url, f"A{name}"
        self.created: list[str] = []
        self.approved: list[str] = []

    def run(self) -> None:
        try:
            client, worker = requester(self.url), WorkerClient(self.url, self.worker)
            while True:
                hit_id = client.create_hit(**HIT)["HIT"]["HITId"]
                self.created.append(hit_id)
                task = worker.accept(hit_id)
                worker.submit(task, {"code": "x"})
                client.approve_assignment(AssignmentId=task.assignment_id)
                self.approved.append(task.assignment_id)
        except (BotoCoreError, MarketplaceError, KeyError):  # an answer that broke off is an empty one to boto3
            return


def test_what_was_acknowledged_survives_being_killed(empty_url: str) -> None:
    created: list[str] = []
    approved: list[str] = []
    pause = Random(3)
    for kill in range(2):
        with served(empty_url) as (process, url):
            customers = [Customer(url, f"{kill}X{number}") for number in range(3)]
            for customer in customers:
                customer.start()
            while not all(customer.approved or not customer.is_alive() for customer in customers):
                time.sleep(0.01)
            time.sleep(pause.random() / 2)
            process.send_signal(signal.SIGKILL)
            for customer in customers:
                customer.join()
                created += customer.created
                approved += customer.approved
    with served(empty_url) as (_, url):
        client = requester(url)
        assert len(approved) >= 6
        assert set(created) <= {hit["HITId"] for hit in everything(client)}
        for assignment_id in approved:
            work = client.get_assignment(AssignmentId=assignment_id)["Assignment"]
            assert work["AssignmentStatus"] == "Approved"
        assert books_balance(client)


@pytest.fixture
def two_endpoints(empty_url: str) -> Iterator[list[str]]:
    """Two servers, each with its own connections, of one marketplace."""
    with ExitStack() as stack:
        markets = [Market(empty_url, MarketSettings(http_questions=True)) for _ in range(2)]
        yield [stack.enter_context(running(create_app(market))) for market in markets]
    for market in markets:
        market.close()


def all_at_once(calls: list[Callable[[], Any]]) -> list[bool]:
    """Start all calls at the same time; return which of them succeeded."""
    barrier = threading.Barrier(len(calls))

    def attempt(call: Callable[[], Any]) -> bool:
        barrier.wait()
        try:
            call()
        except (ClientError, MarketplaceError):
            return False
        return True

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(attempt, calls))


def test_no_slot_token_or_payment_is_given_twice_by_two_servers(two_endpoints: list[str]) -> None:
    clients = [requester(url) for url in two_endpoints]
    with_token = HIT | {"UniqueRequestToken": "t", "MaxAssignments": 3}
    assert sum(all_at_once([lambda c=c: c.create_hit(**with_token) for c in clients * 3])) == 1
    hit_id = everything(clients[0])[0]["HITId"]

    workers = [WorkerClient(two_endpoints[number % 2], f"A{number}") for number in range(8)]
    assert sum(all_at_once([lambda w=w: w.accept(hit_id) for w in workers])) == 3

    holder = next(worker for worker in workers if worker.held())
    (task,) = holder.held()
    holder.submit(task, {"code": "x"})
    approve = {"AssignmentId": task.assignment_id}
    assert sum(all_at_once([lambda c=c: c.approve_assignment(**approve) for c in clients * 3])) == 1
    bonus = {**approve, "WorkerId": task.worker_id, "BonusAmount": "1", "Reason": "r", "UniqueRequestToken": "b"}
    assert sum(all_at_once([lambda c=c: c.send_bonus(**bonus) for c in clients * 3])) == 1
    assert clients[1].get_account_balance() | {"ResponseMetadata": None} == {
        "AvailableBalance": "9991.60",  # 10000.00 less three times 2.40 and the bonus of 1.20
        "OnHoldBalance": "4.80",
        "ResponseMetadata": None,
    }


def test_a_database_of_another_layout_is_not_touched(empty_url: str) -> None:
    store = Store(empty_url)
    with store.transaction() as session:
        session.get_one(Control, 1).schema = 99
    store.close()
    with pytest.raises(ConflictError, match="has layout 99, this version needs 1"):
        Store(empty_url)
