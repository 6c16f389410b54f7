"""Strengths that agree with the judgments: drawn from the normal approximation of their posterior."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_triangular

from assess.tournament.adaptive.evidence import TopicEvidence
from assess.tournament.adaptive.prior import expected_strengths
from assess.tournament.bradley_terry import Fitted, Indices, Vector, most_probable

# The standard deviation of strengths before any judgment. For the crowd of CAsT 2019 it is 0.85 to 1.0; recall is the
# same with values from 0.5 to 2.
SPREAD = 1.0
# Only so many items of a large pool are drawn together: those that may be among the best.
CONTENDERS = 300
# An item may be among the best if it is good at so many standard deviations above its most probable strength.
HOPE = 2.0


@dataclass(frozen=True)
class Posterior:
    """The most probable strengths of a pool, and how to draw others that agree with the judgments.

    ``contenders`` are the positions of the items that are drawn, and ``root``
    the Cholesky factor of their precision.
    """

    strength: Vector
    contenders: Indices
    root: Vector

    def draws(self, number: int, generator: np.random.Generator) -> Vector:
        """Draw the strengths of the contenders, all of them together: a row for each draw."""
        noise = generator.standard_normal((len(self.contenders), number))
        off = solve_triangular(self.root, noise, trans="T", lower=True, check_finite=False)
        drawn: Vector = self.strength[self.contenders] + off.T
        return drawn


def posterior_of(evidence: TopicEvidence) -> Posterior:
    """Return the posterior of the strengths (Laplace's approximation)."""
    fitted = most_probable(evidence.games, SPREAD**2, expected_strengths(evidence.tournament))
    contenders = _contenders(fitted)
    precision = fitted.precision() if len(contenders) == len(fitted.strength) else _marginal(fitted, contenders)
    return Posterior(fitted.strength, contenders, np.linalg.cholesky(precision).astype(np.float64, copy=False))


def _own_precision(fitted: Fitted) -> Vector:
    """The precision of each item's strength if all others were known."""
    games = fitted.games
    known = games.sum_by(games.first, fitted.weights) + games.sum_by(games.second, fitted.weights)
    return 1 / fitted.prior_variance + known


def _contenders(fitted: Fitted) -> Indices:
    """The positions of the items that may be among the best, in order."""
    hoped = fitted.strength + HOPE / np.sqrt(_own_precision(fitted))
    return np.sort(np.argsort(-hoped, kind="stable")[:CONTENDERS])


def _marginal(fitted: Fitted, contenders: Indices) -> Vector:
    """The precision of the contenders' strengths, when the other items are not known exactly either.

    The Schur complement, with the covariance of the others taken as diagonal:
    they have met too few of each other for more.
    """
    games, own = fitted.games, _own_precision(fitted)
    place = np.full(games.size, -1)
    place[contenders] = np.arange(len(contenders))
    first, second = place[games.first], place[games.second]
    precision = np.diag(own[contenders])
    inside = (first >= 0) & (second >= 0)
    np.subtract.at(precision, (first[inside], second[inside]), fitted.weights[inside])
    np.subtract.at(precision, (second[inside], first[inside]), fitted.weights[inside])
    others = np.flatnonzero(place < 0)
    row = np.full(games.size, -1)
    row[others] = np.arange(len(others))
    coupling = np.zeros((len(others), len(contenders)))
    for inner, outer, item in ((first, second, games.second), (second, first, games.first)):
        across = (inner >= 0) & (outer < 0)
        np.add.at(coupling, (row[item[across]], inner[across]), fitted.weights[across])
    coupling /= np.sqrt(own[others])[:, None]
    met = coupling[coupling.any(axis=1)]
    schur: Vector = precision - met.T @ met
    return schur
