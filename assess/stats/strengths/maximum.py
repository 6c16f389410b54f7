"""The most probable parameters, by Newton's method; and the variances of priors that make them most probable."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from scipy.sparse.csgraph import connected_components

from assess.errors import NotDefinedError
from assess.stats.strengths.bordered import Factored, factored
from assess.stats.strengths.counted import FIRST, SECOND, TIE, Codes, Comparisons, Vector
from assess.stats.strengths.likelihood import Moments, moments
from assess.stats.strengths.model import ComparisonModel, Matrix

STEPS, HALVINGS = 100, 30
FAR = 0.3
PRECISION = 1e-8
ROUNDING = 1e-13  # relative error of a sum of logarithms
# Where the log of a prior's variance is sought, and the changes of it and of its log-likelihood that end the search.
LOG_VARIANCES = {"strengths": (-9.0, 5.0), "reliability": (-9.0, 1.0)}
LOG_VARIANCE, EVIDENCE = 0.05, 0.01


@dataclass(frozen=True)
class Maximum:
    """The most probable parameters of a model, and what the comparisons say about them."""

    model: ComparisonModel
    parameters: Vector
    moments: Moments

    @cached_property
    def jacobian(self) -> Matrix:
        return self.model.jacobian(self.parameters)

    @cached_property
    def information(self) -> Matrix:
        """The Fisher information of comparisons and prior: what the Hessian is expected to be."""
        return self.squares(self.moments.information) + self.model.prior

    @cached_property
    def hessian(self) -> Matrix:
        """The second derivatives of the log-likelihood and the prior, with the opposite sign."""
        if not self.model.options.reliability:
            return self.information
        return self.information - self.model.second_derivatives(self.parameters, self.moments.residuals[0])

    @cached_property
    def gradient(self) -> Vector:
        slope: Vector = self.jacobian.T @ self.moments.residuals.ravel() - self.model.prior @ self.parameters
        return slope

    @cached_property
    def newton(self) -> Vector:
        """Newton's step."""
        return self.factored.solve(self.gradient)

    @property
    def trusts_newton(self) -> bool:
        """Whether Newton's step leads to the maximum: with reliabilities, far from it, it may lead astray."""
        near = np.abs(self.newton).max() < FAR and self.newton @ self.gradient >= 0
        return not self.model.options.reliability or bool(near)

    @property
    def ways_up(self) -> list[Vector]:
        """The step of Fisher scoring, which is short near a saddle; there, Newton's leads up if it is turned round."""
        scoring = factored(self.bounded(self.information), self.model.sizes["strengths"]).solve(self.gradient)
        return [scoring, -self.newton] if self.newton @ self.gradient < 0 else [scoring]

    def squares(self, products: Vector) -> Matrix:
        """The sum over rows of the jacobian's products, weighted by those of the statistics."""
        weights = sparse.block_array([[sparse.diags_array(row) for row in rows] for rows in products])
        return (self.jacobian.T @ weights @ self.jacobian).tocsc()

    @cached_property
    def parts(self) -> Codes:
        return parts_of(self.model.comparisons)

    @cached_property
    def members(self) -> list[Codes]:
        """The items of each part."""
        order = np.argsort(self.parts, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.parts))[:-1])

    @cached_property
    def factored(self) -> Factored:
        """The Hessian, ready to divide by."""
        return factored(self.bounded(self.hessian), self.model.sizes["strengths"])

    def bounded(self, matrix: Matrix) -> Matrix:
        """The matrix; without a prior, it also holds the mean of each part at 0, which no comparison bounds."""
        if np.isfinite(self.model.options.strength_variance):
            return matrix
        return matrix + _means(self.parts, self.model.size)


def parts_of(comparisons: Comparisons[Any]) -> Codes:
    """The number of each item's part: no chain of comparisons connects items of different parts."""
    size = len(comparisons.items)
    graph = sparse.coo_array((np.ones(len(comparisons.first)), (comparisons.first, comparisons.second)), (size, size))
    return connected_components(graph, directed=False)[1].astype(np.intp)


def _means(parts: Codes, size: int) -> Matrix:
    """A matrix that turns the strengths of a part into their mean, and everything else into 0."""
    members = sparse.csr_array((np.ones(len(parts)), (np.arange(len(parts)), parts)), shape=(size, parts.max() + 1))
    return members @ sparse.diags_array(1 / np.bincount(parts)) @ members.T


