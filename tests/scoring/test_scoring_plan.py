"""The judgments that each measure uses."""

import pickle
from array import array

import pytest

from assess.errors import ParameterError
from assess.graph import PreferenceGraph
from assess.measures.compatibility import compatibility
from assess.measures.pgc import pgc
from assess.scoring import make_plan

PREFERENCES = {"t1": [("a", "b"), ("c", "a")], "t2": [("a", "b")]}
QRELS = {"t1": {"a": 1, "b": 0, "z": 2}, "t3": {"z": 0}}


def test_each_measure_has_its_own_topics():
    plan = make_plan(PREFERENCES, QRELS, ["pgc", "compat", "nDCG@3"], "real")
    assert plan.topics_of == {"pgc": ("t1", "t2"), "compat": ("t1", "t3"), "nDCG@3": ("t1", "t3")}
    assert plan.judged_topics == {"t1", "t2", "t3"}


def test_topics_with_judgments_that_lack_what_a_measure_requires_are_remembered():
    qrels, ties = QRELS | {"t4": {"z": 2}}, {"t5": [("a", "b")]}
    plan = make_plan(PREFERENCES, qrels, ["pgc", "ppref", "f", "compat", "f(rel=9)"], "real", ties=ties)
    assert [(out.measure, out.topics, out.judged) for out in plan.left_out] == [
        ("pgc", ("t5",), 3),
        ("ppref", ("t5",), 3),
        ("f", ("t3",), 3),
        ("f(rel=9)", ("t1", "t3", "t4"), 3),
    ]
    assert plan.judged_topics == {"t1", "t2", "t3", "t4", "t5"}


def test_a_topic_that_is_left_out_says_what_it_lacks():
    some, every = make_plan(PREFERENCES, QRELS, ["f", "f(rel=9)"]).left_out
    assert str(some) == "f is not defined for topics without a relevant item, and leaves out 1 of 2: t3"
    assert str(every) == "f(rel=9) is not defined: no topic has a relevant item"


def test_each_measure_uses_the_ranks_of_its_own_items():
    plan = make_plan(PREFERENCES, QRELS, ["pgc", "compat"], "real")
    topic = plan.topics["t1"]
    assert topic.docnos == ("a", "b", "c", "z")
    rankings = [["z", "b", "a"], ["c"]]
    ranks = array("i", [r.index(d) + 1 if d in r else 0 for r in rankings for d in topic.docnos])
    assert topic.values(ranks, [3, 1]) == {
        "pgc": [pgc(PreferenceGraph(PREFERENCES["t1"]), r) for r in rankings],
        "compat": [compatibility(QRELS["t1"], r) for r in rankings],
    }


def test_a_topic_without_relevant_items_scores_zero():
    topic = make_plan(None, QRELS, ["compat"]).topics["t3"]
    assert topic.values(array("i"), [0, 5]) == {"compat": [0.0, 0.0]}


@pytest.mark.parametrize(
    ("preferences", "qrels", "edges"), [(PREFERENCES, None, 2), (None, QRELS, 3), (PREFERENCES, QRELS, 5)]
)
def test_without_a_named_graph_all_judgments_count(preferences, qrels, edges):
    [basis] = make_plan(preferences, qrels, ["pgc"]).topics["t1"].measures.values()
    assert basis.prepared.graph.edge_count == edges


@pytest.mark.parametrize(
    ("preferences", "qrels", "measure", "graph", "message"),
    [
        (None, None, "pgc", None, "found no judgments, expected preferences, qrels, or both"),
        (PREFERENCES, None, "pgc", "derived", "the derived graph needs qrels"),
        (PREFERENCES, None, "pgc", "combined", "the combined graph needs qrels"),
        (None, QRELS, "pgc", "real", "the real graph needs preferences"),
        (PREFERENCES, None, "compat", None, "measure 'compat' needs qrels"),
        (PREFERENCES, None, "nDCG@3", None, "measure 'nDCG@3' needs qrels"),
    ],
)
def test_judgments_that_a_measure_needs_must_be_there(preferences, qrels, measure, graph, message):
    with pytest.raises(ParameterError, match=message):
        make_plan(preferences, qrels, [measure], graph)


def test_a_plan_survives_pickling_after_use():
    plan = make_plan(PREFERENCES, QRELS, ["pgc", "nDCG@3"])
    assert plan.judged_items.ranks(b"t1 Q0 a 1 1 x\n").ranks["t1"].tolist() == [1, 0, 0, 0]
    copy = pickle.loads(pickle.dumps(plan))
    assert copy.topics_of == plan.topics_of
    ranks = array("i", [1, 2, 3, 4])
    assert copy.topics["t1"].values(ranks, [4]) == plan.topics["t1"].values(ranks, [4])
