"""P, AP, RBP, DCG and ERR as instances of P@H: equal to ir_measures on random runs."""

import shutil
from math import inf, log2

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import AP, ERR, RBP, P, nDCG

from assess import p_at_h
from assess.measures.browsing.browsing_models import AveragePrecision, Cascade, Deterministic, Discounted, RankBiased

DOCNOS = [f"d{i:02}" for i in range(30)]


@st.composite
def judged_runs(draw, highest=4):
    """Grades from -1 to the highest with at least one relevant item, and a ranking of some items."""
    judged = draw(st.dictionaries(st.sampled_from(DOCNOS), st.integers(-1, highest), min_size=1))
    judged[draw(st.sampled_from(sorted(judged)))] = highest
    ranking = draw(st.lists(st.sampled_from(DOCNOS), unique=True, min_size=1))
    return judged, ranking


def by_ir_measures(measure, grades, ranking):
    run = {docno: float(-rank) for rank, docno in enumerate(ranking)}
    return ir_measures.calc_aggregate([measure], {"1": grades}, {"1": run})[measure]


@given(judged_runs(), st.integers(1, 40))
def test_precision_is_the_deterministic_model_with_a_depth(judged, k):
    """A run that is shorter than k is divided by k all the same."""
    assert p_at_h(*judged, model=Deterministic(depth=k)) == pytest.approx(by_ir_measures(P @ k, *judged), abs=1e-9)


@given(judged_runs())
def test_ap_is_the_model_that_looks_for_all_known_items_in_a_run_without_end(judged):
    assert p_at_h(*judged, model=AveragePrecision()) == pytest.approx(by_ir_measures(AP, *judged), abs=1e-9)


@given(judged_runs())
def test_the_exact_model_of_ap_is_ap_divided_by_recall(judged):
    grades, ranking = judged
    known = sum(grade > 0 for grade in grades.values())
    retrieved = sum(grades.get(docno, 0) > 0 for docno in ranking)
    exact = p_at_h(grades, ranking, model=AveragePrecision(recall_base="retrieved"))
    assert exact * retrieved / known == pytest.approx(by_ir_measures(AP, *judged), abs=1e-9)


@given(judged_runs())
def test_dcg_of_a_run_and_of_the_ideal_run_give_ndcg(judged):
    """trec_eval's discount is 1 / log2(i + 1): the paper's with the rank shifted by one."""
    grades, _ = judged
    ideal = sorted(grades, key=lambda docno: -grades[docno])
    model = Discounted(base=2, shift=1)
    ndcg = p_at_h(*judged, model=model) / p_at_h(grades, ideal, model=model)
    assert ndcg == pytest.approx(by_ir_measures(nDCG, *judged), abs=1e-9)


@given(judged_runs(), st.sampled_from([2, 3, 10]))
def test_dcg_is_the_formula_of_the_paper(judged, base):
    grades, ranking = judged
    gained = [max(0, grades.get(docno, 0)) for docno in ranking]
    dcg = sum(gain / max(1, log2(i) / log2(base)) for i, gain in enumerate(gained, start=1))
    assert p_at_h(grades, ranking, model=Discounted(base=base)) == pytest.approx(dcg, abs=1e-9)
    assert p_at_h(grades, ranking, model=Discounted(base=base), order=2) == pytest.approx(dcg, abs=1e-9)


def err(grades, ranking, k):
    """Chapelle et al., CIKM 2009, equation 1: the expectation of 1 / the rank where the user stops satisfied."""
    value, going_on = 0.0, 1.0
    for rank, docno in enumerate(ranking[:k], start=1):
        satisfied = (2 ** max(0, grades.get(docno, 0)) - 1) / 2**4
        value += going_on * satisfied / rank
        going_on *= 1 - satisfied
    return value


@given(judged_runs(), st.integers(1, 40))
def test_err_is_the_cascade_on_a_run_without_end(judged, k):
    grades, ranking = judged
    assert p_at_h(grades, ranking[:k], model=Cascade()) == pytest.approx(err(grades, ranking, k), abs=1e-9)


@pytest.mark.skipif(shutil.which("perl") is None, reason="ir_measures computes ERR with a program in Perl")
@settings(max_examples=25)  # each starts that program
@given(judged_runs(), st.sampled_from([1, 3, 20]))
def test_err_is_that_of_ir_measures(judged, k):
    """Its program prints five places."""
    grades, ranking = judged
    expected = by_ir_measures(ERR @ k, *judged)
    assert p_at_h(grades, ranking[:k], model=Cascade()) == pytest.approx(expected, abs=5.1e-6)


def test_with_a_finite_depth_the_unsatisfied_stop_at_the_last_item_as_the_paper_has_it():
    assert p_at_h([0, 0, 0, 0], model=Cascade(depth=4)) == 0.25
    satisfied = 15 / 16
    assert p_at_h([4, 0], model=Cascade(depth=2)) == pytest.approx(satisfied + (1 - satisfied) / 2)


def rbp(grades, ranking, p):
    """Moffat and Zobel, TOIS 2008: (1 - p) times the sum of p^(i-1) over relevant items."""
    return (1 - p) * sum(p**i for i, docno in enumerate(ranking) if grades.get(docno, 0) > 0)


@given(judged_runs(), st.floats(0.01, 0.99))
def test_rbp_is_order_2_on_a_run_without_end(judged, p):
    assert p_at_h(*judged, model=RankBiased(p, depth=inf), order=2) == pytest.approx(rbp(*judged, p), abs=1e-9)


@given(judged_runs(), st.floats(0.01, 0.99))
def test_rbp_of_a_finite_run_divides_by_the_steps_in_it(judged, p):
    n = len(judged[1])
    expected = rbp(*judged, p) / (1 - p**n)
    assert p_at_h(*judged, model=RankBiased(p), order=2) == pytest.approx(expected, abs=1e-9)


@given(judged_runs(highest=1), st.floats(0.01, 0.99))
def test_rbp_is_that_of_ir_measures(judged, p):
    pytest.importorskip("cwl", reason="ir_measures computes RBP with the package cwl-eval")
    expected = by_ir_measures(RBP(p=p, rel=1), *judged)
    assert p_at_h(*judged, model=RankBiased(p, depth=inf), order=2) == pytest.approx(expected, abs=1e-9)
