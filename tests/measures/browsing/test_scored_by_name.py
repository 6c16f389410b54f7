"""P@H by name, on files: parameters, agreement with the function and with ir_measures on CAsT, and speed."""

import re
from math import inf

import ir_measures
import numpy as np
import pytest
from ir_measures import AP, P

from assess import files, p_at_h, score_runs
from assess.errors import ParameterError
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.measures.browsing.browsing_models import (
    AveragePrecision,
    Cascade,
    Deterministic,
    Discounted,
    RankBiased,
    Walk,
)
from assess.measures.by_name import parse_measure
from assess.measures.kinds import TopicJudgments
from assess.measures.provider import AssessProvider, ir_measure

RUNS = ["exp1", "exp5", "exp7", "exp12", "exp13", "exp16"]
NAMES = {
    "p_at_h": {"model": Walk()},
    "p_at_h(model=walk,forward=0.5,back=0.25,loss=0.25,order=2)": {"model": Walk(0.5, 0.25), "loss": 0.25, "order": 2},
    "p_at_h(model=walk,forward=.4,back=.1,first=.4,depth=20)": {"model": Walk(0.4, 0.1, 0.4, 20)},
    "p_at_h(model=rbp,p=0.5)": {"model": RankBiased(0.5)},
    "p_at_h(model=rbp,depth=inf,order=2,gain=linear)": {"model": RankBiased(depth=inf), "order": 2, "gain": "linear"},
    "p_at_h(model=precision,depth=10)": {"model": Deterministic(10)},
    "p_at_h(model=dcg,base=3,shift=1,gain=exponential)": {"model": Discounted(3, 1), "gain": "exponential"},
    "p_at_h(model=dcg,effort=steps)": {"model": Discounted(), "effort": "steps"},
    "p_at_h(model=ap)": {"model": AveragePrecision()},
    "p_at_h(model=ap,recall_base=known)": {"model": AveragePrecision()},
    "p_at_h(model=ap,recall_base=retrieved,order=2)": {"model": AveragePrecision("retrieved"), "order": 2},
    "p_at_h(model=err)": {"model": Cascade()},
    "p_at_h(model=err,max_grade=5,depth=30)": {"model": Cascade(5, 30)},
}


@pytest.mark.parametrize(("name", "arguments"), NAMES.items())
def test_a_name_means_what_the_function_computes(name, arguments):
    rng = np.random.default_rng(4)
    docnos = [f"d{i}" for i in range(60)]
    grades = {docno: int(grade) for docno, grade in zip(docnos, rng.integers(-1, 5, 60), strict=True)}
    rankings = {
        f"run{i}": rng.permutation([*docnos, *(f"x{i}" for i in range(20))])[:length].tolist()
        for i, length in enumerate([0, 1, 15, 40, 80])
    }
    scores = score_runs(
        {run: {"t": ranking} for run, ranking in rankings.items()}, qrels={"t": grades}, measures=[name]
    )
    for run, ranking in rankings.items():
        assert scores[run][name]["t"] == pytest.approx(p_at_h(grades, ranking, **arguments), abs=1e-12), run


def test_many_runs_at_once_score_as_one_by_one():
    grades = {f"d{i}": i % 3 for i in range(12)}
    lengths = [0, 3, 12, 12, 7]
    for name in NAMES:
        prepared = parse_measure(name).prepare(TopicJudgments(grades=grades))
        ranks = np.random.default_rng(2).permuted(np.tile(np.arange(1, 13), (5, 1)), axis=1)[:, : len(prepared.docnos)]
        ranks = np.where(ranks > np.array(lengths)[:, None], 0, ranks).astype(np.int32)
        together = prepared.values(ranks, lengths)
        alone = [prepared.values(row.copy(), [length])[0] for row, length in zip(ranks, lengths, strict=True)]
        assert together == alone, name


