"""The cumulative distribution of a score that is a random variable, such as P@H."""

import numpy as np
from numpy.typing import ArrayLike

from assess.errors import ParameterError
from assess.measures.graded.judged import FloatArray


def cumulative_distribution(values: ArrayLike, probabilities: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return the different values in ascending order, and the probability of each value or less.

    Parameters
    ----------
    values, probabilities : array
        The distribution, in any order. A value may be there several times.

    Examples
    --------
    >>> values, shares = cumulative_distribution([1.0, 0.5, 1.0], [0.25, 0.5, 0.25])
    >>> values.tolist(), shares.tolist()
    ([0.5, 1.0], [0.5, 1.0])
    """
    found, masses = np.asarray(values, dtype=np.float64), np.asarray(probabilities, dtype=np.float64)
    if found.shape != masses.shape or found.ndim != 1 or not len(found):
        raise ParameterError(f"found {found.size} values with {masses.size} probabilities, expected one for each value")
    if not (masses >= 0).all() or not np.isclose(masses.sum(), 1):
        raise ParameterError(f"found probabilities that add up to {masses.sum():g}, expected 1 and none below 0")
    different, places = np.unique(found, return_inverse=True)
    return different, np.minimum(np.cumsum(np.bincount(places, masses)), 1.0)
