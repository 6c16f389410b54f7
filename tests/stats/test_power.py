"""The smallest detectable difference, against published sample sizes."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from assess.errors import NotDefinedError
from assess.stats.power import smallest_detectable


@pytest.mark.parametrize(("effect", "topics"), [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_cohens_small_medium_and_large_effects_need_the_published_numbers_of_pairs(effect: float, topics: int) -> None:
    # Sample sizes of the paired t-test, two-sided 0.05, power 0.80, as G*Power gives them.
    assert smallest_detectable(topics, 1.0) <= effect < smallest_detectable(topics - 1, 1.0)


def test_a_simulated_t_test_finds_the_difference_as_often_as_promised() -> None:
    rng = np.random.default_rng(1)
    difference = smallest_detectable(10, 0.13)
    found = ttest_1samp(rng.normal(difference, 0.13, (10, 20_000)), 0)
    assert np.mean((found.pvalue < 0.05) & (found.statistic > 0)) == pytest.approx(0.8, abs=0.012)


def test_a_single_topic_has_no_power() -> None:
    with pytest.raises(NotDefinedError, match="a paired t-test needs 2 topics, found 1"):
        smallest_detectable(1, 0.1)


def test_without_deviation_any_difference_is_found() -> None:
    assert smallest_detectable(5, 0.0) == 0
