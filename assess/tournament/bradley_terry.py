"""The Bradley-Terry model: the strength of each item, from which items it won and lost against.

References
----------
Bradley and Terry, "Rank analysis of incomplete block designs: I. The method of paired comparisons",
Biometrika 39, 1952.
"""

from dataclasses import dataclass
from functools import lru_cache

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
# Pools up to this size solve their equations with a matrix; larger ones by conjugate gradients, without one.
DENSE = 300

Vector = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Games:
    """The games between the items of a pool, by position: the two items, the points of the first, how many games."""

    size: int
    first: Indices
    second: Indices
    points: Vector
    number: Vector

    def chances(self, strength: Vector) -> Vector:
        """The probability that the first item wins, for each row."""
        chances: Vector = 1 / (1 + np.exp(strength[self.second] - strength[self.first]))
        return chances

    def per_item(self, values: Vector) -> Vector:
        """The sum of the values of each item's games; a value is negative for the second item of its game."""
        return self.sum_by(self.first, values) - self.sum_by(self.second, values)

    def sum_by(self, items: Indices, values: Vector) -> Vector:
        """The sum of the values for each item of the pool."""
        return np.bincount(items, values, self.size).astype(np.float64, copy=False)

    def shared(self, weights: Vector) -> Vector:
        """The matrix of the weights of the games between each two items."""
        one_way = np.bincount(self.first * self.size + self.second, weights, self.size**2)
        matrix = one_way.astype(np.float64, copy=False).reshape(self.size, self.size)
        total: Vector = matrix + matrix.T
        return total


@dataclass(frozen=True)
class Fitted:
    """The most probable strength of each item, and the information in each row of games about its difference."""

    games: Games
    strength: Vector
    weights: Vector
    prior_variance: float

    def precision(self) -> Vector:
        """The precision matrix of all strengths: that of the prior plus that of the games."""
        shared = self.games.shared(self.weights)
        return np.diag(1 / self.prior_variance + shared.sum(axis=1)) - shared


def most_probable(games: Games, prior_variance: float, prior: Vector | None = None) -> Fitted:
    """Return the strengths with the highest posterior probability, by Newton's method.

    An item of strength s beats one of strength t with probability
    1 / (1 + exp(t - s)); a tie is half a win. Strengths are normal around
    *prior* (0 without one) with *prior_variance*.
    """
    around = np.zeros(games.size) if prior is None else prior
    strength = around.copy()
    for _ in range(STEPS):
        chances = games.chances(strength)
        gradient = games.per_item(games.points - games.number * chances) - (strength - around) / prior_variance
        fitted = Fitted(games, strength, games.number * chances * (1 - chances), prior_variance)
        step = _newton_step(fitted, gradient)
        strength = strength + step
        if np.abs(step).max(initial=0) < PRECISION:
            break
    chances = games.chances(strength)
    return Fitted(games, strength, games.number * chances * (1 - chances), prior_variance)


def _newton_step(fitted: Fitted, gradient: Vector) -> Vector:
    if fitted.games.size <= DENSE:
        return np.linalg.solve(fitted.precision(), gradient).astype(np.float64, copy=False)
    return _by_conjugate_gradients(fitted, gradient)


def _by_conjugate_gradients(fitted: Fitted, gradient: Vector) -> Vector:
    """The Newton step without a matrix: each game concerns only two items."""
    games, weights = fitted.games, fitted.weights
    step, residual, direction = np.zeros(games.size), gradient.copy(), gradient.copy()
    length = float(residual @ residual)
    for _ in range(2 * games.size):
        if length < PRECISION**2:
            break
        across = weights * (direction[games.first] - direction[games.second])
        product = games.per_item(across) + direction / fitted.prior_variance
        rate = length / float(direction @ product)
        step += rate * direction
        residual -= rate * product
        before, length = length, float(residual @ residual)
        direction = residual + length / before * direction
    return step


@lru_cache(maxsize=256)
def fit(pool: tuple[str, ...], results: tuple[tuple[Pair, float], ...]) -> dict[str, float]:
    """Return the strength of each item of *pool*, given the points of the first item of each pair played."""
    position = {docno: place for place, docno in enumerate(pool)}
    games = Games(
        len(pool),
        np.array([position[pair[0]] for pair, _ in results], dtype=np.intp),
        np.array([position[pair[1]] for pair, _ in results], dtype=np.intp),
        np.array([points for _, points in results], dtype=np.float64),
        np.ones(len(results)),
    )
    return by_docno(pool, most_probable(games, PRIOR_VARIANCE).strength)


def by_docno(pool: tuple[str, ...], values: Vector) -> dict[str, float]:
    """The values of the items, rounded, so that items with equal results are equal."""
    # Adding 0 turns a negative zero into zero.
    return {docno: round(float(value), DIGITS) + 0.0 for docno, value in zip(pool, values, strict=True)}
