"""Consistency between measures: do two measures order the same runs in the same way?"""

from collections.abc import Sequence

import numpy as np
from scipy.stats import kendalltau, spearmanr

from assess.errors import NotDefinedError, ParameterError
from assess.stats.resampling import Floats


def kendall_tau_b(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> float:
    """Return Kendall's tau-b of two lists of scores of the same runs; it corrects for ties.

    Raises NotDefinedError for fewer than two runs, and if one list has all scores equal.

    References
    ----------
    Kendall, "The treatment of ties in ranking problems", Biometrika 33(3), 1945.
    """
    x, y = _checked(first, second)
    return float(kendalltau(x, y, variant="b").statistic)


def spearman_rho(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> float:
    """Return Spearman's rank correlation of two lists of scores of the same runs; equal scores share their rank.

    Raises NotDefinedError for fewer than two runs, and if one list has all scores equal.
    """
    x, y = _checked(first, second)
    return float(spearmanr(x, y).statistic)


def tau_ap(scores: Sequence[float] | Floats, truth: Sequence[float] | Floats) -> float:
    """Return tau_AP of *scores* against *truth*: Kendall's tau with more weight on the top of *scores*.

    For the run at rank i it takes the share of the runs above it that *truth* puts above it as well. It is not
    symmetric: exchange the two lists and the value changes. Runs with equal scores are taken in every order, and the
    value is the mean over these; two runs that are equal in *truth* count one half. So a list of equal scores gives 0.

    Parameters
    ----------
    scores : sequence of floats
        The scores whose order is evaluated.
    truth : sequence of floats
        The scores of the same runs by the reference measure.

    References
    ----------
    Yilmaz, Aslam and Robertson, "A new rank correlation coefficient for information retrieval", SIGIR 2008.
    Urbano and Marrero, "The treatment of ties in AP correlation", ICTIR 2017: the mean over the orders of ties.
    """
    x, y = _same_runs(scores, truth)
    above = np.sum(x[None, :] > x[:, None], axis=1)  # runs that stand above each
    ordered = (np.sign(y[None, :] - y[:, None]) + 1) / 2  # 1 if the column's run is truly better than the row's
    right = np.sum(ordered, axis=1, where=x[None, :] > x[:, None])
    shares = np.zeros(len(x))
    for start in np.unique(above):
        group = np.flatnonzero(above == start)
        # Members of the group stand above each other in random order, so each of them is right with probability 1/2.
        inside = np.arange(len(group))
        places = start + inside
        mean = (right[group].mean() + inside / 2) / np.maximum(places, 1)
        shares[places] = mean
    return float(2 * shares[1:].mean() - 1)


def _same_runs(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> tuple[Floats, Floats]:
    x, y = np.asarray(first, np.float64), np.asarray(second, np.float64)
    if x.shape != y.shape or x.ndim != 1:
        raise ParameterError(f"found scores of {x.size} and {y.size} runs, expected two scores of each run")
    if len(x) < 2:
        raise NotDefinedError(f"not defined because there is {len(x)} run; a correlation needs two")
    return x, y


def _checked(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> tuple[Floats, Floats]:
    x, y = _same_runs(first, second)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        raise NotDefinedError("not defined because a measure gives all runs the same score")
    return x, y
