"""E and F against trec_eval's set_F and against the formula of the book."""

from math import inf

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import NotDefinedError, ParameterError
from assess.measures.graded.e_measure import EMeasureTopic, e_measure
from assess.measures.graded.f_measure import f_measure

Q1 = [docno if i in (0, 2, 5, 9, 14) else f"u{i}" for i, docno in enumerate(f"d{number}" for number in range(15))]
GRADES = {docno: 1 for docno in Q1 if docno.startswith("d")} | {f"x{i}": 2 for i in range(5)}


@pytest.mark.parametrize("b", [0.5, 1, 2])
def test_f_of_the_whole_ranking_is_set_f_of_trec_eval_with_the_square_of_b(b: float) -> None:
    # trec_eval's x and the beta of ir_measures stand where the formula has b squared
    measure = ir_measures.parse_measure(f"SetF(beta={float(b**2)})")
    run = {"t": {docno: float(-place) for place, docno in enumerate(Q1)}}
    found = ir_measures.calc_aggregate([measure], {"t": GRADES}, run)[measure]
    assert f_measure(GRADES, Q1, b) == pytest.approx(found, rel=1e-6)


def test_the_formula_of_the_book_at_each_rank() -> None:
    for j in range(1, 16):
        hits = sum(docno in GRADES for docno in Q1[:j])
        recall, precision = hits / 10, hits / j
        for b in (0.5, 1, 3):
            expected = 1 - (1 + b**2) / (b**2 / recall + 1 / precision)
            assert e_measure(GRADES, Q1, b, j) == pytest.approx(expected)


def test_only_precision_counts_with_b_0_and_only_recall_with_b_infinite() -> None:
    assert e_measure(GRADES, Q1, 0, 10) == pytest.approx(1 - 0.4)
    assert e_measure(GRADES, Q1, inf, 10) == pytest.approx(1 - 0.4)
    assert e_measure(GRADES, Q1, 0, 5) == pytest.approx(1 - 0.4)
    assert e_measure(GRADES, Q1, inf, 5) == pytest.approx(1 - 0.2)


def test_f_is_1_only_if_all_relevant_items_and_no_others_are_retrieved() -> None:
    # The slides ask only that all retrieved items are relevant; here one of two relevant items is retrieved alone.
    assert f_measure({"d1": 1, "d2": 1}, ["d1"]) == pytest.approx(2 / 3)
    assert f_measure({"d1": 1, "d2": 1}, ["d2", "d1"]) == 1


@given(st.permutations(Q1), st.floats(0, 100), st.integers(1, 20))
def test_e_is_1_minus_f_and_lies_between_0_and_1(ranking: list[str], b: float, depth: int) -> None:
    e = e_measure(GRADES, ranking, b, depth)
    assert 0 <= e <= 1
    assert e == pytest.approx(1 - f_measure(GRADES, ranking, b, depth))


def test_an_empty_run_and_one_without_relevant_items_have_the_worst_value() -> None:
    assert (e_measure(GRADES, []), f_measure(GRADES, [])) == (1, 0)
    assert (e_measure(GRADES, ["u1"], b=0), e_measure(GRADES, ["u1"], b=inf)) == (1, 1)


def test_without_relevant_items_neither_is_defined() -> None:
    with pytest.raises(NotDefinedError, match="E is not defined: no item has a grade of 2 or more"):
        e_measure({"d1": 1}, ["d1"], rel=2)
    assert np.isnan(EMeasureTopic.of({}).values(np.zeros((1, 0), dtype=np.int32), np.array([0])))


@pytest.mark.parametrize(("b", "depth"), [(-1, None), (float("nan"), None), (1, 0)])
def test_wrong_parameters_are_refused(b: float, depth: int | None) -> None:
    with pytest.raises(ParameterError, match="expected"):
        e_measure(GRADES, Q1, b, depth)
