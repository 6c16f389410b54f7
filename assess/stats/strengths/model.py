"""The model of a comparison: which parameters it has, and how the log-odds of each row depend on them.

With u the items' own strengths, x their covariates, a worker's log-reliability a and the left bias d, the first item of
a row is preferred with log-odds exp(a) (u_first - u_second + b (x_first - x_second)) + d.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from assess.stats.strengths.counted import Comparisons, Vector

# Variance of the normal prior of left bias, coefficients (of covariates in typical differences) and log tie parameter:
# it moves only what the comparisons do not bound. Not used with maximum likelihood.
WEAK_VARIANCE = 100.0
HELD = 1e6  # the precision of what is held at 0

Matrix = Any  # a sparse matrix: scipy's types do not follow products and stacks


@dataclass(frozen=True)
class ModelOptions:
    """Which parameters there are beside strengths and coefficients; ``strength_variance`` may be infinite: no prior."""

    strength_variance: float
    left_bias: bool = False
    reliability: bool = False
    reliability_variance: float = 0.1
    tie_parameter: bool = False

    def variance(self, kind: str) -> float:
        """The variance of the prior of this kind of parameters."""
        return {"strengths": self.strength_variance, "reliability": self.reliability_variance}.get(kind, WEAK_VARIANCE)


@dataclass(frozen=True)
class ComparisonModel:
    """Parameters are one vector: strengths, coefficients, left bias, log-reliabilities, log tie parameter."""

    comparisons: Comparisons[Any]
    options: ModelOptions

    @cached_property
    def sizes(self) -> dict[str, int]:
        """How many parameters there are of each kind, in their order."""
        return {
            "strengths": len(self.comparisons.items),
            "coefficients": len(self.comparisons.covariates),
            "left bias": int(self.options.left_bias),
            "reliability": len(self.comparisons.workers) if self.options.reliability else 0,
            "tie": int(self.options.tie_parameter),
        }

    @property
    def size(self) -> int:
        return sum(self.sizes.values())

    def place(self, kind: str) -> slice:
        """Where the parameters of a kind are in the vector."""
        kinds = list(self.sizes)
        start = sum(self.sizes[other] for other in kinds[: kinds.index(kind)])
        return slice(start, start + self.sizes[kind])

    @cached_property
    def scales(self) -> Vector:
        """The root mean square of each covariate's differences: coefficients are fitted in this unit."""
        times = self.comparisons.counts.sum(axis=1)
        scale: Vector = np.sqrt(times @ self.comparisons.differences**2 / times.sum())
        return scale

    @cached_property
    def prior(self) -> Matrix:
        """The precision matrix of the prior; it holds the mean log-reliability at 0, as only ratios have a meaning."""
        has_prior = np.isfinite(self.options.strength_variance)
        variances = [
            self.options.variance(kind) if has_prior or kind == "reliability" else np.inf for kind in self.sizes
        ]
        precision = sparse.diags_array(1 / np.repeat(variances, list(self.sizes.values())), format="csc")
        if not (people := self.sizes["reliability"]):
            return precision
        held = sparse.csc_array(np.full((people, people), HELD / people))
        before, after = self.place("reliability").start, self.sizes["tie"]
        blocks = [sparse.csc_array((before, before)), held, sparse.csc_array((after, after))]
        return precision + sparse.block_diag(blocks, format="csc")

    @cached_property
    def contrasts(self) -> Matrix:
        """The difference of each row in strength and covariates, as a matrix to multiply these parameters with."""
        rows, of = np.arange(len(self.comparisons.first)), self.comparisons
        signs = np.repeat([1.0, -1.0], len(rows))
        shape = (len(rows), len(of.items))
        items = sparse.csr_array((signs, (np.tile(rows, 2), np.concatenate([of.first, of.second]))), shape=shape)
        if not of.covariates:
            return items
        return sparse.hstack([items, sparse.csr_array(of.differences / self.scales)], format="csr")

    def gaps(self, parameters: Vector) -> Vector:
        """The difference of each row in strength, for a worker of reliability 1 who does not look at sides."""
        gaps: Vector = self.contrasts @ parameters[: self.contrasts.shape[1]]
        return gaps

    def reliability(self, parameters: Vector) -> Vector:
        """The reliability of the worker of each row."""
        if not self.options.reliability:
            return np.ones(len(self.comparisons.first))
        gains: Vector = np.exp(parameters[self.place("reliability")])[self.comparisons.worker]
        return gains

    def log_odds(self, parameters: Vector) -> Vector:
        bias = parameters[self.place("left bias")].sum()
        log_odds: Vector = self.reliability(parameters) * self.gaps(parameters) + bias
        return log_odds

    def log_tie(self, parameters: Vector) -> float | None:
        return float(parameters[-1]) if self.options.tie_parameter else None

    def jacobian(self, parameters: Vector) -> Matrix:
        """Derivatives of the log-odds of each row by the parameters; then those of the log tie parameter."""
        rows, gains = len(self.comparisons.first), self.reliability(parameters)
        if self.contrasts.shape[1] == self.size:
            return self.contrasts
        parts = [sparse.diags_array(gains) @ self.contrasts, sparse.csr_array(np.ones((rows, self.sizes["left bias"])))]
        if self.options.reliability:
            by_worker = (gains * self.gaps(parameters), (np.arange(rows), self.comparisons.worker))
            parts.append(sparse.csr_array(by_worker, shape=(rows, self.sizes["reliability"])))
        if not self.options.tie_parameter:
            return sparse.hstack(parts, format="csr")
        one = sparse.csr_array(np.ones((rows, 1)))
        return sparse.block_diag([sparse.hstack(parts), one], format="csr")

    def second_derivatives(self, parameters: Vector, residuals: Vector) -> Matrix:
        """Second derivatives of the log-odds, times the residual, summed over rows; without reliability they are 0."""
        gains, rows = self.reliability(parameters), len(self.comparisons.first)
        by_worker = sparse.csr_array(
            (residuals * gains, (np.arange(rows), self.comparisons.worker)), shape=(rows, self.sizes["reliability"])
        )
        cross, own = self.contrasts.T @ by_worker, sparse.diags_array(np.asarray(by_worker.T @ self.gaps(parameters)))
        between, after = self.sizes["left bias"], self.sizes["tie"]
        blocks = [[None, None, cross, None], [None, sparse.csr_array((between, between)), None, None]]
        blocks += [[cross.T, None, own, None], [None, None, None, sparse.csr_array((after, after))]]
        kept = [place for place, row in enumerate(blocks) if any(one is not None and min(one.shape) for one in row)]
        return sparse.block_array([[blocks[row][column] for column in kept] for row in kept], format="csc")
