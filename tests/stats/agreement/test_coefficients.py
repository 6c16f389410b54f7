"""Coefficients of agreement against other programs and against the definitions written out."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import NotDefinedError, ParameterError
from assess.stats.agreement.coefficients import (
    METRICS,
    Ratings,
    fleiss_kappa,
    krippendorff_alpha,
    mean_fleiss_kappa,
    percent_agreement,
)
from assess.stats.agreement.cohen import cohen_kappa

SCALE = (-2, -1, 0, 1, 2)
# Up to four answers to each of ten pairs; the last pair has one, and says nothing.
ANSWERS = [
    *([-2, -1, -2], [0, 0, 1, 0], [2, 2, 1, 2], [1, 1], [-1, -1, -2, -1]),
    *([0, -1, 0], [2, 1, 1, 1], [-2, 0, -1], [1, 2], [0]),
]
# Fleiss (1971) as retold by Wikipedia: ten subjects, fourteen raters, five categories.
FLEISS = [
    *([0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1]),
    *([7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7]),
]


def ratings(answers: list[list[int]], scale: tuple[int, ...] = SCALE) -> Ratings:
    counts = np.array([[given.count(answer) for answer in scale] for given in answers])
    return Ratings.of(counts, scale, np.arange(len(answers)))


@pytest.mark.parametrize(
    ("metric", "expected"),
    [("nominal", 0.283132530120482), ("ordinal", 0.8242589231699939), ("interval", 0.804741980474198)],
)
def test_alpha_is_that_of_the_krippendorff_package(metric: str, expected: float) -> None:
    """Computed by krippendorff 0.9.0 on the same answers."""
    assert krippendorff_alpha(ratings(ANSWERS), metric).value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("weights", "expected"), [("identity", 0.244094488189), ("linear", 0.568710359408), ("quadratic", 0.792349726776)]
)
def test_fleiss_kappa_with_missing_answers_is_that_of_irrcac(weights: str, expected: float) -> None:
    """Computed by irrCAC 0.4.4 on the nine pairs with two answers or more."""
    assert fleiss_kappa(ratings(ANSWERS), weights).value == pytest.approx(expected, abs=1e-10)


def test_fleiss_kappa_of_the_worked_example() -> None:
    """Wikipedia prints 0.210; statsmodels 0.15.0 gives the digits."""
    found = fleiss_kappa(Ratings.of(np.array(FLEISS), (1, 2, 3, 4, 5), np.arange(10)))
    assert found.value == pytest.approx(0.20993070442195522, abs=1e-12)


@pytest.mark.parametrize(
    ("table", "expected"),
    [([[20, 5], [10, 15]], 0.4), ([[12, 3, 1], [4, 9, 2], [0, 5, 14]], 0.5498199279711884)],
)
def test_cohen_kappa_is_that_of_statsmodels(table: list[list[int]], expected: float) -> None:
    """The first table is Wikipedia's example, printed as 0.40."""
    cells = [(row, column) for row, counts in enumerate(table) for column, n in enumerate(counts) for _ in range(n)]
    first, second = np.array(cells).T
    assert cohen_kappa(first, second).value == pytest.approx(expected, abs=1e-12)


def alpha_written_out(answers: list[list[int]], metric: str) -> float:
    """Observed over expected disagreement, summed over single answers."""
    units = [given for given in answers if len(given) > 1]
    values = sorted(answer for given in units for answer in given)

    def apart(a: int, b: int) -> float:
        if metric == "ordinal":
            low, high = min(a, b), max(a, b)
            between = sum(low <= value <= high for value in values)
            return (between - (values.count(a) + values.count(b)) / 2) ** 2 if a != b else 0.0
        return float(a != b) if metric == "nominal" else (a - b) ** 2

    observed = sum(apart(a, b) / (len(given) - 1) for given in units for a, b in permutations(given, 2))
    expected = sum(apart(a, b) for a, b in permutations(values, 2)) / (len(values) - 1)
    return 1 - observed / expected


@given(st.lists(st.lists(st.sampled_from(SCALE), max_size=4), min_size=2, max_size=12), st.sampled_from(METRICS))
def test_alpha_is_its_definition(answers: list[list[int]], metric: str) -> None:
    if len({answer for given in answers if len(given) > 1 for answer in given}) < 2:
        with pytest.raises(NotDefinedError):
            krippendorff_alpha(ratings(answers), metric)
    else:
        found = krippendorff_alpha(ratings(answers), metric)
        assert found.value == pytest.approx(alpha_written_out(answers, metric), abs=1e-9)
        assert found.low is None or -1 <= found.low <= found.high <= 1


def test_percent_agreement_counts_pairs_of_judgments() -> None:
    # Three answers make three pairs of judgments, of which one agrees; two answers make one, which agrees.
    assert percent_agreement(ratings([[1, 1, 0], [2, 2]])).value == pytest.approx(2 / 4)


def test_the_mean_over_clusters_leaves_out_those_where_kappa_is_not_defined() -> None:
    counts = np.array([[2, 0], [2, 0], [1, 1], [2, 0], [0, 2]])
    found = mean_fleiss_kappa(counts, (-1, 1), np.array([0, 0, 1, 1, 1]))
    assert found == (pytest.approx(1 / 3), None, None)  # the second cluster: observed 2/3, by chance 1/2


def test_what_cannot_be_computed_says_why() -> None:
    with pytest.raises(NotDefinedError, match="no pair was judged twice"):
        ratings([[1], [0], []])
    with pytest.raises(NotDefinedError, match="all answers are the same"):
        fleiss_kappa(ratings([[1, 1], [1, 1]]))
    with pytest.raises(NotDefinedError, match="gave the same answer everywhere"):
        cohen_kappa(np.array([1, 1]), np.array([1, 1]))
    with pytest.raises(NotDefinedError, match="no pair in common"):
        cohen_kappa(np.array([], np.int64), np.array([], np.int64))
    with pytest.raises(ParameterError, match="expected one of nominal"):
        krippendorff_alpha(ratings(ANSWERS), "ratio")
    with pytest.raises(ParameterError, match="expected one of identity"):
        fleiss_kappa(ratings(ANSWERS), "cubic")
