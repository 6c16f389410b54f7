"""nDCG and ERR with gains from wins and losses."""

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assess
from assess.errors import NotDefinedError, ParameterError

ITEMS = list("abcdef")
EDGES = st.lists(st.permutations(ITEMS).map(lambda order: (order[0], order[1])), min_size=1, max_size=12)
RUNS = st.permutations([*ITEMS, "x", "y"]).flatmap(lambda run: st.integers(1, 8).map(lambda n: run[:n]))


def differences(edges):
    """Wins less losses, above the smallest: whole numbers that ir_measures takes for grades."""
    delta = {item: sum((won == item) - (lost == item) for won, lost in edges) for pair in edges for item in pair}
    return {item: of - min(delta.values()) for item, of in delta.items()}


@given(EDGES, RUNS, st.integers(1, 8))
def test_delta_ndcg_is_ndcg_of_the_differences(edges, run, cutoff):
    """Independent: nDCG of pytrec_eval, by ir_measures, which does not depend on the scale of gains."""
    grades = differences(edges)
    if not any(grades.values()):
        return
    scored = {"t": {item: float(-rank) for rank, item in enumerate(run)}}
    expected = (ir_measures.nDCG @ cutoff).calc_aggregate({"t": grades}, scored)
    assert assess.delta_ndcg(assess.PreferenceGraph(edges), run, cutoff) == pytest.approx(expected, abs=1e-6)


@given(EDGES, RUNS, st.none() | st.integers(1, 8))
def test_delta_err_adds_up_rank_by_rank(edges, run, cutoff):
    grades = differences(edges)
    top = max(grades.values())
    if not top:
        return
    expected, left = 0.0, 1.0
    for rank, item in enumerate(run[:cutoff], start=1):
        stops = (2 ** (grades.get(item, 0) / top) - 1) / 2
        expected += left * stops / rank
        left *= 1 - stops
    assert assess.delta_err(assess.PreferenceGraph(edges), run, cutoff) == pytest.approx(expected)


def test_an_ideal_ranking_has_a_delta_ndcg_of_1_and_an_empty_one_0():
    graph = assess.PreferenceGraph([("a", "b"), ("b", "c"), ("a", "c")])
    assert assess.delta_gains(graph) == {"a": 1.0, "b": 0.5, "c": 0.0}
    assert assess.delta_ndcg(graph, "abc") == 1.0
    assert assess.delta_ndcg(graph, []) == assess.delta_err(graph, []) == 0.0


@pytest.mark.parametrize("edges", [[], [("a", "b"), ("b", "c"), ("c", "a")]])
def test_without_an_item_ahead_it_is_not_defined(edges):
    with pytest.raises(NotDefinedError, match="no item was preferred more often than another"):
        assess.delta_err(assess.PreferenceGraph(edges), ["a"])


def test_a_cutoff_below_1_is_refused():
    with pytest.raises(ParameterError, match="found cutoff 0, expected at least 1"):
        assess.delta_ndcg(assess.PreferenceGraph([("a", "b")]), ["a"], cutoff=0)


def test_they_are_measures_by_name_and_leave_out_topics_where_they_are_not_defined():
    scores = assess.score_runs(
        {"mine": {"t1": ["b", "a"], "t2": ["a"]}},
        {"t1": [("a", "b")], "t2": [("a", "b"), ("b", "a")]},
        measures=["delta_ndcg(cutoff=1)", "delta_err"],
    )
    assert scores["mine"] == {"delta_ndcg(cutoff=1)": {"t1": 0.0}, "delta_err": {"t1": pytest.approx(0.25)}}
