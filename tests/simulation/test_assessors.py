"""Simulated assessors answer with the accuracy of their models."""

from random import Random

import pytest

from assess.errors import ParameterError
from assess.simulation.assessors import (
    Assessor,
    BradleyTerry,
    ByDistance,
    Constant,
    Recording,
    SimulatedCrowd,
    Truth,
    draw_truth,
    parse_model,
)

GRADES = {"a": 4.0, "b": 3.0, "c": 3.0, "d": 0.0}
TRUTH = Truth(["a", "b", "c", "d"], GRADES, GRADES)
TIMES = 4000


def share(assessor: Assessor, a: str, b: str, answer: str | None) -> float:
    return sum(assessor(a, b) == answer for _ in range(TIMES)) / TIMES


def assessor(crowd: SimulatedCrowd, challenges: int = 0) -> Assessor:
    return crowd.assessor(TRUTH, challenges, Random(1))


def near(expected: float) -> object:
    return pytest.approx(expected, abs=0.03)


def test_a_constant_accuracy_does_not_depend_on_the_order_of_items() -> None:
    constant = assessor(SimulatedCrowd(Constant(0.8)))
    assert share(constant, "a", "d", "a") == near(0.8)
    assert share(constant, "d", "a", "a") == near(0.8)


def test_accuracy_by_distance_stays_at_the_last_one_beyond() -> None:
    distant = assessor(SimulatedCrowd(ByDistance((0.5, 0.7, 0.9))))
    assert share(distant, "b", "c", "b") == near(0.5)
    assert share(distant, "a", "b", "a") == near(0.7)
    assert share(distant, "a", "d", "a") == near(0.9)


def test_bradley_terry_prefers_by_the_logistic_of_the_difference() -> None:
    assert share(assessor(SimulatedCrowd(BradleyTerry(1.0))), "a", "b", "a") == near(0.731)
    assert share(assessor(SimulatedCrowd(BradleyTerry(0.5))), "a", "b", "a") == near(0.881)


def test_spammers_toss_a_coin() -> None:
    assert share(assessor(SimulatedCrowd(Constant(1.0), spammers=0.4)), "a", "b", "a") == near(0.8)


def test_challenges_catch_spammers() -> None:
    crowd = SimulatedCrowd(Constant(1.0), spammers=0.4, challenge_accuracy=1.0)
    assert crowd.passing(3) == pytest.approx(0.65)
    # 0.05 of 0.65 HITs that are kept
    assert share(assessor(crowd, challenges=3), "a", "b", "b") == near(0.05 / 0.65 / 2)


def test_people_who_look_fail_a_challenge_now_and_then() -> None:
    assert SimulatedCrowd(Constant(0.8)).passing(3) == pytest.approx(0.97**3)
    mixed = SimulatedCrowd(Constant(0.8), spammers=0.5, challenge_accuracy=0.9)
    assert mixed.passing(2) == pytest.approx(0.5 * 0.81 + 0.5 * 0.25)
    assert mixed.passing(0) == 1


def test_items_that_look_the_same_get_ties() -> None:
    assert share(assessor(SimulatedCrowd(Constant(0.5), ties=0.3)), "a", "b", None) == near(0.3)
    assert share(assessor(SimulatedCrowd(Constant(1.0), ties=0.3)), "a", "b", None) == 0
    assert share(assessor(SimulatedCrowd(Constant(0.9), ties=0.5)), "a", "b", None) == near(0.5 * 4 * 0.09)


def test_recorded_pairs_get_recorded_answers_and_others_are_simulated() -> None:
    recording = Recording([("a", "b"), ("a", "b"), ("b", "a")])
    repeated = recording.assessor(lambda a, b: None, Random(1))
    assert share(repeated, "b", "a", "a") == near(2 / 3)
    assert repeated("a", "c") is None


def test_recorded_strengths_follow_who_beat_whom() -> None:
    strengths = Recording([("a", "b"), ("b", "c"), ("x", "c")]).strengths(["a", "b", "c", "d"])
    assert strengths["a"] > strengths["b"] > strengths["c"]
    assert strengths["d"] == 0


def test_a_truth_without_spread_follows_the_values_and_chance_orders_equals() -> None:
    orders = {tuple(draw_truth(GRADES, GRADES, Random(seed)).ranking) for seed in range(20)}
    assert orders == {("a", "b", "c", "d"), ("a", "c", "b", "d")}


def test_spread_moves_the_truth_off_the_grades() -> None:
    firsts = {draw_truth(GRADES, GRADES, Random(seed), spread=1.0).ranking[0] for seed in range(50)}
    assert firsts >= {"a", "b", "c"}


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("constant:0.8", Constant(0.8)),
        ("distance:0.6,0.9", ByDistance((0.6, 0.9))),
        ("bradley-terry:2", BradleyTerry(2.0)),
    ],
)
def test_models_are_read_from_their_names_and_numbers(text: str, model: object) -> None:
    assert parse_model(text) == model


@pytest.mark.parametrize(
    "text", ["", "constant", "constant:", "constant:0.7,0.8", "distance:", "expert:1", "constant:x"]
)
def test_other_models_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected constant:ACCURACY"):
        parse_model(text)


@pytest.mark.parametrize(
    "text", ["constant:1.1", "constant:nan", "distance:0.5,-1", "bradley-terry:0", "bradley-terry:nan"]
)
def test_numbers_out_of_range_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected"):
        parse_model(text)


def test_shares_out_of_range_are_refused() -> None:
    with pytest.raises(ParameterError, match=r"found spammers 1.5, expected a number from 0 to 1"):
        SimulatedCrowd(Constant(0.8), spammers=1.5)
