from itertools import pairwise

import numpy as np
import pytest

from assess.model import Judgment
from assess.tournament import Tally, Tournament
from assess.tournament.adaptive import posterior
from assess.tournament.adaptive.evidence import TopicEvidence, evidence_of
from assess.tournament.adaptive.posterior import SPREAD, posterior_of
from assess.tournament.pairings import Pair, random_pairings
from tests.tournament.players import pool_of


def judged(pool: tuple[str, ...], results: list[tuple[Pair, str]]) -> TopicEvidence:
    judgments = [Judgment("t", *pair, preferred, 1) for pair, preferred in results]
    return evidence_of(Tournament("t", pool), Tally("t", pool, judgments))


def drawn_from(evidence: TopicEvidence, number: int) -> np.ndarray:
    return posterior_of(evidence).draws(number, np.random.default_rng(1))


def test_an_item_that_did_not_play_keeps_the_prior() -> None:
    drawn = drawn_from(judged(("a", "b", "c"), [(("a", "b"), "a")]), 4000)
    assert drawn[:, 2].mean() == pytest.approx(0, abs=0.05)
    assert drawn[:, 2].std() == pytest.approx(SPREAD, rel=0.05)
    assert drawn[:, 0].std() < drawn[:, 2].std()


def test_strengths_are_drawn_together_as_nobody_knows_the_others() -> None:
    """In a chain of items, the ends are known less well than if all between them were known."""
    pool = ("a", "b", "c", "d", "e")
    drawn = drawn_from(judged(pool, [(pair, won) for pair in pairwise(pool) for won in pair * 10]), 20000)
    precision = np.eye(5) / SPREAD**2
    for place in range(4):  # 20 games between equal items have 20 / 4 of information
        precision[place : place + 2, place : place + 2] += 5 * np.array([[1, -1], [-1, 1]])
    assert np.cov(drawn.T) == pytest.approx(np.linalg.inv(precision), abs=0.02)
    assert drawn[:, 0].std() > 1.4 / np.sqrt(5 + 1 / SPREAD**2), "its error if the others were known"


def test_only_items_that_may_be_the_best_of_a_large_pool_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their errors are those of the whole pool, nearly."""
    pool = pool_of(80)
    evidence = judged(pool, [(pair, min(pair)) for pair in random_pairings(pool, 6, "0")])
    everybody = posterior_of(evidence)
    monkeypatch.setattr(posterior, "CONTENDERS", 20)
    few = posterior_of(evidence)
    assert set(few.contenders) >= set(np.argsort(-everybody.strength)[:10])
    exact = np.linalg.inv(everybody.root @ everybody.root.T)[np.ix_(few.contenders, few.contenders)]
    assert np.linalg.inv(few.root @ few.root.T) == pytest.approx(exact, abs=0.02)


def test_two_items_and_none_have_a_posterior() -> None:
    assert drawn_from(judged((), []), 5).shape == (5, 0)
    assert drawn_from(judged(("a", "b"), []), 5).shape == (5, 2)
