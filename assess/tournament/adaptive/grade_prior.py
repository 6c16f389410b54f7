"""What grades tell about strengths before any judgment, and how much: found out from the judgments of all topics."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from assess.tournament.adaptive.evidence import evidence_of
from assess.tournament.bradley_terry import Games, Vector, most_probable
from assess.tournament.state import Tournament
from assess.tournament.tally import Tally

# Twice the gain in log evidence that chance exceeds once in a hundred times, if grades tell nothing.
CHANCE = 6.63
# Logarithms of spreads are looked for in this range, weights from this guess on, until both are known so well.
SPREADS = (-2.3, 2.3)
FIRST_GUESS = 0.2
PRECISION = 1e-3


def expected_strengths(tournament: Tournament) -> Vector | None:
    """Return the strength that each candidate is expected to have by its grade, or None if grades do not count."""
    weight = tournament.parameters.grade_weight
    return weight * centred(tournament) if weight else None


def centred(tournament: Tournament) -> Vector:
    """The grades of the candidates, less their mean: only differences within a topic count."""
    grades = np.array([tournament.grades.get(docno, 0.0) for docno in tournament.candidates], dtype=np.float64)
    return grades - grades.mean() if len(grades) else grades


@dataclass(frozen=True)
class GradePrior:
    """How much grades tell, by the judgments of all topics.

    ``weight`` is 0 if chance explains as much. ``fitted`` is what the judgments
    alone say, ``support`` twice the log evidence that it gains over 0, and
    ``spread`` the standard deviation of strengths around what is expected.
    """

    weight: float
    fitted: float
    support: float
    spread: float
    topics: int
    judgments: int


def grade_prior(topics: Iterable[tuple[Tournament, Tally]]) -> GradePrior:
    """Return how much the grades of these tournaments tell, by their judgments so far."""
    return fit_grade_prior(
        [(evidence_of(tournament, tally).games, centred(tournament)) for tournament, tally in topics]
    )


def fit_grade_prior(topics: Sequence[tuple[Games, Vector]]) -> GradePrior:
    """Return the weight of grades, and the spread, that make the judgments of all topics most probable.

    The evidence of a topic is the probability of its judgments with the
    strengths integrated out (Laplace's approximation); that of the topics is
    pooled. Grades that tell nothing, or the contrary, get weight 0. The spread
    comes out a little too small if items have few judgments each.

    References
    ----------
    MacKay, "Bayesian interpolation", Neural Computation 4, 1992.
    """

    def cost(at: Vector) -> float:
        return -_evidence(topics, float(at[0]), float(np.exp(np.clip(at[1], *SPREADS))))

    without = minimize_scalar(lambda spread: cost(np.array([0.0, spread])), bounds=SPREADS, method="bounded")
    found = minimize(cost, np.array([FIRST_GUESS, float(without.x)]), method="Nelder-Mead", tol=PRECISION)
    support, fitted = 2 * float(without.fun - found.fun), float(found.x[0])
    counts = support > CHANCE and fitted > 0
    judgments = int(sum(games.number.sum() for games, _ in topics))
    spread = float(np.exp(found.x[1] if counts else without.x))
    return GradePrior(fitted if counts else 0.0, fitted, support, spread, len(topics), judgments)


def _evidence(topics: Sequence[tuple[Games, Vector]], weight: float, spread: float) -> float:
    """The log evidence of all topics, without what does not depend on *weight* and *spread*."""
    return sum(_log_evidence(games, weight * grades, spread) for games, grades in topics)


def _log_evidence(games: Games, expected: Vector, spread: float) -> float:
    fitted = most_probable(games, spread**2, expected)
    difference = fitted.strength[games.first] - fitted.strength[games.second]
    lost = games.points * np.logaddexp(0, -difference) + (games.number - games.points) * np.logaddexp(0, difference)
    off = fitted.strength - expected
    _, volume = np.linalg.slogdet(fitted.precision() * spread**2)
    return float(-lost.sum() - off @ off / (2 * spread**2) - volume / 2)
