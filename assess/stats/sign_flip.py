"""The sign-flip test: is the mean of some values different from zero by more than chance explains?"""

from collections.abc import Sequence
from math import fsum, sqrt

import numpy as np
from scipy.special import ndtr
from scipy.stats import binomtest

# Up to this many values every way to flip their signs is counted; with more the sum is as good as normal.
COUNTED = 16


def sign_flip_p(values: Sequence[float]) -> float:
    """Return the two-sided p-value of the sum of *values*, if each of them could as well have the other sign.

    If all values but zeros are equally large, this is the sign test, exact
    for any number of them. With up to sixteen other values it is exact too;
    with more it is the normal approximation of the same. Zeros say nothing,
    and without anything else p is 1.

    References
    ----------
    Fisher, "The design of experiments", 1935.

    Examples
    --------
    >>> sign_flip_p([1, 1, 1, 0, 1, 1])  # 2 / 2 ** 5
    0.0625
    >>> sign_flip_p([1, 1, 1, 0.5])  # 2 / 2 ** 4
    0.125
    """
    # Rounded, so that rounding errors can neither make a zero count nor two equal values different.
    found = [value for value in (round(value, 12) for value in values) if value]
    if not found:
        return 1.0
    if len({abs(value) for value in found}) == 1:
        return float(binomtest(sum(value > 0 for value in found), len(found)).pvalue)
    if len(found) > COUNTED:
        return float(2 * ndtr(-abs(fsum(found)) / sqrt(fsum(value**2 for value in found))))
    sums = np.zeros(1)
    for value in found:
        sums = np.concatenate((sums + value, sums - value))
    return float(np.mean(np.abs(sums) >= abs(fsum(found)) - 1e-9))