def test_only_grades_from_rel_on_are_relevant():
    grades, run = {"a": 1, "b": 2, "c": 3}, {"t": ["a", "b", "c"]}
    scores = score_runs(
        {"mine": run}, qrels={"t": grades}, measures=["p_at_h(model=ap,rel=2)", "AP(rel=2)", "p_at_h(model=ap)"]
    )["mine"]
    assert scores["p_at_h(model=ap,rel=2)"]["t"] == pytest.approx(scores["AP(rel=2)"]["t"])
    assert scores["p_at_h(model=ap)"]["t"] == 1


def test_a_topic_is_left_out_if_order_2_is_not_defined():
    runs = {"mine": {"t1": ["a"], "t2": ["a", "b"]}}
    qrels = {topic: {"a": 1, "b": 1} for topic in ("t1", "t2")}
    name = "p_at_h(model=ap,order=2)"
    assert score_runs(runs, qrels=qrels, measures=[name])["mine"][name] == {"t2": pytest.approx(1.5 / 1.5)}


def test_a_topic_without_relevant_items_scores_0():
    name = "p_at_h(model=rbp)"
    assert score_runs({"mine": {"t": ["a"]}}, qrels={"t": {"a": 0}}, measures=[name])["mine"][name] == {"t": 0}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("p_at_h(model=rpb)", "found model = rpb, expected precision|ap|rbp|dcg|err|walk"),
        ("p_at_h(p=0.5)", "'p_at_h(p=0.5)': found p, expected parameters of the model walk: back, first, forward"),
        ("p_at_h(model=precision,back=0.5)", "found back, expected parameters of the model precision: none"),
        ("p_at_h(order=3)", "found order = 3, expected 1|2"),
        ("p_at_h(loss=1.5)", "found loss = 1.5, expected from 0 to 1"),
        ("p_at_h(forward=0.9,back=0.2)", "found forward + back = 1.1, expected at most 1"),
        ("p_at_h(effort=time)", "found effort = time, expected steps|constant"),
        ("p_at_h(depth=0)", "found depth 0.0, expected a whole number from 1, or inf"),
        ("p_at_h(speed=1)", "expected model=precision|ap|rbp|dcg|err|walk, order=1|2, loss=NUMBER"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(name, message):
    with pytest.raises(ParameterError, match=re.escape(message)):
        score_runs({"mine": {"t": ["a"]}}, qrels={"t": {"a": 1}}, measures=[name])


def test_it_is_a_measure_of_ir_measures():
    qrels, run = {"t": {"a": 2, "b": 0, "c": 1}}, {"t": {"b": 3.0, "a": 2.0, "c": 1.0}}
    p_at_h_there = ir_measure("p_at_h")
    walk, at_2, ap = p_at_h_there(loss=0.25, order=2), p_at_h_there(model="precision") @ 2, p_at_h_there(model="ap")
    found = AssessProvider().calc_aggregate([walk, at_2, ap], qrels, run)
    theirs = ir_measures.calc_aggregate([P @ 2, AP], qrels, run)
    assert found[walk] == pytest.approx(p_at_h(qrels["t"], ["b", "a", "c"], model=Walk(), loss=0.25, order=2))
    assert (found[at_2], found[ap]) == pytest.approx((theirs[P @ 2], theirs[AP]))


@pytest.fixture(scope="module")
def cast(shared_data):
    return shared_data / "cast2019"


@pytest.fixture(scope="module")
def qrels(cast):
    return files.load(cast / "2019qrels.txt", parse_qrels)


@pytest.mark.parametrize("run", RUNS)
def test_on_cast_it_is_ap_precision_and_ndcg_of_ir_measures(cast, qrels, run):
    rankings = files.load(cast / "runs" / f"{run}.run.gz", parse_run).rankings
    runs = {run: {topic: ranking.docnos for topic, ranking in rankings.items()}}
    ours = ["p_at_h(model=ap)", "p_at_h(model=ap,rel=2)", "p_at_h(model=precision,depth=20)"]
    theirs = ["AP", "AP(rel=2)", "P@20"]
    scores = score_runs(runs, qrels=qrels, measures=[*ours, *theirs])[run]
    for our, their in zip(ours, theirs, strict=True):
        assert len(scores[our]) == 173
        assert scores[our] == pytest.approx(scores[their], abs=1e-9)
