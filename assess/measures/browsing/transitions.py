"""Any model as an absorbing Markov chain: the probabilities of going from each item of a run to each other one.

This is the paper's transition matrix without the end of the search; what a row lacks to 1 is the chance of stopping.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, sections 3 and 6.
"""

from math import ceil, inf, log

import numpy as np
from scipy.sparse import csr_array

from assess.errors import ParameterError
from assess.measures.browsing.browsing_models import (
    AveragePrecision,
    Cascade,
    Floats,
    Forward,
    Model,
    Satisfied,
    TransitionMatrix,
    Walk,
)
from assess.measures.browsing.stopping import StoppingTimes, forward_times, satisfied_times

_NEGLIGIBLE = 1e-16


def stopping_times(model: Forward | Satisfied, grades: Floats, known: int) -> StoppingTimes:
    """When users of forward models stop."""
    if isinstance(model, AveragePrecision | Cascade):
        return satisfied_times(model, grades, known)
    return forward_times(model, len(grades))


def transitions(model: Model, grades: Floats, known: int) -> "csr_array[np.float64]":
    """The probabilities of going from each item to each item; a run without end is cut where nobody gets to."""
    if isinstance(model, TransitionMatrix):
        return csr_array(model.between)
    if isinstance(model, Walk):
        return _of_walk(model, len(grades))
    times = stopping_times(model, grades, known)
    if times.never > 0:
        raise ParameterError("found users who never stop, expected a model with a finite depth")
    reached = np.cumsum(times.shares[::-1])[::-1]
    going_on = np.divide(reached[1:], reached[:-1], out=np.zeros(max(0, len(reached) - 1)), where=reached[:-1] > 0)
    return _between_neighbours(going_on, np.zeros(len(going_on)))


def _of_walk(model: Walk, n: int) -> "csr_array[np.float64]":
    if model.depth == inf:
        n += ceil(log(_NEGLIGIBLE) / log(max(_NEGLIGIBLE, 1 - model.stop)))
    forward, back = model.steps(n)
    return _between_neighbours(forward[:-1], back[1:])


def _between_neighbours(forward: Floats, back: Floats) -> "csr_array[np.float64]":
    """From each item but the last to the next one, and from each but the first to the previous one."""
    n = len(forward) + 1
    first, second = np.arange(n - 1), np.arange(1, n)
    places = (np.append(first, second), np.append(second, first))
    return csr_array((np.append(forward, back), places), shape=(n, n))


def stops(between: "csr_array[np.float64]") -> Floats:
    """The probability of stopping at each item."""
    return np.clip(1 - np.asarray(between.sum(axis=1)).ravel(), 0, 1)
