"""How far off fitted parameters may be: covariances, from the model and by the sandwich."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from scipy import sparse

from assess.stats.strengths.counted import Codes, Vector
from assess.stats.strengths.maximum import Maximum
from assess.stats.strengths.model import Matrix

Errors = Literal["robust", "sandwich", "model"]
NOBODY: Codes = np.zeros(0, dtype=np.intp)


@dataclass(frozen=True)
class Spread:
    """Covariances of linear combinations of the parameters: marginal ones, as no parameter is known.

    If H is the Hessian of comparisons and prior, and L the precision of the
    prior, the model says that the covariance is the inverse of H. The sandwich
    does not trust the model: it is the inverse of H, times M + L, times the
    inverse of H, where M is how the scores scatter. M sums them up by worker, as
    comparisons of one worker are not independent; or by comparison, if workers
    are not known. L stands for what the prior may be wrong by.

    With the strengths eliminated from the equations of the parameters that all
    parts share (coefficients, bias, ...), each part needs only its own items.
    """

    maximum: Maximum

    @property
    def by_worker(self) -> bool:
        return len(self.maximum.model.comparisons.workers) > 1

    @property
    def clusters(self) -> int:
        of = self.maximum.model.comparisons
        return len(of.workers) if self.by_worker else int(of.counts.sum())

    def covariances(self, errors: Errors, inside: Codes, own: Vector, shared: Vector) -> tuple[Vector, ...]:
        """The covariances that *errors* rest on, of combinations of the items *inside* and of shared parameters.

        *own* and *shared* have a row of factors for each combination.
        """
        block = self._hessian[inside][:, inside].toarray()
        solved = np.linalg.solve(block, own.T) if len(inside) else own.T
        weights = self.maximum.factored.shared_inverse @ (shared.T - self._eliminated[inside].T @ own.T)
        found: list[Vector] = []
        if errors != "sandwich":
            found.append(own @ (solved - self._eliminated[inside] @ weights) + shared @ weights)
        if errors != "model":
            across = solved.T @ self._scatter_across[inside] @ weights
            within = solved.T @ self._scatter(inside) @ solved
            found.append(within + across + across.T + weights.T @ self._scatter_shared @ weights)
        return tuple(found)

    @cached_property
    def _hessian(self) -> Matrix:
        return self.maximum.bounded(self.maximum.hessian).tocsr()

    @property
    def _eliminated(self) -> Vector:
        return self.maximum.factored.eliminated

    @cached_property
    def _directions(self) -> Vector:
        """How all parameters move with each shared one."""
        return np.vstack([-self._eliminated, np.eye(self._eliminated.shape[1])])

    @cached_property
    def _scores(self) -> Matrix:
        """A square root of M, with a column for each worker."""
        residuals, workers = self.maximum.moments.residuals, self.maximum.model.comparisons.worker
        columns = np.tile(workers, len(residuals))
        weighted = sparse.csr_array((residuals.ravel(), (np.arange(residuals.size), columns)))
        return np.sqrt(self.clusters / (self.clusters - 1)) * (self.maximum.jacobian.T @ weighted).tocsr()

    @cached_property
    def _squares(self) -> Matrix:
        return self.maximum.squares(self.maximum.moments.found).tocsr()

    def _scatter(self, inside: Codes) -> Vector:
        """M + L, of some items."""
        precision = self.maximum.model.prior[inside][:, inside].toarray()
        if self.by_worker:
            scores = self._scores[inside].toarray()
            by_worker: Vector = precision + scores @ scores.T
            return by_worker
        found: Vector = precision + self._squares[inside][:, inside].toarray()
        return found

    @cached_property
    def _scatter_across(self) -> Vector:
        """M + L, times the directions."""
        scattered = (
            self._scores @ (self._scores.T @ self._directions) if self.by_worker else self._squares @ self._directions
        )
        total: Vector = scattered + self.maximum.model.prior @ self._directions
        return total

    @cached_property
    def _scatter_shared(self) -> Vector:
        total: Vector = self._directions.T @ self._scatter_across
        return total
