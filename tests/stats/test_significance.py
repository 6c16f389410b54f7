"""Significance and sensitivity against SciPy's own t-test and worked corrections."""

import numpy as np
import pytest
from scipy.stats import ttest_rel

from assess.stats.sensitivity import sensitivity
from assess.stats.significance import holm, pairwise


@pytest.fixture
def scores() -> np.ndarray:
    """Twelve topics, four runs: the last two differ little."""
    rng = np.random.default_rng(5)
    return rng.normal([0.1, 0.5, 0.3, 0.31], 0.1, size=(12, 4))


def test_each_p_value_is_that_of_scipys_paired_t_test(scores: np.ndarray) -> None:
    found = pairwise(scores).p
    for i in range(4):
        for j in range(4):
            expected = 1.0 if i == j else ttest_rel(scores[:, i], scores[:, j]).pvalue
            assert found[i, j] == pytest.approx(expected, rel=1e-9)


def test_holm_multiplies_the_smallest_most_and_never_reverses_an_order() -> None:
    # Worked by hand: sorted 0.01, 0.02, 0.03, 0.04 times 4, 3, 2, 1; then no value below the one before it.
    assert holm(np.array([0.04, 0.01, 0.03, 0.02])) == pytest.approx([0.06, 0.04, 0.06, 0.06])


def test_holm_stops_at_one() -> None:
    assert holm(np.array([0.9, 0.8])).tolist() == [1.0, 1.0]


def test_the_corrected_matrix_is_symmetric_and_never_below_the_plain_one(scores: np.ndarray) -> None:
    found = pairwise(scores)
    assert np.array_equal(found.holm, found.holm.T)
    assert (found.holm >= found.p).all()


def test_equal_runs_differ_with_no_significance() -> None:
    scores = np.array([[0.2, 0.2], [0.7, 0.7], [0.1, 0.1]])
    assert pairwise(scores).p[0, 1] == 1.0


def test_a_constant_difference_is_significant_without_a_deviation() -> None:
    scores = np.array([[0.25, 0.5], [0.5, 0.75], [0.75, 1.0]])
    assert pairwise(scores).p[0, 1] == 0.0


def test_a_single_topic_tells_nothing_apart() -> None:
    scores = np.array([[0.1, 0.9]])
    assert pairwise(scores).p.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert sensitivity(scores) == 0.0


def test_sensitivity_is_the_share_of_distinguished_pairs(scores: np.ndarray) -> None:
    # Five of the six pairs: all but the two runs made alike.
    assert pairwise(scores).p[2, 3] > 0.05
    assert sensitivity(scores) == pytest.approx(5 / 6)


def test_sensitivity_of_one_run_is_not_a_number() -> None:
    assert np.isnan(sensitivity(np.zeros((3, 1))))
