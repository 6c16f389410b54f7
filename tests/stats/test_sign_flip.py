"""The sign-flip test."""

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, permutation_test

from assess.stats.sign_flip import sign_flip_p


def test_equal_sizes_are_the_sign_test() -> None:
    assert sign_flip_p([1] * 61 + [-1] * 28 + [0] * 11) == pytest.approx(binomtest(61, 89).pvalue)
    assert sign_flip_p([0.25] * 9 + [-0.25]) == pytest.approx(22 / 1024)  # 2 * (1 + 10) / 2 ** 10


def test_few_values_are_counted_exactly_as_scipy_does() -> None:
    values = np.array([0.8, 0.3, -0.1, 0.9, -0.4, 0.2, 0.7])
    expected = permutation_test((values,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert sign_flip_p(values.tolist()) == pytest.approx(expected.pvalue)


def test_many_values_are_close_to_the_exact_count() -> None:
    rng = Random(3)
    values = [rng.uniform(-0.6, 1) for _ in range(17)]
    sums = np.array(list(product((-1, 1), repeat=17))) @ np.array(values)
    assert sign_flip_p(values) == pytest.approx(np.mean(np.abs(sums) >= abs(sum(values)) - 1e-9), abs=0.01)


def test_nothing_but_zeros_proves_nothing() -> None:
    assert sign_flip_p([]) == sign_flip_p([0.0, 0.0]) == sign_flip_p([1e-15]) == 1.0


@given(st.lists(st.floats(-1, 1), max_size=20))
def test_p_is_a_probability_and_the_same_for_the_opposite(values: list[float]) -> None:
    assert 0 < sign_flip_p(values) <= 1
    assert sign_flip_p([-value for value in values]) == pytest.approx(sign_flip_p(values))
