"""Simulated people take the time that a plan counts with."""

from typing import Any, cast

import pytest

from assess.pay import Pay
from assess.rehearsal.client import Client
from assess.rehearsal.people import Kind, draw_people
from assess.simulation.assessors import Constant, Truth

TRUTH = Truth([], {}, {})
TASK = {"topic": "t", "position": 1, "left": {"text": "a"}, "right": {"text": "b"}}


class Deaf:
    """Stands for the judging app, and takes every answer."""

    def call(self, *_: Any) -> tuple[int, dict[str, Any]]:
        return 200, {}


def mean_seconds(kind: Kind, seconds: float | None = None) -> float:
    [person] = draw_people(1, {kind: 1.0}, TRUTH, Constant(0.8), 1, *([] if seconds is None else [seconds]))
    for _ in range(4000):
        list(person._answer(cast(Client, Deaf()), {"assignment": 1, "answers": 2}, TASK))
    return person.seconds_worked / 4000


def test_diligent_people_take_as_long_for_a_pair_as_a_plan_says() -> None:
    assert mean_seconds("diligent") == pytest.approx(Pay().seconds, rel=0.05)
    assert mean_seconds("diligent", 20) == pytest.approx(20, rel=0.05)


def test_hasty_people_take_a_share_of_it() -> None:
    assert mean_seconds("hasty", 40) == pytest.approx(12, rel=0.06)
