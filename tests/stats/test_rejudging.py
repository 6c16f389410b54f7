"""Resampled judgments: which ones are drawn, and the scores that come of it."""

from array import array

import numpy as np
import pytest

from assess.graph import PreferenceGraph
from assess.measures.pgc import pgc_of_ranks
from assess.stats.rejudging import JudgmentArrays, drawn_judgments, judgment_weights, rejudged, worker_weights


def judged(pairs: list[tuple[int, int]], workers: list[int] | None, ranks: list[list[int]]) -> JudgmentArrays:
    known = None if workers is None else np.array(workers, np.int64)
    return JudgmentArrays(np.array(pairs, np.int32), known, np.array(ranks, np.int32))


def drawn(workers: list[int] | None, replicates: int, number: int = 0) -> np.ndarray:
    """The judgments drawn in a topic with these workers, or *number* judgments by unknown ones."""
    topic = judged([(0, 1)] * (number if workers is None else len(workers)), workers, [[1, 2]])
    return drawn_judgments(judgment_weights(topic, replicates, seed=1, topic_key=1), seed=1, topic_key=1)


def test_a_worker_has_the_same_weight_in_every_topic_and_1_on_average() -> None:
    weights = worker_weights(seed=7, worker=3, replicates=5000)
    assert weights is worker_weights(seed=7, worker=3, replicates=5000)
    assert weights.mean() == pytest.approx(1, abs=0.05)
    assert not np.array_equal(weights, worker_weights(seed=7, worker=4, replicates=5000))


def test_no_judgment_of_a_worker_who_was_not_drawn_is_drawn() -> None:
    workers = np.array([1, 1, 2, 2, 3])
    left_out = 0
    for b, chosen in enumerate(drawn(workers.tolist(), replicates=300)):
        counts = {worker: worker_weights(1, worker, 300)[b] for worker in (1, 2, 3)}
        if any(counts.values()):
            assert all(counts[worker] > 0 for worker in workers[chosen])
            left_out += not all(counts.values())
    assert left_out > 100


def test_as_many_judgments_are_drawn_as_there_are() -> None:
    assert drawn([1, 2, 3, 4], replicates=10).shape == (10, 4)
    assert drawn(None, replicates=10, number=4).shape == (10, 4)
    assert drawn([], replicates=10).shape == (10, 0)


def test_judgments_by_unknown_workers_are_drawn_as_if_each_had_a_worker_of_its_own() -> None:
    """The times that one of n judgments is drawn have variance 2 by Poisson weights and draws, and 1 by draws alone."""
    n, replicates = 40, 2000
    times = np.array([np.bincount(row, minlength=n) for row in drawn(None, replicates, number=n)])
    assert times.mean() == 1
    assert times.var() == pytest.approx(2, abs=0.15)
    own = np.array([np.bincount(row, minlength=n) for row in drawn(list(range(n)), replicates)])
    assert times.var() == pytest.approx(own.var(), abs=0.1)


def test_one_judgment_is_all_that_can_be_drawn_and_gives_the_score_itself() -> None:
    topic = judged([(0, 1)], [9], [[1, 2], [2, 1], [0, 5]])
    expected = pgc_of_ranks(PreferenceGraph([("a", "b")]), array("i", topic.ranks.ravel().tolist()), p=0.8)
    assert rejudged(topic, seed=1, topic_key=1, replicates=4, p=0.8) == pytest.approx(np.tile(expected, (4, 1)))


def test_a_run_that_fits_unanimous_judgments_keeps_its_lead_over_the_reverse() -> None:
    pairs = [(a, b) for a in range(4) for b in range(a + 1, 4)] * 3
    topic = judged(pairs, list(range(len(pairs))), [[1, 2, 3, 4], [40, 30, 20, 10]])
    scores = rejudged(topic, seed=5, topic_key=2, replicates=100)
    assert (scores[:, 0] > scores[:, 1]).all()


def test_the_same_seed_gives_the_same_scores_and_another_topic_other_draws() -> None:
    topic = judged([(0, 1), (1, 2), (2, 0), (0, 2)], [1, 2, 1, 3], [[1, 2, 3], [9, 1, 5]])
    first, again = (rejudged(topic, seed=3, topic_key=1, replicates=30) for _ in range(2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, rejudged(topic, seed=3, topic_key=2, replicates=30))
