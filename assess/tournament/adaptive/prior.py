"""What is expected of strengths before any judgment, from hints such as grades, and how much each hint is worth.

The worth is found out from the judgments of all topics together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from assess.tournament.adaptive.evidence import evidence_of
from assess.tournament.bradley_terry import Games, Vector, most_probable
from assess.tournament.state import Tournament
from assess.tournament.tally import Tally

# Twice the gain in log evidence that chance exceeds once in a hundred times, if a hint tells nothing.
CHANCE = 6.63
# Logarithms of spreads are looked for in this range, weights from this guess on, until all are known so well.
SPREADS = (-2.3, 2.3)
FIRST_GUESS = 0.2
PRECISION = 1e-3

# The games of a topic, and the hints about its items: a column for each.
JudgedTopic = tuple[Games, Vector]


def expected_strengths(tournament: Tournament) -> Vector | None:
    """Return the strength that each candidate is expected to have, or None if no hint tells them apart."""
    expected = np.zeros(len(tournament.candidates))
    for name in tournament.hints:
        expected += (getattr(tournament.parameters, name) or 0.0) * centred(tournament, name)
    return expected if expected.any() else None


def centred(tournament: Tournament, name: str) -> Vector:
    """What a hint says about the candidates, less its mean: only differences within a topic count."""
    hint = tournament.hints.get(name, {})
    values = np.array([hint.get(docno, 0.0) for docno in tournament.candidates], dtype=np.float64)
    return values - values.mean() if len(values) else values


@dataclass(frozen=True)
class HintWeight:
    """How much a hint tells, by the judgments.

    ``weight`` is 0 if chance explains as much. ``fitted`` is what the judgments alone say, ``support`` twice the log
    evidence that is lost without the hint.
    """

    name: str
    weight: float
    fitted: float
    support: float


@dataclass(frozen=True)
class Prior:
    """What all hints tell; ``spread`` is the standard deviation of strengths around what is expected."""

    weights: tuple[HintWeight, ...]
    spread: float
    topics: int
    judgments: int


def fit_prior(topics: Iterable[tuple[Tournament, Tally]]) -> Prior:
    """Return the weights of hints, and the spread, that make the judgments of all topics most probable.

    The evidence of a topic is the probability of its judgments with the
    strengths integrated out (Laplace's approximation); that of the topics is
    pooled. A hint that tells nothing, or the contrary, gets weight 0. One that
    is the same for all items of each topic is left out. The spread comes out a
    little too small if items have few judgments each.

    References
    ----------
    MacKay, "Bayesian interpolation", Neural Computation 4, 1992.
    """
    played = list(topics)
    names = [name for name in _hints(played) if any(centred(tournament, name).any() for tournament, _ in played)]
    judged = [
        (evidence_of(tournament, tally).games, _columns([centred(tournament, name) for name in names], tournament))
        for tournament, tally in played
    ]
    everything = range(len(names))
    cost, fitted = _least_cost(judged, everything)
    weights = []
    for number, name in enumerate(names):
        without, _ = _least_cost(judged, [other for other in everything if other != number])
        support, found = 2 * (without - cost), float(fitted[number])
        weights.append(HintWeight(name, found if support > CHANCE and found > 0 else 0.0, found, support))
    judgments = int(sum(games.number.sum() for games, _ in judged))
    return Prior(tuple(weights), float(np.exp(fitted[-1])), len(judged), judgments)


def _hints(played: Sequence[tuple[Tournament, Tally]]) -> list[str]:
    return sorted({name for tournament, _ in played for name in tournament.hints})


def _columns(columns: Sequence[Vector], tournament: Tournament) -> Vector:
    return np.column_stack(columns) if columns else np.zeros((len(tournament.candidates), 0))


def _least_cost(judged: Sequence[JudgedTopic], used: Sequence[int]) -> tuple[float, Vector]:
    """The least cost with these hints, and where it is: their weights, and the logarithm of the spread."""
    chosen = [(games, hints[:, list(used)]) for games, hints in judged]
    alone = minimize_scalar(lambda spread: _cost(judged, np.array([spread]), []), bounds=SPREADS, method="bounded")
    if not used:
        return float(alone.fun), np.array([float(alone.x)])
    start = np.array([*(FIRST_GUESS for _ in used), float(alone.x)])

    def cost(at: Vector) -> float:
        return _cost(chosen, at, range(len(used)))

    found = minimize(cost, start, method="Nelder-Mead", tol=PRECISION)
    return float(found.fun), np.asarray(found.x, dtype=np.float64)


def _cost(judged: Sequence[JudgedTopic], at: Vector, used: Sequence[int]) -> float:
    """Minus the log evidence of all topics, without what depends neither on weights nor on the spread."""
    spread = float(np.exp(np.clip(at[-1], *SPREADS)))
    return -sum(_log_evidence(games, hints[:, list(used)] @ at[:-1], spread) for games, hints in judged)


def _log_evidence(games: Games, expected: Vector, spread: float) -> float:
    fitted = most_probable(games, spread**2, expected)
    difference = fitted.strength[games.first] - fitted.strength[games.second]
    lost = games.points * np.logaddexp(0, -difference) + (games.number - games.points) * np.logaddexp(0, difference)
    off = fitted.strength - expected
    _, volume = np.linalg.slogdet(fitted.precision() * spread**2)
    return float(-lost.sum() - off @ off / (2 * spread**2) - volume / 2)
