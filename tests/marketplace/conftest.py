"""A marketplace on a free port, its clock stopped, and the real boto3 as its client."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError
from mypy_boto3_mturk import MTurkClient

from assess.marketplace import clock
from assess.marketplace.api import schema, wire
from assess.marketplace.api.call import Answer, Call
from assess.marketplace.api.operations import OPERATIONS
from assess.marketplace.app import create_app
from assess.marketplace.market import Market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.server import running

NAMESPACE = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/ExternalQuestion.xsd"
QUESTION = (
    f'<ExternalQuestion xmlns="{NAMESPACE}">'
    "<ExternalURL>http://127.0.0.1:9/judge?campaign=demo&amp;number=1</ExternalURL>"
    "<FrameHeight>0</FrameHeight></ExternalQuestion>"
)
HIT_TYPE: dict[str, Any] = {
    "Title": "Compare passages",
    "Description": "Read two passages and choose the better one",
    "Reward": "2.00",
    "AssignmentDurationInSeconds": 3600,
}
HIT: dict[str, Any] = {**HIT_TYPE, "LifetimeInSeconds": 86_400, "Question": QUESTION}

# One session for all tests: reading botocore's models takes longer than most tests.
SESSION = boto3.session.Session(region_name="us-east-1")


def requester(endpoint: str, key: str = "AKIAREHEARSAL") -> MTurkClient:
    """An unmodified client that does not retry failed calls, so that a test sees each answer."""
    config = Config(retries={"total_max_attempts": 1})
    return SESSION.client(
        "mturk", endpoint_url=endpoint, aws_access_key_id=key, aws_secret_access_key="secret", config=config
    )


@pytest.fixture
def market(tmp_path: Path) -> Iterator[Market]:
    market = Market(str(tmp_path / "market.db"), MarketSettings(http_questions=True))
    with market.store.transaction() as session:
        clock.set_speed(session, 0)
    yield market
    market.close()


def conforming(name: str, operation: Callable[[Call], Answer]) -> Callable[[Call], Answer]:
    """Wrap the operation: each answer is checked against the output shape of botocore's model."""
    shape = schema.operation_model(name).output_shape
    assert shape

    def checked(call: Call) -> Answer:
        answer = operation(call)
        assert schema._typed(shape, answer, "") == answer, f"{name} answers with unknown or null members: {answer}"
        assert list(schema._violations(shape, answer, "")) == []
        return answer

    return checked


@pytest.fixture(autouse=True)
def _answers_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = {name: conforming(name, operation) for name, operation in OPERATIONS.items()}
    monkeypatch.setattr(wire, "OPERATIONS", checked)


@pytest.fixture
def endpoint(market: Market) -> Iterator[str]:
    with running(create_app(market)) as url:
        yield url


@pytest.fixture
def client(endpoint: str) -> MTurkClient:
    return requester(endpoint)


@pytest.fixture
def advance(market: Market) -> Callable[[float], None]:
    """Move the marketplace's clock."""

    def move(seconds: float) -> None:
        with market.store.transaction() as session:
            clock.advance(session, seconds)

    return move


def refusal(call: Callable[..., object], **parameters: Any) -> tuple[str, str]:
    """The error code of a call and Mechanical Turk's own code, which botocore keeps for modelled errors only."""
    with pytest.raises(ClientError) as error:
        call(**parameters)
    response: Any = error.value.response
    return response["Error"]["Code"], response.get("TurkErrorCode", "").removeprefix("AWS.MechanicalTurk.")


def message(call: Callable[..., object], **parameters: Any) -> str:
    with pytest.raises(ClientError) as error:
        call(**parameters)
    return str(error.value.response["Error"]["Message"])
