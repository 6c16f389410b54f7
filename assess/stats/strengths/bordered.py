"""Equations between the strengths of many parts and the few parameters that all parts share."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse.linalg import splu

from assess.errors import NotDefinedError
from assess.stats.strengths.counted import Vector
from assess.stats.strengths.model import Matrix


@dataclass(frozen=True)
class Factored:
    """A symmetric matrix, ready to divide by: the strengths are eliminated first, as parts depend on no other part.

    ``eliminated`` is by how much each strength goes down if a shared parameter goes up by 1; ``shared_inverse`` is
    the block of the inverse that belongs to the shared parameters.
    """

    strengths: Matrix
    eliminated: Vector
    shared_inverse: Vector
    log_determinant: float

    def solve(self, right: Vector) -> Vector:
        """Divide a vector by the matrix."""
        number = len(self.eliminated)
        shared = self.shared_inverse @ (right[number:] - self.eliminated.T @ right[:number])
        return np.concatenate([self.strengths.solve(right[:number]) - self.eliminated @ shared, shared])


def factored(matrix: Matrix, strengths: int) -> Factored:
    """Factor a symmetric matrix, whose first rows belong to the *strengths*."""
    border, corner = matrix[:strengths, strengths:].toarray(), matrix[strengths:, strengths:].toarray()
    try:
        block = splu(
            matrix[:strengths, :strengths].tocsc(), permc_spec="MMD_AT_PLUS_A", options={"SymmetricMode": True}
        )
        eliminated = block.solve(border) if border.size else border
        rest = corner - border.T @ eliminated
        inverse = np.linalg.inv(rest)
    except (RuntimeError, np.linalg.LinAlgError):
        raise NotDefinedError(
            "the fit is not defined because some parameters cannot be told apart without a prior; give a finite "
            "variance of strengths, or leave covariates out"
        ) from None
    log_determinant = float(np.log(np.abs(block.U.diagonal())).sum() + np.linalg.slogdet(rest)[1])
    return Factored(block, eliminated, inverse, log_determinant)
