"""The Bradley-Terry model: the strength of each item, from which items it won and lost against."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from assess.tournament.pairings import Pair

# Prior: strengths are normal around 0 with this variance. Without a prior, an item that won or lost everything would
# be infinitely strong or weak.
PRIOR_VARIANCE = 4.0
# Round strengths to this many digits, so that rounding errors cannot separate two items with equal results.
DIGITS = 6
PRECISION = 10.0 ** -(DIGITS + 2)
STEPS = 50

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Posterior:
    """The most probable strength of each item on a logistic scale, and what the results leave open.

    ``weights`` has the information that each game gives about the difference of its two items.
    """

    mean: Mapping[str, float]
    games: "_Games"
    weights: Vector

    def draws(self, number: int, rng: Random) -> Iterator[dict[str, float]]:
        """Draw strengths from the normal approximation of their posterior, all of them together.

        An item's own error, with the others known, would be too small: they are uncertain as well.
        """
        root = np.linalg.cholesky(self.games.precision(self.weights))
        for _ in range(number):
            off = np.linalg.solve(root.T, [rng.gauss() for _ in self.mean])
            yield {docno: mean + float(by) for (docno, mean), by in zip(self.mean.items(), off, strict=True)}


@lru_cache(maxsize=256)
def fit(pool: tuple[str, ...], results: tuple[tuple[Pair, float], ...]) -> Posterior:
    """Return the strengths of *pool*, given the points of the first item of each pair played.

    An item of strength s beats one of strength t with probability
    1 / (1 + exp(t - s)); a tie is half a win. Computed by Newton's method.

    References
    ----------
    Bradley and Terry, "Rank analysis of incomplete block designs: I. The
    method of paired comparisons", Biometrika 39, 1952.
    """
    position = {docno: place for place, docno in enumerate(pool)}
    games = _Games(
        len(pool),
        np.array([position[pair[0]] for pair, _ in results], dtype=np.intp),
        np.array([position[pair[1]] for pair, _ in results], dtype=np.intp),
    )
    points = np.array([number for _, number in results], dtype=np.float64)
    strength = np.zeros(len(pool))
    for _ in range(STEPS):
        expected = games.expected(strength)
        gradient = games.per_item(points - expected) - strength / PRIOR_VARIANCE
        step = games.solve(expected * (1 - expected), gradient)
        strength += step
        if np.abs(step).max(initial=0) < PRECISION:
            break
    return Posterior(_by_docno(pool, strength), games, expected * (1 - expected))


@dataclass(frozen=True)
class _Games:
    """The pairs that were played, by position in the pool."""

    size: int
    first: NDArray[np.intp]
    second: NDArray[np.intp]

    def expected(self, strength: Vector) -> Vector:
        """The probability that the first item wins, for each game."""
        probability: Vector = 1 / (1 + np.exp(strength[self.second] - strength[self.first]))
        return probability

    def per_item(self, values: Vector) -> Vector:
        """The sum of the values of each item's games; a value is negative for the second item of its game."""
        return self._sum(self.first, values) - self._sum(self.second, values)

    def precision(self, weights: Vector) -> Vector:
        """The precision matrix of all strengths: that of the prior plus that of the games."""
        shared = np.zeros((self.size, self.size))
        np.add.at(shared, (self.first, self.second), weights)
        shared += shared.T
        return np.diag(1 / PRIOR_VARIANCE + shared.sum(axis=1)) - shared

    def _sum(self, items: NDArray[np.intp], values: Vector) -> Vector:
        return np.bincount(items, values, self.size).astype(np.float64, copy=False)

    def solve(self, weights: Vector, gradient: Vector) -> Vector:
        """The Newton step, by conjugate gradients, without a matrix: each game concerns only two items."""
        step, residual, direction = np.zeros(self.size), gradient.copy(), gradient.copy()
        length = float(residual @ residual)
        for _ in range(2 * self.size):
            if length < PRECISION**2:
                break
            across = weights * (direction[self.first] - direction[self.second])
            product = self.per_item(across) + direction / PRIOR_VARIANCE
            rate = length / float(direction @ product)
            step += rate * direction
            residual -= rate * product
            before, length = length, float(residual @ residual)
            direction = residual + length / before * direction
        return step


def _by_docno(pool: tuple[str, ...], values: Vector) -> dict[str, float]:
    # Adding 0 turns a negative zero into zero.
    return {docno: round(float(value), DIGITS) + 0.0 for docno, value in zip(pool, values, strict=True)}
