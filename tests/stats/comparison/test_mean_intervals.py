"""Means with intervals, from what ``score_runs`` returns."""

import numpy as np
import pytest

import assess
from assess.stats.intervals import intervals


def test_each_run_has_its_mean_and_interval_whatever_the_others_are() -> None:
    values = {f"t{number}": value for number, value in enumerate([0.1, 0.5, 0.2, 0.9, 0.4])}
    scores = {"one": {"AP": values}, "two": {"AP": {"t1": 0.5, "t2": 0.7}}}
    found = assess.mean_intervals(scores, seed=3)
    expected = intervals(np.array([[0.1], [0.5], [0.2], [0.9], [0.4]]), np.random.default_rng(3))[0]
    assert found["one"]["AP"] == pytest.approx((0.42, *expected))
    assert found["one"] == assess.mean_intervals({"one": scores["one"]}, seed=3)["one"]
    assert found["one"] != assess.mean_intervals(scores, seed=4)["one"]


def test_no_interval_is_none_and_not_a_nan() -> None:
    scores = {"one": {"AP": {"t1": 0.25}, "gain": {"t1": 3.0, "t2": 3.0}, "none": {}, "NumRet": {"t1": 5.0, "t2": 6.0}}}
    assert assess.mean_intervals(scores) == {"one": {"AP": (0.25, None, None), "gain": (3.0, None, None)}}


def test_zero_everywhere_has_an_interval_because_the_measure_has_bounds() -> None:
    low, high = assess.mean_intervals({"one": {"AP": dict.fromkeys("abcde", 0.0)}})["one"]["AP"][1:]
    assert low == 0.0
    assert high is not None
    assert 0.1 < high < 0.6


def test_the_bounds_of_a_measure_can_be_given() -> None:
    scores = {"one": {"points": {"t1": 0.5, "t2": 0.7, "t3": 0.6}}}
    wide, plain = assess.mean_intervals(scores, bounds=(0, 4)), assess.mean_intervals(scores)
    assert (wide["one"]["points"].high or 0) > (plain["one"]["points"].high or 1)
