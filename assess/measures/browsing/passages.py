"""First visits, returns and ends of a chain, as generating functions: the absorbing Markov chain's linear algebra.

Each step is weighted with a number z. With G the inverse of (I - z P), the expectation of z^steps until the first visit
of item i is G(1, i) / G(i, i), and until the next visit 1 - 1 / G(i, i). For z = 1 these are probabilities. A walk
needs no inverse: one pass forward and one pass back along the run give all of them, by sums of positive numbers only.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from assess.measures.browsing.browsing_models import Chain, Floats, TransitionMatrix, Walk


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
    up, rest = _to_previous(model, forward, back, stop, z)
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


def _to_previous(model: Walk, forward: Floats, back: Floats, stop: Floats, z: Floats) -> tuple[Floats, Floats]:
    """From each item, and from beyond the last one, to the previous item; and to the end without getting there."""
    n = len(forward)
    up, rest = np.zeros((n + 1, len(z))), np.zeros((n + 1, len(z)))
    if model.depth == inf:
        up[n] = returning(model, z)
        rest[n] = z * model.stop / (1 - z * model.forward * (1 + up[n]))
    for i in reversed(range(n)):
        below = 1 - z * forward[i] * up[i + 1]
        up[i] = z * back[i] / below
        rest[i] = z * (stop[i] + forward[i] * rest[i + 1]) / below
    return up, rest


def _to_end(up: Floats, rest: Floats) -> Floats:
    end = np.zeros_like(up[:-1])
    previous = np.zeros(up.shape[1])
    for i in range(len(end)):
        previous = end[i] = rest[i] + up[i] * previous
    return end


def returning(model: Walk, z: Floats) -> Floats:
    """From an item beyond the run to the one before it, if the run never ends."""
    root = np.sqrt(1 - 4 * z**2 * model.forward * model.back)
    chance: Floats = 2 * z * model.back / (1 + root)
    return chance


def expected_steps(model: Chain, n: int) -> float:
    """The expected number of steps: the expected visits of all items, and of those beyond a run without end."""
    one = np.ones(1)
    found = passages(model, n, one)
    visits = found.first[:, 0] / (1 - found.again[:, 0])
    if isinstance(model, TransitionMatrix) or model.depth != inf:
        return float(visits.sum())
    # Beyond the run, users make 1 / stop steps on average, less those after they come back to the run.
    leaving = visits[-1] * (model.forward if n > 1 else model.from_first)
    beyond = 1 / (1 - model.forward * (1 + float(returning(model, one)[0])))
    return float(visits.sum() + leaving * beyond)
