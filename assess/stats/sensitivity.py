"""Sensitivity: the share of pairs of runs that a measure distinguishes."""

import numpy as np

from assess.stats.resampling import Floats
from assess.stats.significance import paired_t

LEVEL = 0.05


def sensitivity(scores: Floats, level: float = LEVEL) -> float:
    """Return the share of pairs of runs whose paired t-test gives less than *level*; NaN for a single run.

    There is no correction for the number of comparisons: this is a property of the measure and its judgments, and not
    a claim about any pair.

    Parameters
    ----------
    scores : array of topics x runs

    References
    ----------
    Sakai, "Evaluating evaluation metrics based on the bootstrap", SIGIR 2006 (as discriminative power).
    Clarke, Vtyurina and Smucker, "Assessing top-k preferences", ACM TOIS 39(3), 2021: equation 2.
    """
    first, second = np.triu_indices(scores.shape[1], 1)
    if not len(first):
        return float("nan")
    return float(np.mean(paired_t(scores[:, first] - scores[:, second]) < level))
