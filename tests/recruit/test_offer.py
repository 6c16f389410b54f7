"""The terms of an offer."""

import json
from decimal import Decimal
from typing import Any

import pytest

from assess.errors import ParameterError
from assess.recruit.offer import Offer, app_url, as_terms, check_wage, read_terms


def test_the_defaults_cost_what_the_paper_paid() -> None:
    assert Offer().price == Decimal("2.40")


def test_nine_assignments_cost_no_more_each_than_one() -> None:
    assert Offer("t", "d", assignments=9).fee == Decimal("0.40")
    assert Offer("t", "d", masters=True).fee == Decimal("0.50")


def test_terms_outlive_json() -> None:
    offer = Offer("t", "d", reward=Decimal("0.10"), country=None, compensation="share", assignments_per_person=4)
    stored = json.loads(json.dumps(as_terms(offer, "https://judge.example.org/") | {"newer": 1}))
    assert (read_terms(stored), app_url(stored)) == (offer, "https://judge.example.org")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"title": "x" * 129}, "title of 129 characters, expected 1 to 128"),
        ({"title": ""}, "title of 0 characters"),
        ({"reward": Decimal("0.00")}, "reward of 0.00, expected dollars and cents"),
        ({"reward": Decimal("0.015")}, "reward of 0.015"),
        ({"assignments": 10}, "10 as assignments, expected 1 to 9"),
        ({"minutes": 200}, "200 as minutes, expected 1 to 180"),
        ({"review_days": 31}, "31 as review days, expected 1 to 30"),
        ({"compensation": "all"}, "compensation 'all', expected none, finished, share"),
    ],
)
def test_an_offer_that_no_platform_would_take_is_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        Offer(**{"title": "t", "description": "d"} | wrong)


def test_an_offer_below_the_least_wage_is_refused() -> None:
    check_wage(Offer(), 60, Decimal("9.23"))
    with pytest.raises(ParameterError, match=r"13 pairs of 60 s pay \$9\.23 an hour, less than --least-wage \$9\.24"):
        check_wage(Offer(), 60, Decimal("9.24"))
