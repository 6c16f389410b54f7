"""The bootstrap over topics."""

import numpy as np
import pytest

from assess.errors import ParameterError
from assess.stats.resampling import intervals, resampled_means, topic_counts


def test_each_draw_has_the_original_number_of_topics() -> None:
    counts = topic_counts(7, 20, np.random.default_rng(1))
    assert counts.shape == (20, 7)
    assert counts.sum(axis=1).tolist() == [7] * 20


def test_all_runs_of_a_draw_see_the_same_topics() -> None:
    better = np.random.default_rng(2).random(9)
    means = resampled_means(np.column_stack([better, better - 0.25]), 50, np.random.default_rng(3))
    assert means[:, 0] - means[:, 1] == pytest.approx(np.full(50, 0.25))


def test_the_interval_comes_close_to_the_normal_one_for_many_topics() -> None:
    scores = np.random.default_rng(4).normal(0.4, 0.2, size=(400, 1))
    low, high = intervals(scores, np.random.default_rng(5), draws=4000)[0]
    error = scores.std(ddof=1) / 20
    assert low == pytest.approx(scores.mean() - 1.96 * error, abs=0.1 * error)
    assert high == pytest.approx(scores.mean() + 1.96 * error, abs=0.1 * error)


def test_the_same_seed_gives_the_same_interval() -> None:
    scores = np.random.default_rng(6).random((10, 3))
    first, second = (intervals(scores, np.random.default_rng(7)) for _ in range(2))
    assert np.array_equal(first, second)


def test_one_topic_gives_no_interval() -> None:
    assert np.isnan(intervals(np.array([[0.5]]), np.random.default_rng(1))).all()


def test_a_level_outside_its_range_is_refused() -> None:
    with pytest.raises(ParameterError, match="level 95"):
        intervals(np.ones((2, 1)), np.random.default_rng(1), level=95)


def test_drawing_from_no_topics_is_refused() -> None:
    with pytest.raises(ParameterError, match="0 topics"):
        topic_counts(0, 1, np.random.default_rng(1))
