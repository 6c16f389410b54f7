"""The smallest detectable difference, against published sample sizes and simulated tests."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import chi2, norm, t, ttest_1samp

from assess.errors import NotDefinedError, ParameterError
from assess.stats.comparison.power import detectable_difference


@pytest.mark.parametrize(("effect", "topics"), [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_the_sample_sizes_of_cohens_small_medium_and_large_effects(effect: float, topics: int) -> None:
    # Two-sided paired t-test, alpha 0.05, power 0.8: the numbers that G*Power prints.
    assert detectable_difference(1.0, topics) <= effect < detectable_difference(1.0, topics - 1)


@pytest.mark.parametrize("topics", [2, 3, 12, 171])
def test_the_power_there_is_the_one_asked_for_by_quadrature(topics: int) -> None:
    # Given the deviation that is seen, which is chi distributed, t is normal: integrate over its quantiles.
    freedom, shift = topics - 1, detectable_difference(1.0, topics) * topics**0.5
    limit = t.ppf(0.975, freedom)

    def found(quantile: float) -> float:
        seen = limit * np.sqrt(chi2.ppf(quantile, freedom) / freedom)
        return float(norm.cdf(shift - seen) + norm.cdf(-shift - seen))

    assert quad(found, 0, 1, limit=200)[0] == pytest.approx(0.8, abs=1e-6)


@pytest.mark.parametrize("topics", [3, 12])
def test_the_test_finds_that_difference_as_often_as_said(topics: int) -> None:
    difference = detectable_difference(0.2, topics)
    samples = np.random.default_rng(2).normal(difference, 0.2, size=(topics, 20_000))
    assert np.mean(ttest_1samp(samples, 0.0).pvalue < 0.05) == pytest.approx(0.8, abs=0.012)


def test_what_has_no_detectable_difference() -> None:
    with pytest.raises(NotDefinedError, match="there is 1 topic"):
        detectable_difference(1.0, 1)
    with pytest.raises(NotDefinedError, match="the same on all topics"):
        detectable_difference(0.0, 5)
    with pytest.raises(ParameterError, match=r"found alpha 0\.9 and power"):
        detectable_difference(1.0, 5, alpha=0.9)
