"""Fees, holds and balances to the cent."""

from decimal import Decimal

import pytest
from mypy_boto3_mturk import MTurkClient

from assess.marketplace.domain.fees import bonus_fee, dollars, reward_fee
from tests.marketplace.conftest import HIT, refusal, requester


@pytest.mark.parametrize(
    ("reward", "assignments", "masters", "fee"),
    [
        ("2.00", 9, False, "0.40"),
        ("2.00", 10, False, "0.80"),
        ("2.00", 9, True, "0.50"),
        ("2.00", 10, True, "0.90"),
        ("0.03", 9, False, "0.01"),
        ("0.00", 1, False, "0.01"),
        ("0.08", 1, False, "0.02"),
        ("0.12", 1, False, "0.02"),
        ("0.13", 1, False, "0.03"),
    ],
)
def test_the_fee_on_a_reward(reward: str, assignments: int, masters: bool, fee: str) -> None:
    assert reward_fee(Decimal(reward), assignments, masters=masters) == Decimal(fee)


def test_the_fee_on_a_bonus_is_a_fifth_and_at_least_a_cent() -> None:
    assert bonus_fee(Decimal("1.00")) == Decimal("0.20")
    assert bonus_fee(Decimal("0.01")) == Decimal("0.01")


def test_amounts_are_read_as_the_wire_writes_them() -> None:
    assert [str(dollars(text)) for text in ("2", "2.", "2.0", "0.01")] == ["2.00", "2.00", "2.00", "0.01"]


def balance(client: MTurkClient) -> tuple[str, str]:
    answer = client.get_account_balance()
    return answer["AvailableBalance"], answer["OnHoldBalance"]


def test_creating_a_hit_holds_rewards_and_fees(client: MTurkClient) -> None:
    client.create_hit(**HIT, MaxAssignments=9)
    assert balance(client) == ("9978.40", "21.60")
    client.create_hit(**HIT, MaxAssignments=10)
    assert balance(client) == ("9950.40", "49.60")


def test_masters_cost_five_percent_more(client: MTurkClient) -> None:
    masters = {"QualificationTypeId": "2F1QJWKUDD8XADTFD2Q0G6UTO95ALH", "Comparator": "Exists"}
    client.create_hit(**HIT, QualificationRequirements=[masters])
    assert balance(client) == ("9997.50", "2.50")


def test_expiry_releases_money_held_for_open_slots_and_extension_holds_it_again(client: MTurkClient) -> None:
    hit = client.create_hit(**HIT, MaxAssignments=5)["HIT"]
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=0)
    assert balance(client) == ("10000.00", "0.00")
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=hit["Expiration"])
    assert balance(client) == ("9988.00", "12.00")


def test_a_hit_that_the_account_cannot_pay_is_not_created(client: MTurkClient) -> None:
    client.create_hit(**HIT | {"Reward": "8000.00"})  # and 1600.00 of fee
    refused = refusal(client.create_hit, **HIT | {"Reward": "400.00"}, UniqueRequestToken="t")
    assert refused == ("RequestError", "InsufficientFunds")
    assert client.list_hits()["NumResults"] == 1
    assert balance(client) == ("400.00", "9600.00")
    client.create_hit(**HIT | {"Reward": "300.00"}, UniqueRequestToken="t")  # the token was not used up


def test_an_extension_that_the_account_cannot_pay_changes_nothing(client: MTurkClient) -> None:
    hit = client.create_hit(**HIT | {"Reward": "5000.00"})["HIT"]
    extend = client.create_additional_assignments_for_hit
    assert refusal(extend, HITId=hit["HITId"], NumberOfAdditionalAssignments=1)[1] == "InsufficientFunds"
    assert client.get_hit(HITId=hit["HITId"])["HIT"]["MaxAssignments"] == 1


def test_each_requester_has_their_own_balance(endpoint: str) -> None:
    requester(endpoint, "ALICE").create_hit(**HIT)
    assert balance(requester(endpoint, "BOB")) == ("10000.00", "0.00")
