"""The sign-flip test: is the mean of some values different from zero by more than chance explains?"""

from collections.abc import Sequence
from math import fsum, sqrt

import numpy as np
from scipy.special import ndtr
from scipy.stats import binomtest

from assess.stats.resampling import Floats

# Up to this many values every way to flip their signs is counted; with more the sum is as good as normal.
COUNTED = 16
DRAWS = 10_000
BLOCK = 500  # ways to flip all signs that are held in memory at a time


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
    found = _rounded(values)
    exact = _exact_p(found)
    if exact is not None:
        return exact
    return float(2 * ndtr(-abs(fsum(found)) / sqrt(fsum(value**2 for value in found))))


def randomization_p(differences: Floats, rng: np.random.Generator, draws: int = DRAWS) -> Floats:
    """Return the two-sided p-value of each column by the randomization test: which run is which is drawn by topic.

    It is exact where `sign_flip_p` is. Otherwise *draws* ways to flip the signs are drawn, the same for all columns,
    and the one observed counts as one more of them, so that p is never 0.

    Parameters
    ----------
    differences : array of topics x comparisons
    rng : numpy.random.Generator
    draws : int

    References
    ----------
    Smucker, Allan and Carterette, "A comparison of statistical significance tests for information retrieval
    evaluation", CIKM 2007.
    Phipson and Smyth, "Permutation p-values should never be zero", Statistical Applications in Genetics and Molecular
    Biology 9(1), 2010: equation 2.
    """
    exact = [_exact_p(_rounded(column)) for column in differences.T.tolist()]
    p = np.array([np.nan if value is None else value for value in exact])
    if np.isnan(p).any():
        drawn = np.isnan(p)
        p[drawn] = _drawn_p(differences[:, drawn], rng, draws)
    return p


def _rounded(values: Sequence[float]) -> list[float]:
    """The values but zeros, rounded: rounding errors can neither make a zero count nor two equal values different."""
    return [value for value in (round(value, 12) for value in values) if value]


def _exact_p(found: Sequence[float]) -> float | None:
    """The p-value of values without zeros; None if there are too many ways to flip their signs."""
    if not found:
        return 1.0
    if len({abs(value) for value in found}) == 1:
        return float(binomtest(sum(value > 0 for value in found), len(found)).pvalue)
    if len(found) > COUNTED:
        return None
    sums = np.zeros(1)
    for value in found:
        sums = np.concatenate((sums + value, sums - value))
    return float(np.mean(np.abs(sums) >= abs(fsum(found)) - 1e-9))


def _drawn_p(differences: Floats, rng: np.random.Generator, draws: int) -> Floats:
    topics, comparisons = differences.shape
    observed, extreme = np.abs(differences.sum(axis=0)) - 1e-9, np.ones(comparisons)
    for start in range(0, draws, BLOCK):
        signs = rng.choice([-1.0, 1.0], (min(BLOCK, draws - start), topics))
        extreme += (np.abs(signs @ differences) >= observed).sum(axis=0)
    p: Floats = extreme / (draws + 1)
    return p
