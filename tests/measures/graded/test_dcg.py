"""Cumulated gain: vectors, measure, agreement with nDCG of ir_measures."""

from typing import Any

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import NotDefinedError, ParameterError
from assess.measures.graded.dcg import DISCOUNTS, DcgTopic, dcg, gain_vector, ideal_gain_vector, normalized_mean
from assess.measures.graded.judged import ranks_of

DOCNOS = [f"d{number:02}" for number in range(15)]
graded = st.dictionaries(st.sampled_from(DOCNOS), st.integers(-1, 3), min_size=1)
rankings = st.permutations([*DOCNOS, "u1", "u2"]).flatmap(
    lambda ranking: st.integers(1, len(ranking)).map(lambda length: list(ranking[:length]))
)


def value(topic: DcgTopic, ranking: list[str]) -> float:
    return float(topic.values(ranks_of(topic.docnos, ranking), np.array([len(ranking)]))[0])


@given(graded, rankings, st.integers(1, 20))
def test_normalized_with_the_discount_of_rank_plus_1_it_is_ndcg_of_ir_measures(
    grades: dict[str, int], ranking: list[str], depth: int
) -> None:
    measure = ir_measures.parse_measure(f"nDCG@{depth}")
    run = {"t": {docno: float(-place) for place, docno in enumerate(ranking)}}
    found = ir_measures.calc_aggregate([measure], {"t": grades}, run)[measure]
    ours = value(DcgTopic.of(grades, depth, "rank+1", normalize=True), ranking)
    assert np.isnan(ours) if max(grades.values()) <= 0 else ours == pytest.approx(found)


@given(graded, rankings, st.integers(1, 20), st.sampled_from(DISCOUNTS), st.booleans())
def test_the_measure_at_a_depth_is_the_curve_at_that_rank(
    grades: dict[str, int], ranking: list[str], depth: int, discount: Any, normalize: bool
) -> None:
    topic = DcgTopic.of(grades, depth, discount, normalize=normalize)
    curve = topic.curves(ranks_of(topic.docnos, ranking), 20)[0]
    assert value(topic, ranking) == pytest.approx(curve[depth - 1], nan_ok=True)


@given(graded, rankings, st.sampled_from(DISCOUNTS))
def test_curves_never_fall_and_never_pass_the_ideal(grades: dict[str, int], ranking: list[str], discount: Any) -> None:
    curve = dcg(gain_vector(grades, ranking, 18), discount)
    assert (np.diff(curve) >= 0).all()
    assert (curve <= dcg(ideal_gain_vector(grades, 18), discount) + 1e-12).all()


def test_a_higher_base_discounts_later() -> None:
    # Järvelin and Kekäläinen: ranks below the base are not discounted
    assert dcg([1] * 11, base=10)[-1] == pytest.approx(10 + 1 / np.log10(11))


def test_many_topics_or_runs_at_once_give_a_row_each() -> None:
    assert dcg([[1, 0, 2], [0, 3, 0]], "none").tolist() == [[1, 1, 3], [0, 3, 3]]


def test_an_empty_run_gains_nothing() -> None:
    assert value(DcgTopic.of({"d1": 2}, normalize=True), []) == 0
    assert gain_vector({"d1": 2}, [], 3).tolist() == [0, 0, 0]


def test_without_relevant_items_normalized_gain_is_not_defined() -> None:
    assert value(DcgTopic.of({"d1": 0}), ["d1"]) == 0
    assert np.isnan(value(DcgTopic.of({"d1": 0}, normalize=True), ["d1"]))
    with pytest.raises(NotDefinedError, match="no topic has a relevant item"):
        normalized_mean([[0, 0]], [[0, 0]])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"discount": "log"}, "found discount 'log', expected one of rank, rank\\+1, none"),
        ({"base": 1}, "found base 1 of the logarithm, expected more than 1"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        dcg([1], **arguments)
    with pytest.raises(ParameterError, match="found depth 0, expected at least 1"):
        DcgTopic.of({"d1": 1}, 0)
