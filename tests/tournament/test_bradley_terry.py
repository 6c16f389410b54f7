from math import exp

import numpy as np
import pytest
from scipy.optimize import minimize

from assess.tournament import bradley_terry
from assess.tournament.bradley_terry import PRIOR_VARIANCE, fit
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
    assert [fit(pool, results)[docno] for docno in pool] == pytest.approx(list(reference), abs=1e-4)


def test_a_tie_makes_equal_items_equally_strong() -> None:
    assert fit(("a", "b"), ((("a", "b"), 0.5),)) == {"a": 0.0, "b": 0.0}


def test_an_undefeated_item_is_finitely_strong() -> None:
    games: tuple[tuple[Pair, float], ...] = ((("a", "b"), 1.0),) * 1000
    strengths = fit(("a", "b"), games)
    assert 2 < strengths["a"] < 10
    assert strengths["a"] == -strengths["b"]


def test_large_pools_are_solved_without_a_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = pool_of(20)
    results = tuple((pair, 1.0) for pair in random_pairings(pool, 5, "0"))
    with_matrix = fit.__wrapped__(pool, results)
    monkeypatch.setattr(bradley_terry, "DENSE", 0)
    assert fit.__wrapped__(pool, results) == pytest.approx(with_matrix, abs=2e-6)


def test_no_games_and_no_items_are_allowed() -> None:
    assert fit((), ()) == {}
    assert fit(("a",), ()) == {"a": 0.0}
