"""Precision-recall curves, histograms between two runs, distributions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import NotDefinedError, ParameterError
from assess.measures.graded.cdf import cumulative_distribution
from assess.measures.graded.histogram import precision_histogram
from assess.measures.graded.precision_recall import (
    RECALL_LEVELS,
    InterpolatedPrecisionTopic,
    interpolated_precision,
    precision_recall_points,
)

DOCNOS = [f"d{number:02}" for number in range(40)]


@given(st.sets(st.sampled_from(DOCNOS), min_size=1), st.permutations(DOCNOS), st.integers(0, 40))
def test_interpolated_precision_is_the_best_at_that_recall_or_beyond(
    relevant: set[str], ranking: list[str], length: int
) -> None:
    grades = dict.fromkeys(relevant, 1)
    recall, precision = precision_recall_points(grades, ranking[:length])
    expected = [
        max((p for r, p in zip(recall, precision, strict=True) if r >= level - 1e-9), default=0.0)
        for level in RECALL_LEVELS
    ]
    found = interpolated_precision(grades, ranking[:length])
    assert found.tolist() == pytest.approx(expected)
    assert (np.diff(found) <= 0).all()


def test_a_curve_without_relevant_items_is_not_defined() -> None:
    for curve in (precision_recall_points, interpolated_precision):
        with pytest.raises(NotDefinedError, match="recall is not defined: no item has a grade of 1 or more"):
            curve({"d1": 0}, ["d1"])
    nothing = np.zeros((2, 0), dtype=np.int32)
    assert np.isnan(InterpolatedPrecisionTopic.of({}).values(nothing, np.array([1, 1]))).all()


def test_levels_of_recall_lie_between_0_and_1() -> None:
    with pytest.raises(ParameterError, match=r"found recall 1.1, expected a number from 0 to 1"):
        interpolated_precision({"d1": 1}, ["d1"], [0.5, 1.1])


def test_the_histogram_has_a_bar_for_each_topic() -> None:
    assert precision_histogram({"q2": 0.5, "q1": 1.0}, {"q1": 0.25, "q2": 0.75}) == {"q1": 0.75, "q2": -0.25}


def test_runs_with_different_topics_have_no_histogram() -> None:
    with pytest.raises(ParameterError, match=r"found topics with a value for one run only \(q2\)"):
        precision_histogram({"q1": 1, "q2": 1}, {"q1": 1})


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 9)), min_size=1))
def test_a_cumulative_distribution_rises_to_1(masses: list[tuple[int, int]]) -> None:
    total = sum(weight for _, weight in masses)
    values, shares = cumulative_distribution([v / 5 for v, _ in masses], [weight / total for _, weight in masses])
    assert values.tolist() == sorted({v / 5 for v, _ in masses})
    assert shares[-1] == pytest.approx(1)
    assert shares.max() <= 1
    assert (np.diff(shares) > 0).all()


@pytest.mark.parametrize(
    ("values", "probabilities", "message"),
    [
        ([0.5], [0.9], "found probabilities that add up to 0.9"),
        ([0.5, 1], [1.5, -0.5], "none below 0"),
        ([0.5, 1], [1], "found 2 values with 1 probabilities"),
        ([], [], "found 0 values"),
    ],
)
def test_what_is_no_distribution_is_refused(values: list[float], probabilities: list[float], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        cumulative_distribution(values, probabilities)
