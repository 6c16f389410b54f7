"""A campaign, a marketplace on a free port whose clock is stopped, and the real boto3 between them."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.orm import Session

from assess.campaign.visits import PRESETS
from assess.crowd.offer import Offer, as_terms
from assess.marketplace import clock
from assess.marketplace.app import create_app
from assess.marketplace.client import WorkerClient
from assess.marketplace.market import Market
from assess.marketplace.rules import HouseRules
from assess.marketplace.server import running
from assess.recruit.mturk import MTurk, connect, create_hit_type
from assess.recruit.qualifications import find_or_create
from assess.store.campaigns import add_campaign
from assess.store.links import add_link
from assess.store.tables import Campaign, Launch

NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)
OFFER = Offer("Compare passages", "Read two passages and choose the better one")
SALT = "s4lt"


@pytest.fixture
def market(tmp_path: Path) -> Iterator[Market]:
    market = Market(str(tmp_path / "market.db"), HouseRules(http_questions=True))
    with market.store.transaction() as session:
        clock.set_speed(session, 0)
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
def make_crowd(endpoint: str) -> Callable[..., MTurk]:
    """The crowd of the marketplace, on these terms."""

    def make(offer: Offer = OFFER) -> MTurk:
        client = connect(endpoint)
        exclusion = find_or_create(client, f"Study {SALT}", "Took part.")
        hit_type = create_hit_type(client, offer, endpoint, exclusion)
        return MTurk(client, offer, hit_type, exclusion, "http://127.0.0.1:9/mturk/t0k3n", SALT)

    return make


@pytest.fixture
def crowd(make_crowd: Callable[..., MTurk]) -> MTurk:
    return make_crowd()


@pytest.fixture
def worker(endpoint: str) -> Callable[[str], WorkerClient]:
    """Somebody who works at the marketplace."""
    return lambda identity: WorkerClient(endpoint, identity)


@pytest.fixture
def hand_in(worker: Callable[[str], WorkerClient]) -> Callable[..., str]:
    """Accept and submit a HIT; return the assignment."""

    def do(unit: str, identity: str, **fields: Any) -> str:
        client = worker(identity)
        task = client.accept(unit)
        client.submit(task, fields or {"receipt": "r1"})
        return task.assignment_id

    return do


@pytest.fixture
def campaign(session: Session) -> Campaign:
    """A campaign that may cost 24 dollars."""
    return add_campaign(session, "c", 1, {"budget": "24.00"}, NOW)


@pytest.fixture
def launch(session: Session, campaign: Campaign) -> Launch:
    link = add_link(session, campaign.id, "worker", None, {"parameters": PRESETS["mturk"]}, NOW)
    made = Launch(
        campaign_id=campaign.id,
        link_id=link.id,
        platform="mturk",
        environment="sandbox",
        terms=as_terms(OFFER),
        salt=SALT,
        state="open",
        launched_at=NOW,
    )
    session.add(made)
    session.flush()
    return made
