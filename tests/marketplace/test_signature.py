"""In-house, the signature identifies the requester."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from mypy_boto3_mturk import MTurkClient

from assess.marketplace.api.signature import check_signature, read_signature
from assess.marketplace.app import create_app
from assess.marketplace.domain.fees import dollars
from assess.marketplace.errors import Refusal
from assess.marketplace.market import Market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.people.requesters import deposit, open_account
from assess.marketplace.server import running
from tests.marketplace.conftest import SESSION, refusal


@pytest.fixture
def in_house(tmp_path: Path) -> Iterator[str]:
    market = Market(str(tmp_path / "house.db"), MarketSettings(in_house=True))
    with market.moment() as moment:
        account = open_account(moment.session, "AKIALAB", dollars("0"), moment.now)
        account.secret = "the lab's own secret"
        deposit(account, dollars("25.50"))
    with running(create_app(market)) as url:
        yield url
    market.close()


def signed_by(endpoint: str, key: str, secret: str) -> MTurkClient:
    return SESSION.client("mturk", endpoint_url=endpoint, aws_access_key_id=key, aws_secret_access_key=secret)


def test_the_signature_of_boto3_is_recognised(in_house: str) -> None:
    client = signed_by(in_house, "AKIALAB", "the lab's own secret")
    assert client.get_account_balance()["AvailableBalance"] == "25.50"


def test_another_secret_or_an_unknown_key_is_refused(in_house: str) -> None:
    wrong = signed_by(in_house, "AKIALAB", "a guess")
    assert refusal(wrong.get_account_balance)[0] == "InvalidSignatureException"
    unknown = signed_by(in_house, "AKIAOTHER", "the lab's own secret")
    assert refusal(unknown.get_account_balance)[0] == "UnrecognizedClientException"


def test_an_old_signature_is_refused() -> None:
    scope = "20260101/us-east-1/mturk-requester/aws4_request"
    headers = {
        "Authorization": f"AWS4-HMAC-SHA256 Credential=K/{scope}, SignedHeaders=host, Signature=00",
        "X-Amz-Date": "20260101T000000Z",
        "Host": "h",
    }
    with pytest.raises(Refusal, match="Signature expired"):
        check_signature(read_signature(headers), "s", headers, b"{}", now=1_767_225_600 + 301)
    with pytest.raises(Refusal, match="does not match"):
        check_signature(read_signature(headers), "s", headers, b"{}", now=1_767_225_600 + 299)
