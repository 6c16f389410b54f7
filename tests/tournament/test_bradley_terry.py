from itertools import pairwise
from math import exp
from random import Random

import numpy as np
import pytest
from scipy.optimize import minimize

from assess.tournament.bradley_terry import PRIOR_VARIANCE, Posterior, fit
from assess.tournament.pairings import Pair, random_pairings
from tests.tournament.players import pool_of


def test_strengths_maximise_the_posterior() -> None:
    pool = pool_of(12)
    rng = np.random.default_rng(7)
    truth = {docno: rng.normal(scale=2) for docno in pool}
    results = tuple(
        (pair, float(rng.random() < 1 / (1 + exp(truth[pair[1]] - truth[pair[0]]))))
        for number in range(3)
        for pair in random_pairings(pool, 5, str(number))
    )

    def cost(strength: np.ndarray) -> float:
        lost = [
            np.logaddexp(0, (1 - 2 * won) * (strength[pool.index(a)] - strength[pool.index(b)]))
            for (a, b), won in results
        ]
        return float(sum(lost) + strength @ strength / (2 * PRIOR_VARIANCE))

    reference = minimize(cost, np.zeros(len(pool)), method="BFGS", options={"gtol": 1e-7}).x
    assert [fit(pool, results).mean[docno] for docno in pool] == pytest.approx(list(reference), abs=1e-4)


def test_a_tie_makes_equal_items_equally_strong() -> None:
    assert fit(("a", "b"), ((("a", "b"), 0.5),)).mean == {"a": 0.0, "b": 0.0}


def test_an_undefeated_item_is_finitely_strong() -> None:
    games: tuple[tuple[Pair, float], ...] = ((("a", "b"), 1.0),) * 1000
    strengths = fit(("a", "b"), games)
    assert 2 < strengths.mean["a"] < 10
    assert strengths.mean["a"] == -strengths.mean["b"]


def test_an_item_that_did_not_play_keeps_the_prior() -> None:
    posterior = fit(("a", "b", "c"), ((("a", "b"), 1.0),))
    drawn = drawn_from(posterior, 4000)
    assert posterior.mean["c"] == 0
    assert drawn[:, 2].std() == pytest.approx(PRIOR_VARIANCE**0.5, rel=0.05)
    assert drawn[:, 0].std() < drawn[:, 2].std()


def test_strengths_are_drawn_together_as_nobody_knows_the_others() -> None:
    """In a chain of items, the ends are known less well than if all between them were known."""
    pool = ("a", "b", "c", "d", "e")
    games = tuple((pair, points) for pair in pairwise(pool) for points in (1.0, 0.0) * 10)
    drawn = drawn_from(fit(pool, games), 20000)
    precision = np.zeros((5, 5))
    for place in range(4):  # 20 games between equal items have 20 / 4 of information
        precision[place : place + 2, place : place + 2] += 5 * np.array([[1, -1], [-1, 1]])
    covariance = np.linalg.inv(precision + np.eye(5) / PRIOR_VARIANCE)
    assert np.cov(drawn.T) == pytest.approx(covariance, abs=0.06)
    assert drawn[:, 0].std() > 1.5 / np.sqrt(5 + 1 / PRIOR_VARIANCE), "its error if the others were known"


def drawn_from(posterior: Posterior, number: int) -> np.ndarray:
    return np.array([list(strengths.values()) for strengths in posterior.draws(number, Random(1))])


def test_no_games_and_no_items_are_allowed() -> None:
    assert fit((), ()).mean == {}
    assert fit(("a",), ()).mean == {"a": 0.0}
