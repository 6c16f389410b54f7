"""First visits, returns and ends of a chain, as generating functions: the absorbing Markov chain's linear algebra.

Each step is weighted with a number z. With G the inverse of (I - z P), the expectation of z^steps until the first visit
of item i is G(1, i) / G(i, i), and until the next visit 1 - 1 / G(i, i). For z = 1 these are probabilities. A walk
needs no inverse: one pass forward and one pass back along the run give all of them, by sums of positive numbers only.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from assess.errors import ParameterError
from assess.measures.browsing.browsing_models import Chain, Floats, TransitionMatrix, Walk

MOST_STEPS = 1e9  # more steps on average leave too few digits


@dataclass(frozen=True, slots=True)
class Passages:
    """Items x numbers z: until the *first* visit, until the visit *again*, and from a visit to the *end*."""

    first: Floats
    again: Floats
    end: Floats


def passages(model: Chain, n: int, z: Floats) -> Passages:
    """The generating functions of the first *n* items at each number of *z*, all above 0 and at most 1."""
    if isinstance(model, TransitionMatrix):
        found = [_of_matrix(model.between, number) for number in z]
        return Passages(*(np.stack(part, axis=1) for part in zip(*found, strict=True)))
    return _of_walk(model, n, z)


def _of_matrix(between: Floats, z: float) -> tuple[Floats, Floats, Floats]:
    solved = np.linalg.inv(np.eye(len(between)) - z * between)
    returns = np.diag(solved)
    stop = np.maximum(0, 1 - between.sum(axis=1))
    return solved[0] / returns, 1 - 1 / returns, solved @ (z * stop)


def _of_walk(model: Walk, n: int, z: Floats) -> Passages:
    forward, back = model.steps(n, endless=model.depth == inf)
    stop = np.maximum(0, 1 - forward - back)
    down = _to_next(forward, back, z)
    up, rest = _to_previous(model, forward, back, np.append(stop, model.stop), z)
    first = np.cumprod(np.concatenate([np.ones((1, len(z))), down[:-1]]), axis=0)
    before = np.concatenate([np.zeros((1, len(z))), down[:-1]])
    again = z * (back[:, None] * before + forward[:, None] * up[1:])
    return Passages(first, again, _to_end(up, rest))


def _to_next(forward: Floats, back: Floats, z: Floats) -> Floats:
    """From each item to its next one."""
    down = np.zeros((len(forward), len(z)))
    previous = np.zeros(len(z))
    for i in range(len(forward)):
        previous = down[i] = z * forward[i] / (1 - z * back[i] * previous)
    return down


def _to_previous(model: Walk, forward: Floats, back: Floats, source: Floats, z: Floats) -> tuple[Floats, Floats]:
    """From each item, and from beyond the last one, to the previous item; and what users collect before they get there.

    They collect *source* at each item, the last entry beyond the run. If that is the chance of stopping, they collect
    the chance that they end their search; if it is 1, the number of their steps.
    """
    n = len(forward)
    up, rest = np.zeros((n + 1, len(z))), np.zeros((n + 1, len(z)))
    if model.depth == inf:
        up[n] = 2 * z * model.back / (1 + np.sqrt(1 - 4 * z**2 * model.forward * model.back))
        rest[n] = z * source[n] / (1 - z * model.forward * (1 + up[n]))
    for i in reversed(range(n)):
        below = 1 - z * forward[i] * up[i + 1]
        up[i] = z * back[i] / below
        rest[i] = z * (source[i] + forward[i] * rest[i + 1]) / below
    return up, rest


def _to_end(up: Floats, rest: Floats) -> Floats:
    end = np.zeros_like(up[:-1])
    previous = np.zeros(up.shape[1])
    for i in range(len(end)):
        previous = end[i] = rest[i] + up[i] * previous
    return end


def steps_from(model: Chain, n: int) -> Floats:
    """The expected number of steps of users who start at each of *n* items."""
    with np.errstate(all="ignore"):
        steps = _steps_by_matrix(model.between) if isinstance(model, TransitionMatrix) else _steps_of_walk(model, n)
    if not np.all((steps >= 0) & (steps <= MOST_STEPS)):
        raise ParameterError(
            f"found users who make more than {MOST_STEPS:.0e} steps on average, expected a higher chance of stopping"
        )
    return steps


def _steps_of_walk(model: Walk, n: int) -> Floats:
    forward, back = model.steps(n, endless=model.depth == inf)
    return _to_end(*_to_previous(model, forward, back, np.ones(n + 1), np.ones(1)))[:, 0]


def _steps_by_matrix(between: Floats) -> Floats:
    try:
        return np.asarray(np.linalg.solve(np.eye(len(between)) - between, np.ones(len(between))), np.float64)
    except np.linalg.LinAlgError:
        return np.full(len(between), inf)
