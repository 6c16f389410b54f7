"""Intervals over topics: the error of a mean is the textbook's, and the interval covers."""

import numpy as np
import pytest
from scipy.stats import t, ttest_1samp

from assess.errors import NotDefinedError, ParameterError
from assess.stats.agreement.jackknife import jackknife, share, summed


def test_the_interval_of_a_mean_is_students() -> None:
    values = np.random.default_rng(1).normal(0.4, 0.1, 12)
    found = jackknife(np.stack([values, np.ones(12)], axis=1), share, "")
    expected = ttest_1samp(values, 0).confidence_interval(0.95)
    assert found == pytest.approx((values.mean(), expected.low, expected.high))


def test_the_interval_of_a_ratio_covers_with_few_topics() -> None:
    """1,000 worlds of 5 topics with a share of its own each; the bounds are those of 1,000 draws at 93 to 97 %."""
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(1000):
        sizes = rng.integers(10, 40, 5)
        found = jackknife(np.stack([rng.binomial(sizes, rng.beta(12, 8, 5)), sizes], axis=1), share, "")
        assert found.low is not None
        inside += found.low <= 0.6 <= found.high
    assert 915 <= inside <= 985


def test_an_interval_stays_within_its_bounds() -> None:
    found = jackknife(np.array([[9.0, 10.0], [10.0, 10.0]]), share, "")
    assert (found.value, found.high) == (0.95, 1.0)
    assert found.low == pytest.approx(0.95 - 0.05 * t.ppf(0.975, 1))


def test_one_cluster_has_a_value_and_no_interval() -> None:
    assert jackknife(np.array([[3.0, 4.0], [0.0, 0.0]]), share, "") == (0.75, None, None)


def test_topics_that_are_all_the_same_have_no_interval() -> None:
    """All topics at 100 % do not prove that every topic is: an interval of no width would say so."""
    assert jackknife(np.array([[4.0, 4.0], [7.0, 7.0], [5.0, 5.0]]), share, "") == (1.0, None, None)


def test_nothing_to_divide_by_says_why() -> None:
    with pytest.raises(NotDefinedError, match="not defined because nobody came"):
        jackknife(np.zeros((3, 2)), share, "nobody came")
    with pytest.raises(ParameterError, match=r"found level 1\.0"):
        jackknife(np.ones((3, 2)), share, "", level=1.0)


def test_sums_by_code() -> None:
    assert summed(np.array([1, 0, 1]), np.array([[1, 2], [3, 4], [5, 6]])).tolist() == [[3, 4], [6, 8]]
