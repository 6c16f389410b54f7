"""A campaign, a marketplace on a free port, one clock for both, and the real boto3 between them.

Tests here run on SQLite; those that name ``BOTH`` for ``database_url`` run on PostgreSQL too.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import arrive
from assess.campaign.access.link_settings import LinkSettings, as_stored
from assess.campaign.access.platform_parameters import PRESETS
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.database.engine import reading, writing
from assess.marketplace import clock
from assess.marketplace.app import create_app
from assess.marketplace.faults.switches import change_faults
from assess.marketplace.market import Market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.server import running
from assess.marketplace.tables import Control, Payment
from assess.marketplace.worker_client import WorkerClient, WorkerTask
from assess.recruit.accounting.books import Books, books_of
from assess.recruit.crowd import Crowd
from assess.recruit.launch import LaunchPlan, crowd_of, launch_campaign
from assess.recruit.mturk.client import MTurk, connect, create_hit_type
from assess.recruit.mturk.qualifications import find_or_create
from assess.recruit.offer import Offer, as_terms
from assess.recruit.recruiter import PassTally, Recruiter
from assess.recruit.sync import sync
from assess.store.campaigns import add_campaign
from assess.store.launches import add_launch
from assess.store.links import add_link
from assess.store.tables import Campaign, Launch
from tests.conftest import Judged, MakeJudged

NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)
OFFER = Offer("Compare passages", "Read two passages and choose the better one")
SALT = "s4lt"


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a migrated database without rows."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return f"sqlite:///{shutil.copy(request.getfixturevalue('migrated_sqlite'), tmp_path / 'assess.db')}"
    template = request.getfixturevalue("migrated_postgresql")
    url: str = request.getfixturevalue("empty_postgresql")(template)
    return url


@pytest.fixture(scope="session")
def empty_market(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A marketplace's file to copy: its clock stands still."""
    path = tmp_path_factory.mktemp("market") / "market.db"
    market = Market(str(path))
    with market.store.transaction() as session:
        clock.set_speed(session, 0)
        session.get_one(Control, 1).shown_anchor = NOW.timestamp()
    market.close()
    return path


@pytest.fixture
def market(empty_market: Path, tmp_path: Path) -> Iterator[Market]:
    market = Market(str(shutil.copy(empty_market, tmp_path / "market.db")), MarketSettings(http_questions=True))
    yield market
    market.close()


@pytest.fixture
def endpoint(market: Market) -> Iterator[str]:
    with running(create_app(market)) as url:
        yield url


@pytest.fixture
def advance(market: Market) -> Callable[[float], None]:
    """Move the marketplace's clock."""

    def move(seconds: float) -> None:
        with market.store.transaction() as session:
            clock.advance(session, seconds)

    return move


@pytest.fixture
def misbehave(market: Market) -> Callable[..., None]:
    """Set the marketplace's fault switches."""

    def switch(**faults: float) -> None:
        with market.store.transaction() as session:
            change_faults(session.get_one(Control, 1), faults)

    return switch


@pytest.fixture
def crowd(endpoint: str) -> MTurk:
    """The crowd of the marketplace, on the terms of the paper."""
    client = connect(endpoint)
    exclusion = find_or_create(client, f"Study {SALT}", "Took part.")
    hit_type = create_hit_type(client, OFFER, endpoint, exclusion)
    return MTurk(client, OFFER, hit_type, exclusion, "http://127.0.0.1:9/mturk/t0k3n", SALT)


@pytest.fixture
def worker(endpoint: str) -> Callable[[str], WorkerClient]:
    """Somebody who works at the marketplace."""
    return lambda identity: WorkerClient(endpoint, identity)


@pytest.fixture
def submit(worker: Callable[[str], WorkerClient]) -> Callable[..., str]:
    """Accept and submit a HIT; return the assignment."""

    def do(hit_id: str, identity: str, **fields: Any) -> str:
        client = worker(identity)
        task = client.accept(hit_id)
        client.submit(task, fields or {"receipt": "r1"})
        return task.assignment_id

    return do


@pytest.fixture
def campaign(session: Session) -> Campaign:
    """A campaign that may cost 24 dollars."""
    return add_campaign(session, "c", 1, {"budget": "24.00"}, NOW)


@pytest.fixture
def launch(session: Session, campaign: Campaign) -> Launch:
    link = add_link(session, campaign.id, "worker", None, as_stored(LinkSettings(parameters=PRESETS["mturk"])), NOW)
    made = add_launch(session, link, "mturk", "sandbox", as_terms(OFFER, "https://judge.example.org"), NOW)
    made.salt = SALT
    return made


