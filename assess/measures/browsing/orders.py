"""The three orders between runs: by expectation, by the ratio of expectations, and by stochastic dominance.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, section 5.1.
"""

from typing import Literal

import numpy as np

from assess.errors import ParameterError
from assess.measures.browsing.distribution import Distribution

Comparison = Literal["better", "worse", "equal", "not comparable"]

_TOLERANCE = 1e-9


def compare_p_at_h(
    first: Distribution, second: Distribution, order: int = 1, tolerance: float = _TOLERANCE
) -> Comparison:
    """Return whether the first run is "better" or "worse" than the second, "equal", or "not comparable".

    Parameters
    ----------
    first, second : Distribution
        P@H of the two runs, from `assess.p_at_h_distribution`.
    order : {1, 2, 3}
        1 compares expectations, 2 the ratios of expected utility and effort. 3 is stochastic dominance: a run is
        better if, whatever the value, at least as many of its users get more than that. It is partial: if some values
        speak for one run and some for the other, the runs are not comparable.
    tolerance : float
        Differences up to this count as none. Give the sampling error if the users were simulated.

    References
    ----------
    Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, section 5.1.

    Examples
    --------
    >>> from assess.measures.browsing.p_at_h_distribution import p_at_h_distribution
    >>> from assess.measures.browsing.browsing_models import RankBiased
    >>> r = p_at_h_distribution([1, 0, 0, 1, 0, 0, 1, 0, 0, 1], model=RankBiased(0.5))
    >>> s = p_at_h_distribution([0, 1, 1, 1, 1, 0, 0, 0, 0, 0], model=RankBiased(0.5))
    >>> compare_p_at_h(r, s, order=3)
    'better'
    """
    if order == 1:
        return _compared(first.mean - second.mean, first.mean - second.mean, tolerance)
    if order == 2:
        difference = first.ratio_of_means - second.ratio_of_means
        return _compared(difference, difference, tolerance)
    if order != 3:
        raise ParameterError(f"found order {order}, expected 1, 2 or 3")
    values = np.union1d(first.values, second.values)
    more = second.cdf(values) - first.cdf(values)  # how many more users of the first run get more than each value
    return _compared(float(more.min()), float(more.max()), tolerance)


def _compared(least: float, most: float, tolerance: float) -> Comparison:
    if least < -tolerance and most > tolerance:
        return "not comparable"
    if most > tolerance:
        return "better"
    return "worse" if least < -tolerance else "equal"
