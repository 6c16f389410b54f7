"""Intervals of means over topics: what they cover, and what has none."""

import numpy as np
import pytest
from scipy.stats import beta

from assess.errors import NotDefinedError, ParameterError
from assess.stats.intervals import UNSEEN, UNSEEN_DIFFERENCE, difference_intervals, intervals, likely_bounds


def rng() -> np.random.Generator:
    return np.random.default_rng(5)


def test_the_interval_comes_close_to_the_normal_one_for_many_topics() -> None:
    scores = np.random.default_rng(4).uniform(0.1, 0.9, size=(4000, 1))
    low, high = intervals(scores, rng())[0]
    error = scores.std(ddof=1) / np.sqrt(4000)
    assert low == pytest.approx(scores.mean() - 1.96 * error, abs=0.15 * error)
    assert high == pytest.approx(scores.mean() + 1.96 * error, abs=0.15 * error)


def test_zero_on_all_topics_leaves_the_share_of_the_unseen_topic() -> None:
    # That share has a beta distribution, with the weights of the unseen topic and of the others.
    low, high = intervals(np.zeros((5, 1)), rng())[0]
    assert low == 0.0
    assert high == pytest.approx(beta(UNSEEN, 5).ppf(0.975), rel=0.15)


@pytest.mark.parametrize("topics", [5, 20])
def test_skewed_scores_are_covered_where_the_percentile_bootstrap_covers_too_few(topics: int) -> None:
    # Half of the topics score 0. The percentile bootstrap covers 76 % and 90 % of such worlds.
    draw = np.random.default_rng(8)
    worlds = draw.beta(1, 3, (topics, 400)) * (draw.random((topics, 400)) > 0.5)
    low, high = intervals(worlds, rng()).T
    assert np.mean((low <= 0.125) & (high >= 0.125)) >= 0.93


def test_differences_are_covered() -> None:
    draw = np.random.default_rng(9)
    worlds = draw.beta(1, 3, (5, 400)) - draw.beta(1, 2, (5, 400))
    low, high = difference_intervals(worlds, rng()).T
    assert np.mean((low <= 0.25 - 1 / 3) & (high >= 0.25 - 1 / 3)) >= 0.93


def test_without_bounds_an_interval_does_not_depend_on_the_unit() -> None:
    scores = np.random.default_rng(6).lognormal(size=(10, 3))
    plain, scaled = intervals(scores, rng(), bounds=None), intervals(1000 * scores + 7, rng(), bounds=None)
    assert scaled == pytest.approx(1000 * plain + 7)
    differences = scores - 1
    plain, scaled = (difference_intervals(unit * differences, rng(), bounds=None) for unit in (1, 1000))
    assert scaled == pytest.approx(1000 * plain)


def test_scores_close_together_and_far_from_the_bounds_have_a_narrow_interval() -> None:
    scores = np.random.default_rng(3).normal(0.6, 0.03, (10, 1))
    [low, high] = intervals(scores, rng())[0]
    student = 2 * 2.262 * scores.std(ddof=1) / 10**0.5  # 97.5 % of Student's t with 9 degrees of freedom
    assert student < high - low < 2 * student


def test_equal_runs_may_differ_on_topics_not_seen() -> None:
    low, high = difference_intervals(np.zeros((5, 1)), rng())[0]
    assert low == pytest.approx(-high, abs=0.1)
    assert high == pytest.approx(beta(UNSEEN_DIFFERENCE, 5).ppf(0.975), rel=0.2)


def test_without_bounds_equal_values_have_no_width() -> None:
    assert intervals(np.full((4, 1), 0.1), rng(), bounds=None)[0] == pytest.approx([0.1, 0.1])


def test_the_same_seed_gives_the_same_interval_around_the_mean() -> None:
    scores = np.random.default_rng(6).random((10, 3))
    first, second = (intervals(scores, rng()) for _ in range(2))
    assert np.array_equal(first, second)
    assert (first[:, 0] < scores.mean(axis=0)).all()
    assert (first[:, 1] > scores.mean(axis=0)).all()


def test_a_higher_level_is_wider() -> None:
    scores = np.random.default_rng(6).random((10, 3))
    assert (np.diff(intervals(scores, rng(), level=0.99)) > np.diff(intervals(scores, rng(), level=0.9))).all()


@pytest.mark.parametrize("topics", [0, 1])
def test_one_topic_has_no_interval(topics: int) -> None:
    with pytest.raises(NotDefinedError, match=f"not defined because there is {topics} topic"):
        intervals(np.zeros((topics, 1)), rng())


def test_a_level_or_score_outside_its_range_is_refused() -> None:
    with pytest.raises(ParameterError, match="level 95"):
        intervals(np.ones((2, 1)), rng(), level=95)
    with pytest.raises(ParameterError, match=r"found scores from 0\.5 to 2\.0, expected 0\.0 to 1\.0"):
        intervals(np.array([[0.5], [2.0]]), rng())
    with pytest.raises(ParameterError, match="not a finite number"):
        intervals(np.array([[0.5], [np.nan]]), rng())


def test_scores_from_0_to_1_are_taken_for_bounded() -> None:
    assert likely_bounds(np.array([[0.0, 1.0]])) == (0.0, 1.0)
    assert likely_bounds(np.array([[0.0, 1.5]])) is None
    assert likely_bounds(np.array([[-0.1, 0.5]])) is None
    assert likely_bounds(np.empty((0, 2))) is None