@dataclass
class Fair:
    """A launched campaign and the people who come to work on it."""

    judged: Judged
    market: Market
    endpoint: str
    launch_id: int
    crowd: MTurk
    clients: dict[str, WorkerClient] = field(default_factory=dict)

    def sync(self, crowd: Crowd | None = None, *, everywhere: bool = True) -> PassTally:
        recruiter = Recruiter(self.judged.engine, self.launch_id, crowd or self.crowd, lambda: self.judged.now)
        return sync(recruiter, everywhere=everywhere)

    def later(self, **duration: float) -> None:
        """Move both clocks."""
        self.judged.later(**duration)
        with self.market.store.transaction() as session:
            clock.advance(session, timedelta(**duration).total_seconds())

    def client(self, identity: str) -> WorkerClient:
        return self.clients.setdefault(identity, WorkerClient(self.endpoint, identity))

    def accept(self, identity: str) -> WorkerTask:
        """Accept the best of what is on offer."""
        client = self.client(identity)
        return client.accept_next(client.groups()[0]["group"])

    def arrive(self, task: WorkerTask) -> str:
        """Open the frame; return the visitor's token."""
        parts = urlsplit(task.frame or "")
        with writing(self.judged.engine) as session:
            token = parts.path.rpartition("/")[2]
            arrival = arrive(session, self.judged.key, token, parse_qsl(parts.query), self.judged.now)
            return str(self.judged.key.token(arrival.claim))

    def begin(self, identity: str) -> tuple[WorkerTask, str, HeldAssignment]:
        task = self.accept(identity)
        token = self.arrive(task)
        return task, token, self.judged.taken(token)

    def answer(self, token: str, assignment: HeldAssignment, *, wrong: bool = False) -> str:
        """Answer everything, rightly or wrongly, and finish with us; return the receipt."""
        for shown in assignment.tasks:
            assert shown.right
            better = -1 if shown.left.docno > shown.right.docno else 1
            self.judged.save(token, assignment, shown.position, -better if wrong else better)
        return str(self.judged.finish(token, assignment).completion_code)

    def work(self, identity: str, *, wrong: bool = False) -> WorkerTask:
        """Accept a HIT, do it and hand it in."""
        return self._do(self.accept(identity), wrong=wrong)

    def work_at(self, hit_id: str, identity: str) -> WorkerTask:
        """The same with the HIT of that name."""
        return self._do(self.client(identity).accept(hit_id))

    def _do(self, task: WorkerTask, *, wrong: bool = False) -> WorkerTask:
        token = self.arrive(task)
        receipt = self.answer(token, self.judged.taken(token), wrong=wrong)
        self.client(task.worker_id).submit(task, {"receipt": receipt})
        return task

    def books(self) -> Books:
        with reading(self.judged.engine) as session:
            return books_of(session, session.get_one(Campaign, self.judged.campaign_id))

    def state(self) -> str:
        with reading(self.judged.engine) as session:
            return session.get_one(Launch, self.launch_id).state

    def paid_there(self) -> Decimal:
        """What the marketplace took from the account for payments and fees."""
        with self.market.store.transaction() as session:
            total = session.scalar(select(func.sum(Payment.amount) + func.sum(Payment.fee)))
        return total if isinstance(total, Decimal) else Decimal(total or 0).scaleb(-2)

    def on_hold_there(self) -> Decimal:
        account = connect(self.endpoint).get_account_balance()
        return Decimal(account["OnHoldBalance"])

    def check_books(self) -> None:
        """What we think we spent is what was paid, and what we reserve is at least what may still be asked for."""
        books = self.books()
        assert books.spent == self.paid_there()
        assert books.reserved >= self.on_hold_there()
        assert books.spent + books.reserved <= (books.budget or 0)


class MakeFair(Protocol):
    """Launch a campaign of 12 pairings at the marketplace, in HITs of 3 pairings and a challenge.

    *terms* are those of the offer.
    """

    def __call__(self, budget: str = "100.00", topics: int = 2, candidates: int = 4, **terms: Any) -> Fair: ...


@pytest.fixture
def make_fair(judged: MakeJudged, market: Market, endpoint: str) -> MakeFair:
    """See MakeFair."""

    def make(budget: str = "100.00", topics: int = 2, candidates: int = 4, **terms: Any) -> Fair:
        made = judged(topics=topics, candidates=candidates)
        offer = Offer("Compare", "Compare two passages", **{"pairings": 3, "challenges": 1} | terms)
        with writing(made.engine) as session:
            plan = LaunchPlan("c", endpoint, offer, "http://127.0.0.1:9", Decimal(budget))
            launch = launch_campaign(session, plan, made.now)
        return Fair(made, market, endpoint, launch.id, crowd_of(made.engine, launch.id, made.key))

    return make


@pytest.fixture
def fair(make_fair: MakeFair) -> Fair:
    return make_fair()
