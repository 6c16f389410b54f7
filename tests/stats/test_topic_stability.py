"""The stability of a single topic."""

import numpy as np
import pytest

from assess.stats.topic_stability import pairs_in_order, pairs_of_leader, stability

SCORES = np.array([0.5, 0.2, 0.5, 0.1])


def test_pairs_in_order_name_the_better_run_first_and_leave_equals_out() -> None:
    assert pairs_in_order(SCORES) == [(0, 1), (0, 3), (1, 3), (2, 1), (2, 3)]
    assert pairs_in_order(SCORES, [3, 1]) == [(1, 3)]


def test_leaders_are_paired_with_all_other_runs() -> None:
    assert pairs_of_leader(SCORES) == [(0, 1), (0, 3), (2, 1), (2, 3)]


def test_stability_is_the_share_of_replicates_without_a_reversed_pair() -> None:
    replicates = np.array([[0.5, 0.2], [0.3, 0.3], [0.1, 0.2], [0.9, 0.1]])
    assert stability(replicates, [(0, 1)]) == pytest.approx(0.75)


def test_a_topic_without_pairs_is_stable() -> None:
    assert stability(np.zeros((3, 2)), pairs_in_order(np.zeros(2))) == 1.0
