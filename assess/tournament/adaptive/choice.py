"""Choose the pairs whose answers would tell most about a target, each choice counting on the answers of those before.

What is known is a sample of strengths, one row for each draw. The target is what we want to know, computed from each
draw. An answer is worth the variance of the target that it explains, summed over the columns of the target. Everything
is treated as jointly normal, so an answer lowers variances by an amount that does not depend on which answer it is:
pairs can be chosen, or be out with people, before any of them is answered.
"""

from collections.abc import Sequence

import numpy as np
from scipy.linalg import solve_triangular

from assess.tournament.bradley_terry import Indices, Vector

# Two positions in the sample.
Places = tuple[int, int]
TINY = 1e-12


class Answers:
    """The answers that pairs would get, and what they would tell about a target: covariances over the sample."""

    def __init__(self, sample: Vector, target: Vector, first: Indices, second: Indices, known: int) -> None:
        draws = len(sample)
        chances = 1 / (1 + np.exp(sample[:, second] - sample[:, first]))
        mean = chances.mean(axis=0)
        self._chances = (chances - mean) / np.sqrt(draws)
        self.variance = np.einsum("mq,mq->q", self._chances, self._chances)
        # What an answer varies by itself, even if the strengths were known.
        self.noise = mean * (1 - mean) - self.variance + TINY
        self.shared = self._chances.T @ ((target - target.mean(axis=0)) / np.sqrt(draws))
        # One row for each answer that is counted on: its covariance with all answers, scaled to variance 1.
        self._rows = np.zeros((known, len(first)))
        self._known = 0

    def gains(self) -> Vector:
        """The variance of the target that the answer to each pair would explain."""
        gains: Vector = np.einsum("qc,qc->q", self.shared, self.shared) / (self.variance + self.noise)
        return gains

    def count_on(self, pair: int) -> None:
        """Go on as if the pair had been answered."""
        rows = self._rows[: self._known]
        row = self._chances.T @ self._chances[:, pair] - rows.T @ rows[:, pair]
        row /= np.sqrt(self.variance[pair] + self.noise[pair])
        self._learn(row[None, :], self.shared[[pair]] / np.sqrt(self.variance[pair] + self.noise[pair]))

    def count_on_all(self, pairs: slice) -> None:
        """Go on as if all these pairs had been answered; nothing was counted on before."""
        across = self._chances[:, pairs].T @ self._chances
        own = across[:, pairs] + np.diag(self.noise[pairs])
        root = np.linalg.cholesky(own)
        rows = solve_triangular(root, across, lower=True, check_finite=False)
        self._learn(rows, solve_triangular(root, self.shared[pairs], lower=True, check_finite=False))

    def _learn(self, rows: Vector, shared: Vector) -> None:
        self._rows[self._known : self._known + len(rows)] = rows
        self._known += len(rows)
        self.variance = np.maximum(self.variance - np.einsum("rq,rq->q", rows, rows), 0)
        self.shared -= rows.T @ shared


def choose(
    sample: Vector, target: Vector, pairs: Sequence[Places], outstanding: Sequence[Places], number: int
) -> list[tuple[int, float]]:
    """Return up to *number* of the *pairs* by their index, in order of choice, with the gain of each.

    No pair is chosen twice, and none whose answer would tell nothing.
    """
    if not pairs:
        return []
    both = np.array([*pairs, *outstanding], dtype=np.intp)
    answers = Answers(sample, target, both[:, 0], both[:, 1], known=len(outstanding) + number)
    if outstanding:
        answers.count_on_all(slice(len(pairs), None))
    free = np.zeros(len(both), dtype=bool)
    free[: len(pairs)] = True
    chosen: list[tuple[int, float]] = []
    for _ in range(min(number, len(pairs))):
        gains = np.where(free, answers.gains(), -1.0)
        best = int(np.argmax(gains))
        if gains[best] <= TINY:
            break
        chosen.append((best, float(gains[best])))
        free[best] = False
        answers.count_on(best)
    return chosen
