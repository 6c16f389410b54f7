"""Which runs differ significantly: by more than the choice of topics explains."""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from assess.stats.resampling import Floats


@dataclass(frozen=True)
class Significance:
    """The p-values of all pairs of runs: plain, and corrected for the number of comparisons."""

    p: Floats
    holm: Floats


def pairwise(scores: Floats) -> Significance:
    """Return the paired t-tests of all pairs of runs, with Holm's correction for their number.

    If two runs have the same difference on every topic, p is 1 if they are equal, and 0 if one is better by the same
    amount everywhere. With a single topic p is 1.

    Parameters
    ----------
    scores : array of topics x runs

    References
    ----------
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979.
    Smucker, Allan and Carterette, "A comparison of statistical significance tests for information retrieval
    evaluation", CIKM 2007.
    """
    runs = scores.shape[1]
    first, second = np.triu_indices(runs, 1)
    p = paired_t(scores[:, first] - scores[:, second])
    return Significance(_matrix(p, runs), _matrix(holm(p), runs))


def paired_t(differences: Floats) -> Floats:
    """The two-sided p-value of each column of *differences* over topics, against a mean of zero."""
    topics, comparisons = differences.shape
    if topics < 2:
        return np.ones(comparisons)
    means = differences.mean(axis=0)
    # If all differences are equal, their deviation consists of rounding errors: skip the t-test.
    errors = np.where(np.ptp(differences, axis=0) > 0, differences.std(axis=0, ddof=1) / np.sqrt(topics), 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(means == 0, 0.0, means / errors)
    p: Floats = 2 * stdtr(topics - 1, -np.abs(t))
    return p


def holm(p: Floats) -> Floats:
    """The p-values with Holm's correction: it keeps the probability of any false positive below the level."""
    order = np.argsort(p, kind="stable")
    steps = np.arange(len(p), 0, -1)
    corrected = np.minimum(np.maximum.accumulate(p[order] * steps), 1.0)
    result = np.empty_like(corrected)
    result[order] = corrected
    return result


def _matrix(values: Floats, runs: int) -> Floats:
    """The symmetric matrix of the values above its diagonal, with 1 on the diagonal."""
    matrix = np.ones((runs, runs))
    matrix[np.triu_indices(runs, 1)] = values
    return np.minimum(matrix, matrix.T)
