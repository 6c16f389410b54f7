from itertools import combinations
from math import exp
from random import Random
from statistics import fmean

import pytest

from assess.model import Judgment
from assess.tournament import Parameters, Tally, Tournament
from assess.tournament.adaptive.evidence import evidence_of
from assess.tournament.adaptive.membership import TopK, top_k
from assess.tournament.pairings import random_pairings
from tests.tournament.players import pool_of


def found(pool: tuple[str, ...], judgments: list[Judgment], k: int = 5, seed: int = 0) -> TopK:
    return top_k(evidence_of(Tournament("t", pool, Parameters(k=k), seed), Tally("t", pool, judgments)))


def test_the_best_come_first_and_probabilities_add_up_to_k() -> None:
    pool = pool_of(12)
    top = found(pool, [Judgment("t", a, b, a, 1) for a, b in combinations(pool, 2)] * 3)
    assert top.ranking == (("d00",), ("d01",), ("d02",), ("d03",), ("d04",))
    assert sum(top.probability.values()) == pytest.approx(5)
    assert top.probability["d00"] > 0.99 > 0.5 < top.probability["d04"]
    assert 0.8 < top.expected_recall < 1


def test_ties_share_a_place_and_exactly_k_are_found() -> None:
    """The best is known; of the five others, tied, a draw by the seed leaves three out."""
    pool = pool_of(6)
    judgments = [Judgment("t", "d00", other, "d00", 1) for other in pool[1:]]
    top = found(pool, judgments, k=3)
    assert [len(place) for place in top.ranking] == [1, 2]
    assert top.ranking[0] == ("d00",)
    assert sorted([*top.left_out, *top.ranking[1]]) == list(pool[1:])
    assert top != found(pool, judgments, k=3, seed=3)


def test_small_pools_are_their_own_top_k() -> None:
    assert found((), []).expected_recall == 1
    assert found(("a", "b"), []).ranking == (("a", "b"),)
    assert found(("a", "b"), []).expected_recall == 1


def test_expected_recall_is_the_recall_to_expect() -> None:
    """Over 120 topics of 14 items with the noise of a crowd, judged by random pairs."""
    rng, pool = Random(5), pool_of(14)
    expected, true = [], []
    for number in range(120):
        strength = {docno: rng.gauss(0, 0.9) for docno in pool}
        judgments = [
            Judgment("t", a, b, a if rng.random() < 1 / (1 + exp(strength[b] - strength[a])) else b, round_)
            for round_ in (1, 2)
            for a, b in random_pairings(pool, 4, f"{number}/{round_}")
        ]
        top = found(pool, judgments)
        best = sorted(pool, key=lambda docno: -strength[docno])[:5]
        expected.append(top.expected_recall)
        true.append(sum(docno in best for place in top.ranking for docno in place) / 5)
    assert fmean(expected) == pytest.approx(fmean(true), abs=0.04)
