"""Whether an order is settled: clear cases, undecided ones, and how the figures move with the evidence.

How well the figures are calibrated is shown by scripts/calibrate-settled; here a small version of the same question
is asked of the model alone.
"""

import numpy as np
import pytest

from assess.stats.evidence import (
    SPREADS,
    Evidence,
    contrasts,
    covariance_over_topics,
    estimate_evidence,
    plausible_truths,
)
from assess.stats.order_certainty import multiple_needed, probability, settle
from assess.stats.topic_value import value_of_judging

TOPICS, REPLICATES = 40, 50


def made(means: list[float], deviation: float = 0.1, rejudging: float = 0.02, seed: int = 1) -> tuple:
    """Scores of runs with these true means, and replicates of them."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(means, deviation, (TOPICS, len(means)))
    return scores, scores[:, None] + rng.normal(0, rejudging, (TOPICS, REPLICATES, len(means)))


def figures(scores: np.ndarray, replicates: np.ndarray, error: float = 0.0):
    evidence = estimate_evidence(scores, replicates, error)
    assert evidence is not None
    return settle(evidence, np.random.default_rng(3))


def test_systems_far_apart_are_settled() -> None:
    found = figures(*made([0.1, 0.3, 0.5]))
    assert found.order > 0.99
    assert found.leader > 0.99
    assert found.swaps < 0.01


def test_similar_systems_are_not_settled() -> None:
    found = figures(*made([0.3, 0.3, 0.3]))
    assert found.order < 0.5


def test_with_two_similar_leaders_only_the_last_place_is_settled() -> None:
    found = figures(*made([0.5, 0.5, 0.1]))
    assert found.order < 0.95
    assert min(found.ahead[0, 2], found.ahead[1, 2]) > 0.99
    assert found.ahead[0, 1] + found.ahead[1, 0] == pytest.approx(1)


def test_runs_that_score_the_same_everywhere_are_one_system() -> None:
    scores, replicates = made([0.1, 0.5])
    twice = figures(scores[:, [0, 1, 1]], replicates[:, :, [0, 1, 1]])
    assert twice.order > 0.99
    assert twice.ahead[1, 2] == 0.5


def test_too_few_topics_give_no_evidence() -> None:
    scores, replicates = made([0.1, 0.5])
    assert estimate_evidence(scores[:4], replicates[:4]) is None


def test_a_single_run_gives_no_evidence() -> None:
    scores, replicates = made([0.1])
    assert estimate_evidence(scores, replicates) is None


def test_more_rejudging_noise_settles_less_and_leaves_less_to_the_choice_of_topics() -> None:
    firm, loose = figures(*made([0.3, 0.36], rejudging=0.01)), figures(*made([0.3, 0.36], rejudging=0.3))
    assert firm.leader > loose.leader
    assert firm.change < loose.change
    assert firm.topic_share > loose.topic_share


def variance_of_difference(covariance: np.ndarray) -> float:
    return float(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])


def test_with_few_topics_no_difference_between_many_systems_is_known_exactly() -> None:
    """The sample covariance of 6 systems over 5 topics has a direction in which nothing varies."""
    scores = np.random.default_rng(3).normal(0, 1, (5, 6))
    basis = contrasts(6)
    sample, shrunk = (
        np.linalg.eigvalsh(basis.T @ covariance @ basis)
        for covariance in (np.cov(scores, rowvar=False), covariance_over_topics(scores))
    )
    assert sample[0] == pytest.approx(0, abs=1e-12)
    assert shrunk[0] > 0.5 * sample.mean()
    assert shrunk.sum() == pytest.approx(sample.sum())


def test_a_worker_who_moves_all_topics_together_is_chance_that_topics_do_not_show() -> None:
    scores, replicates = made([0.3, 0.36], rejudging=0.0)
    moved = replicates.copy()
    moved[:, :, 0] += np.random.default_rng(5).normal(0, 0.05, REPLICATES)
    alone, together = estimate_evidence(scores, replicates), estimate_evidence(scores, moved)
    assert alone is not None
    assert together is not None
    assert variance_of_difference(alone.chance) == pytest.approx((scores[:, 0] - scores[:, 1]).var(ddof=1) / TOPICS)
    assert together.chance[0, 0] - alone.chance[0, 0] == pytest.approx(moved[0, :, 0].var(ddof=1), rel=0.05)


def test_independent_rejudging_is_in_the_variance_over_topics_already() -> None:
    scores, replicates = made([0.3, 0.36], rejudging=0.1)
    found = estimate_evidence(scores, replicates)
    assert found is not None
    assert np.trace(found.chance) < 1.5 * np.trace(np.cov(scores, rowvar=False)) / TOPICS


def test_what_is_still_to_be_judged_makes_the_order_less_sure() -> None:
    made_up = made([0.3, 0.36])
    assert figures(*made_up, error=0.3).order < figures(*made_up, error=0.1).order < figures(*made_up).order


def test_the_same_seeds_give_the_same_figures() -> None:
    first, again = (figures(*made([0.2, 0.25, 0.3])) for _ in range(2))
    assert (first.order, first.leader, first.swaps) == (again.order, again.leader, again.swaps)


def test_a_settled_order_needs_no_more_judgments_and_a_close_one_a_multiple() -> None:
    def needed(means: list[float]) -> float | None:
        evidence = estimate_evidence(*made(means))
        assert evidence is not None
        return multiple_needed(evidence, "order", np.random.default_rng(3))

    assert needed([0.1, 0.5]) == 1.0
    close = needed([0.30, 0.33])
    assert close is None or close > 1.5


def test_probabilities_hold_on_average_when_the_model_does() -> None:
    """For simulated truths of every spread, the share of true leaders equals the mean probability."""
    rng = np.random.default_rng(8)
    said, was = [], []
    for spread in rng.choice(SPREADS, 400, p=SPREADS / SPREADS.sum()):
        truth = rng.normal(0.3, spread, 7)
        observed = truth + rng.normal(0, 0.03, 7)
        evidence = Evidence(observed, np.eye(7) * 0.03**2, np.zeros((7, 7)), np.zeros((2, 7)), np.arange(7), 1000)
        said.append(probability("leader", observed, plausible_truths(evidence, rng, draws=300)))
        was.append(observed.argmax() == truth.argmax())
    assert np.mean(said) == pytest.approx(np.mean(was), abs=0.05)


def test_the_topic_that_rejudging_moves_most_is_most_worth_judging() -> None:
    scores, replicates = made([0.3, 0.31])
    replicates[17, :, 0] += np.random.default_rng(4).normal(0, 0.4, REPLICATES)
    found = value_of_judging(scores, replicates, figures(scores, replicates).ahead)
    assert found.topics.argmax() == 17


def test_a_decided_comparison_makes_no_topic_worth_judging() -> None:
    scores, replicates = made([0.1, 0.9], deviation=0.01)
    found = value_of_judging(scores, replicates, figures(scores, replicates).ahead)
    assert found.topics.max() < 1e-9
    assert found.new < 1e-9
