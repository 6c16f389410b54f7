"""Money: the fees at mturk.com/pricing, and the wage that the paper meant to pay."""

from decimal import Decimal

import pytest

from assess.errors import ParameterError
from assess.pay import (
    MTURK,
    NO_FEES,
    Pay,
    fair_reward,
    format_money,
    hourly_wage,
    hours_of_work,
    parse_fees,
    parse_money,
)


@pytest.mark.parametrize(
    ("reward", "assignments", "masters", "fee"),
    [
        ("2.00", 1, False, "0.40"),
        ("2.00", 9, False, "0.40"),
        ("2.00", 10, False, "0.80"),
        ("2.00", 9, True, "0.50"),
        ("2.00", 10, True, "0.90"),
        ("0.03", 1, False, "0.01"),
        ("0.01", 1, False, "0.01"),
        ("0.13", 1, False, "0.03"),
        ("0.10", 1, True, "0.03"),
    ],
)
def test_mechanical_turk_takes_its_published_fees(reward: str, assignments: int, masters: bool, fee: str) -> None:
    assert MTURK.of_reward(Decimal(reward), assignments, masters=masters) == Decimal(fee)


def test_a_bonus_costs_a_fifth_and_at_least_a_cent() -> None:
    assert MTURK.of_bonus(Decimal("1.50")) == Decimal("0.30")
    assert MTURK.of_bonus(Decimal("0.01")) == Decimal("0.01")


def test_without_a_platform_there_is_no_fee() -> None:
    assert NO_FEES.of_reward(Decimal("2.00"), 20, masters=True) == 0


def test_the_papers_hit_pays_less_an_hour_than_intended() -> None:
    assert hourly_wage(Decimal("2.00"), 10, 60) == Decimal("12.00")
    assert Pay().wage == Decimal("9.23")
    assert fair_reward(Decimal("12.00"), 13, 60) == Decimal("2.60")


def test_a_fair_reward_is_rounded_up_to_the_cent() -> None:
    reward = fair_reward(Decimal("12.00"), 13, 50.1)
    assert reward == Decimal("2.18")
    assert hourly_wage(reward, 13, 50.1) >= 12


def test_the_papers_hit_costs_two_dollars_forty() -> None:
    pay = Pay()
    assert pay.price == Decimal("2.40")
    assert (pay.hits(0), pay.hits(1), pay.hits(10), pay.hits(11)) == (0, 1, 1, 2)


def test_hours_of_work_count_all_pairs() -> None:
    assert hours_of_work(60 * Pay().pairs, 60) == 13
    with pytest.raises(ParameterError, match="found 0 seconds a pair"):
        hours_of_work(13, 0)


@pytest.mark.parametrize(("text", "amount"), [("2", "2.00"), ("$2.4", "2.40"), ("0.01", "0.01"), ("4000", "4000.00")])
def test_amounts_are_read_to_the_cent(text: str, amount: str) -> None:
    assert str(parse_money(text)) == amount


@pytest.mark.parametrize("text", ["", "-1", "2.001", "1e3", "two", "nan", "٢", "1,000"])
def test_other_amounts_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected an amount of US dollars"):
        parse_money(text)


def test_fees_are_read_by_name_or_percentage() -> None:
    assert parse_fees("mturk") is MTURK
    assert parse_fees("33.3%").of_reward(Decimal("2.00")) == Decimal("0.67")


@pytest.mark.parametrize("text", ["", "prolific", "20", "-5%", "1e2%"])
def test_other_fees_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected mturk, none or a percentage"):
        parse_fees(text)


def test_amounts_are_shown_with_two_digits() -> None:
    assert format_money(Decimal("3879.6")) == "$3,879.60"


@pytest.mark.parametrize(
    "wrong", [{"pairings": 0}, {"challenges": -1}, {"discarded": 1.0}, {"discarded": -0.1}, {"seconds": 0}]
)
def test_pay_out_of_range_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ParameterError, match=r"found .*, expected"):
        Pay(**wrong)  # type: ignore[arg-type]
