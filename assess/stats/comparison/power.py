"""Power: which difference between two runs a paired t-test can detect."""

from functools import lru_cache
from math import sqrt

import numpy as np
from scipy.optimize import brentq
from scipy.special import stdtrit
from scipy.stats import nct

from assess.errors import NotDefinedError, ParameterError

ALPHA = 0.05
POWER = 0.8


def detectable_difference(deviation: float, topics: int, alpha: float = ALPHA, power: float = POWER) -> float:
    """Return the smallest true mean difference that a two-sided paired t-test detects with this power.

    Parameters
    ----------
    deviation : float
        The standard deviation of the differences between the two runs over topics.
    topics : int
    alpha : float
        Differences with a smaller p-value are called significant.
    power : float
        The probability that the difference is found significant.

    Raises
    ------
    NotDefinedError
        With fewer than two topics, or without any deviation.

    References
    ----------
    Cohen, "Statistical power analysis for the behavioral sciences", 2nd edition, 1988, chapter 2.
    Sakai, "Topic set size design", Information Retrieval Journal 19(3), 2016.

    Examples
    --------
    >>> round(detectable_difference(1.0, topics=34), 3)  # Cohen's tables: 0.5 needs 34 topics
    0.495
    """
    if topics < 2:
        raise NotDefinedError(f"not defined because there is {topics} topic; a t-test needs two")
    if deviation <= 0:
        raise NotDefinedError("not defined because the differences are the same on all topics")
    return deviation * noncentrality(topics, alpha, power) / sqrt(topics)


@lru_cache(maxsize=1000)
def noncentrality(topics: int, alpha: float, power: float) -> float:
    """The true difference in standard errors at which the test has this power."""
    if not 0 < alpha < power < 1:
        raise ParameterError(f"found alpha {alpha} and power {power}, expected 0 < alpha < power < 1")
    freedom = topics - 1
    critical = float(stdtrit(freedom, 1 - alpha / 2))

    def missing(difference: float) -> float:
        # SciPy has NaN for the other side where it is too small to matter.
        other_side = np.nan_to_num(nct.cdf(-critical, freedom, difference))
        return float(power - nct.sf(critical, freedom, difference) - other_side)

    upper = critical
    while missing(upper) > 0:
        upper *= 2
    return float(brentq(missing, 0.0, upper))