def maximise(model: ComparisonModel, start: Vector | None = None) -> Maximum:
    """Return the most probable parameters, by Newton's method with halved steps."""
    if np.isinf(model.options.strength_variance):
        _check_bounded(model)
    best = _at(model, np.zeros(model.size) if start is None else start)
    for _ in range(STEPS):
        ways = [best.newton] if best.trusts_newton else best.ways_up
        climb = _climb if best.trusts_newton else _stretch
        best = max((climb(best, way) for way in ways), key=_height)
        if np.abs(ways[0]).max() < PRECISION:
            return best
    raise NotDefinedError(
        f"the fit is not defined because it did not settle in {STEPS} steps; give a smaller variance of strengths"
    )


def _at(model: ComparisonModel, parameters: Vector) -> Maximum:
    found = moments(model.log_odds(parameters), model.log_tie(parameters), model.comparisons.counts)
    return Maximum(model, parameters, found)


def _height(maximum: Maximum) -> float:
    penalty = float(maximum.parameters @ (maximum.model.prior @ maximum.parameters)) / 2
    return maximum.moments.log_likelihood - penalty


def _climb(best: Maximum, step: Vector) -> Maximum:
    """The first of step, half of it, a quarter, ... that does not lead down."""
    lowest = _height(best) - ROUNDING * abs(_height(best))
    for halving in range(HALVINGS):
        higher = _at(best.model, best.parameters + step / 2**halving)
        if _height(higher) >= lowest:
            return higher
    return best


def _stretch(best: Maximum, step: Vector) -> Maximum:
    """Climb by the step, then by twice, four times, ... of it, as long as that leads up: away from a saddle."""
    higher = _climb(best, step)
    for doubling in range(1, HALVINGS):
        further = _at(best.model, best.parameters + 2**doubling * step)
        if not _height(further) > _height(higher):
            return higher
        higher = further
    return higher


def _check_bounded(model: ComparisonModel) -> None:
    """Refuse maximum likelihood if an item, or a set of items, won or lost everything against the rest."""
    of = model.comparisons
    winners = np.concatenate([of.first, of.second])
    losers = np.concatenate([of.second, of.first])
    won = np.concatenate([of.counts[:, FIRST] + of.counts[:, TIE], of.counts[:, SECOND] + of.counts[:, TIE]]) > 0
    shape = (len(of.items), len(of.items))
    graph = sparse.coo_array((np.ones(won.sum()), (winners[won], losers[won])), shape=shape)
    strong = connected_components(graph, connection="strong")[1]
    for part in range(parts_of(of).max() + 1):
        inside = np.flatnonzero(parts_of(of) == part)
        if len(np.unique(strong[inside])) > 1:
            few = inside[
                strong[inside] == min(np.unique(strong[inside]), key=lambda one: (strong[inside] == one).sum())
            ]
            names = ", ".join(str(of.items[item]) for item in few[:3])
            raise NotDefinedError(
                f"strengths without a prior are not defined because {names} won or lost every comparison with the "
                "others; give a finite variance of strengths"
            )


def estimate_variances(model: ComparisonModel, *, strengths: bool) -> Maximum:
    """Return the most probable parameters, with the variance of reliabilities (and of *strengths*) from the data.

    The variances maximise the likelihood of the comparisons with all parameters
    integrated out by Laplace's approximation.

    References
    ----------
    Tierney and Kadane, "Accurate approximations for posterior moments and
    marginal densities", JASA 81(393), 1986.
    """
    kinds = [
        kind for kind, is_wanted in (("strengths", strengths), ("reliability", model.options.reliability)) if is_wanted
    ]
    near = [maximise(model)]

    def cost(logs: Vector) -> float:
        near.append(maximise(_with_variances(model, kinds, logs), near.pop().parameters))
        return -_evidence(near[0], kinds)

    start = np.log([model.options.variance(kind) for kind in kinds])
    found = minimize(
        cost,
        start,
        method="Nelder-Mead",
        bounds=[LOG_VARIANCES[kind] for kind in kinds],
        options={"xatol": LOG_VARIANCE, "fatol": EVIDENCE},
    )
    return maximise(_with_variances(model, kinds, found.x), near[0].parameters)


def _with_variances(model: ComparisonModel, kinds: Sequence[str], logs: Vector) -> ComparisonModel:
    variances = dict(zip(kinds, np.exp(logs).tolist(), strict=True))
    options = replace(
        model.options,
        strength_variance=variances.get("strengths", model.options.strength_variance),
        reliability_variance=variances.get("reliability", model.options.reliability_variance),
    )
    return replace(model, options=options)


def _evidence(best: Maximum, kinds: Sequence[str]) -> float:
    """The log of the likelihood, with all parameters integrated out, less a constant."""
    free = {kind: number - (kind == "reliability") for kind, number in best.model.sizes.items()}
    priors = sum(free[kind] * np.log(best.model.options.variance(kind)) for kind in kinds)
    return float(_height(best) - priors / 2 - best.factored.log_determinant / 2)
