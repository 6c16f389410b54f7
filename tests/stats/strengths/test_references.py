"""Strengths compared with a textbook and with other libraries."""

from typing import Any

import choix
import evalica
import numpy as np
import pytest

from assess.stats.strengths.fitting import fit_strengths
from assess.tournament.bradley_terry import PRIOR_VARIANCE, fit
from tests.stats.strengths.baseball import games

WITHOUT_PRIOR = float("inf")
NAMES = np.array([f"d{item:02}" for item in range(12)])


def random_comparisons(
    seed: int, number: int = 900, ties: float = 0.0
) -> tuple[list[str], list[str], list[str | None]]:
    rng = np.random.default_rng(seed)
    strength = rng.normal(size=len(NAMES))
    first = rng.integers(len(NAMES), size=number)
    second = (first + 1 + rng.integers(len(NAMES) - 1, size=number)) % len(NAMES)
    is_tie = rng.random(number) < ties
    won = rng.random(number) < 1 / (1 + np.exp(strength[second] - strength[first]))
    preferred = np.where(won, NAMES[first], NAMES[second])
    answers = [None if tie else str(name) for tie, name in zip(is_tie, preferred, strict=True)]
    return NAMES[first].tolist(), NAMES[second].tolist(), answers


def winners(first: list[str], preferred: list[str | None]) -> list[Any]:
    """The answers as evalica writes them."""
    sides = evalica.Winner
    return [
        sides.Draw if name is None else sides.X if name == one else sides.Y
        for one, name in zip(first, preferred, strict=True)
    ]


def log_scores(result: Any) -> np.ndarray:
    scores = np.log(result.scores[list(NAMES)].to_numpy())
    return scores - scores.mean()


def test_baseball_has_the_strengths_of_the_textbook() -> None:
    """Agresti, Categorical Data Analysis (2nd ed.), Table 10.11, third column: 0 is Baltimore; errors are about 0.3."""
    fitted = fit_strengths(*games(), strength_variance=WITHOUT_PRIOR, errors="model")
    differences = {team: fitted.difference(team, "Baltimore") for team in fitted.items if team != "Baltimore"}
    assert {team: round(difference.value, 2) for team, difference in differences.items()} == {
        "Cleveland": 0.68,
        "Boston": 1.11,
        "New York": 1.25,
        "Toronto": 1.29,
        "Detroit": 1.44,
        "Milwaukee": 1.58,
    }
    assert {round(difference.error, 1) for difference in differences.values()} == {0.3}


def test_home_advantage_is_a_left_bias_and_that_of_the_textbook() -> None:
    """The same table, fifth column, and the home advantage that section 10.6 gives: 0.302."""
    fitted = fit_strengths(*games(), strength_variance=WITHOUT_PRIOR, errors="model", left_bias=True)
    shares = np.exp(fitted.values) / np.exp(fitted.values).sum()
    assert sorted(shares.round(3)) == [0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220]
    assert fitted.left_bias is not None
    assert round(fitted.left_bias.value, 3) == 0.302


@pytest.mark.parametrize("seed", range(5))
def test_strengths_without_a_prior_are_those_of_evalica(seed: int) -> None:
    first, second, preferred = random_comparisons(seed)
    reference = evalica.bradley_terry(first, second, winners(first, preferred), tolerance=1e-12, limit=10_000)
    fitted = fit_strengths(first, second, preferred, strength_variance=WITHOUT_PRIOR)
    assert fitted.values == pytest.approx(log_scores(reference), abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_ties_as_half_wins_are_those_of_evalica(seed: int) -> None:
    first, second, preferred = random_comparisons(seed, ties=0.3)
    reference = evalica.bradley_terry(first, second, winners(first, preferred), tolerance=1e-12, limit=10_000)
    fitted = fit_strengths(first, second, preferred, ties="half", strength_variance=WITHOUT_PRIOR)
    assert fitted.values == pytest.approx(log_scores(reference), abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_strengths_with_ties_are_those_of_newman(seed: int) -> None:
    """Newman writes 2 nu for Davidson's parameter."""
    first, second, preferred = random_comparisons(seed, ties=0.3)
    reference = evalica.newman(first, second, winners(first, preferred), tolerance=1e-12, limit=10_000)
    fitted = fit_strengths(first, second, preferred, strength_variance=WITHOUT_PRIOR)
    assert fitted.values == pytest.approx(log_scores(reference), abs=1e-5)
    assert fitted.log_tie is not None
    assert np.exp(fitted.log_tie.value) == pytest.approx(2 * reference.v, rel=1e-5)


@pytest.mark.parametrize("variance", [0.5, 4.0, 20.0])
def test_strengths_with_a_prior_are_those_of_choix(variance: float) -> None:
    """Choix adds alpha times the sum of squares to minus the log-likelihood."""
    first, second, preferred = random_comparisons(3, number=60)
    place = {name: code for code, name in enumerate(NAMES.tolist())}
    pairs = [
        (place[name], place[two if name == one else one])
        for one, two, name in zip(first, second, preferred, strict=True)
        if name is not None
    ]
    reference = choix.opt_pairwise(len(NAMES), pairs, alpha=1 / (2 * variance), tol=1e-9)
    fitted = fit_strengths(first, second, preferred, strength_variance=variance)
    assert fitted.values == pytest.approx(reference, abs=1e-5)


def test_strengths_are_those_of_the_tournament() -> None:
    first, second, preferred = random_comparisons(4, number=60, ties=0.2)
    pairs = [(min(pair), max(pair)) for pair in zip(first, second, strict=True)]
    points = [0.5 if name is None else float(name == pair[0]) for name, pair in zip(preferred, pairs, strict=True)]
    reference = fit(tuple(NAMES.tolist()), tuple(zip(pairs, points, strict=True)))
    fitted = fit_strengths(first, second, preferred, ties="half", strength_variance=PRIOR_VARIANCE)
    assert dict(zip(fitted.items, fitted.values, strict=True)) == pytest.approx(dict(reference), abs=1e-6)
