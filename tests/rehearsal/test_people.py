"""Simulated people take the time that a plan counts with, and fail as many challenges as it counts with."""

from typing import Any, cast

import pytest

from assess.pay import Pay
from assess.rehearsal.client import Client
from assess.rehearsal.people import Kind, draw_people
from assess.simulation.assessors import Constant, SimulatedCrowd, Truth
from assess.simulation.text_worker import key_of

TRUTH = Truth([], {}, {})
TASK = {"topic": "t", "position": 1, "left": {"text": "a"}, "right": {"text": "b"}}


class Listening:
    """Stands for the judging app, and takes every answer."""

    def __init__(self) -> None:
        self.answers: list[int] = []

    def call(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        self.answers.append(body["answer"])
        return 200, {}


def mean_seconds(kind: Kind, seconds: float | None = None) -> float:
    [person] = draw_people(
        1, {kind: 1.0}, TRUTH, SimulatedCrowd(Constant(0.8)), 1, *([] if seconds is None else [seconds])
    )
    app = Listening()
    for _ in range(4000):
        list(person._answer(cast(Client, app), {"assignment": 1, "answers": 2}, TASK))
    return person.seconds_worked / 4000


def test_diligent_people_take_as_long_for_a_pair_as_a_plan_says() -> None:
    assert mean_seconds("diligent") == pytest.approx(Pay().seconds, rel=0.05)
    assert mean_seconds("diligent", 20) == pytest.approx(20, rel=0.05)


def test_hasty_people_take_a_share_of_it() -> None:
    assert mean_seconds("hasty", 40) == pytest.approx(12, rel=0.06)


def passed_share(kind: Kind, accuracy: float) -> float:
    """The share of challenges that somebody of this kind passes; the right text is on the left."""
    known = {key_of("t", "a"): 1.0}
    crowd = SimulatedCrowd(Constant(0.8), challenge_accuracy=accuracy)
    [person] = draw_people(1, {kind: 1.0}, Truth(list(known), known, known), crowd, 1)
    app = Listening()
    for _ in range(4000):
        list(person._answer(cast(Client, app), {"assignment": 1, "answers": 2}, TASK))
    return app.answers.count(-1) / len(app.answers)


@pytest.mark.parametrize("accuracy", [1.0, 0.97, 0.6])
def test_diligent_people_pass_a_challenge_as_often_as_a_plan_says(accuracy: float) -> None:
    assert passed_share("diligent", accuracy) == pytest.approx(accuracy, abs=0.02)


def test_people_who_spam_pass_half_of_the_challenges() -> None:
    assert passed_share("spamming", 0.97) == pytest.approx(0.5, abs=0.03)


def test_everybody_fails_the_same_challenges_in_every_rehearsal_with_the_seed() -> None:
    assert passed_share("diligent", 0.9) == passed_share("diligent", 0.9) < 1
