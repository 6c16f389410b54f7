"""P@H of models that move the same way in every run: a sum over items of what an item at that rank adds.

Order 1 needs the expectation of a ratio, utility / H. The appendix of the paper gives no closed form for walks. Ours
is 1 / H = integral of z^(H - 1) from 0 to 1: under the integral are generating functions of the chain, which linear
algebra gives exactly, also with a utility loss. The integral is computed by Gauss-Legendre quadrature on intervals that
halve toward 1, where the integrand is steepest.
"""

from functools import lru_cache
from math import ceil, inf, log2

import numpy as np

from assess.errors import ParameterError
from assess.measures.browsing.browsing_models import (
    AveragePrecision,
    Cascade,
    Chain,
    Floats,
    Forward,
    RankBiased,
    TransitionMatrix,
    Walk,
)
from assess.measures.browsing.passages import passages, steps_from
from assess.measures.browsing.stopping import forward_times
from assess.measures.browsing.utility import UserModel

_NODES = 12  # per interval


@lru_cache(maxsize=1024)
def item_weights(user: UserModel, n: int, gain: float, order: int) -> Floats:
    """What an item with this *gain* adds to P@H at each of *n* ranks, by order 1 or 2."""
    if isinstance(user.browsing, Walk | TransitionMatrix):
        return _chain_weights(user, user.browsing, n, gain, order)
    if isinstance(user.browsing, AveragePrecision | Cascade):
        raise TypeError("users who stop at relevant items give an item no weight of its own")
    return user.visit(1, gain) * _forward_weights(user, user.browsing, n, order)


def _forward_weights(user: UserModel, model: Forward, n: int, order: int) -> Floats:
    if user.effort == "constant":
        return model.reaching(n)
    if model.depth == inf:
        return _endless_weights(user, model, n, order)
    times = forward_times(model, n)
    costs = user.efforts(times.steps)
    if order == 2:
        return model.reaching(n) / float(times.shares @ costs)
    weights: Floats = np.cumsum((times.shares / costs)[::-1])[::-1]
    return weights


def _endless_weights(user: UserModel, model: Forward, n: int, order: int) -> Floats:
    """For a run without end the expectation of 1 / H is a logarithm, less the users who stop before a rank."""
    if user.effort != "steps" or not isinstance(model, RankBiased):
        raise ParameterError("found a run without end, expected a finite depth for this model and effort")
    if order == 2:
        return model.reaching(n) * (1 - model.p)
    stopped = np.cumsum(model.reaching(n) / np.arange(1, n + 1))
    before = np.append(0.0, stopped[:-1])
    weights: Floats = np.maximum(0, (1 - model.p) * (-np.log1p(-model.p) / model.p - before))
    return weights


def _chain_weights(user: UserModel, model: Chain, n: int, gain: float, order: int) -> Floats:
    if callable(user.effort):
        raise ParameterError("found a function as effort of a walk, expected steps or constant; or simulate users")
    steps = steps_from(model, n)
    if order == 1 and user.effort == "steps":
        z, share = _quadrature(_intervals(model, steps))
        found = passages(model, n, z)
        weights: Floats = (found.first * user.all_visits(gain, found.again) * found.end) @ (share / z)
        return weights
    found = passages(model, n, np.ones(1))
    utility = (found.first * user.all_visits(gain, found.again))[:, 0]
    return utility / steps[0] if user.effort == "steps" else utility


def _intervals(model: Chain, steps: Floats) -> int:
    """How many intervals the quadrature needs: the integrand has no pole below 1 + 1 / the longest expected search."""
    beyond = 1 / model.stop if isinstance(model, Walk) and model.depth == inf else 1.0
    return 2 + ceil(log2(max(beyond, float(steps.max()))))


@lru_cache(maxsize=64)
def _quadrature(intervals: int) -> tuple[Floats, Floats]:
    """The numbers between 0 and 1 where an integrand is evaluated, and their weights."""
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    edges = np.append(1 - 0.5 ** np.arange(intervals), 1.0)
    half = np.diff(edges)[:, None] / 2
    z = edges[:-1, None] + half * (nodes + 1)
    return z.ravel(), (half * weights).ravel()
