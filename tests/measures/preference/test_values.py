"""Values worked out by hand, relations between the measures, and degenerate input."""

from math import log2

import pytest

import assess
from assess.errors import NotDefinedError, ParameterError
from assess.graph import PreferenceGraph
from assess.measures.catalogue import MEASURES
from assess.measures.kinds import TopicJudgments

# The run has a, b, c at ranks 2, 3, 5; d and e are not retrieved.
RANKING = ["x", "a", "b", "y", "c", "z"]
GRAPH = PreferenceGraph([("a", "b"), ("c", "a"), ("b", "c"), ("a", "d"), ("e", "b"), ("e", "d")])
MEASURE_NAMES = ["ppref", "rpref", "wpref", "nwpref", "appref", "prefs_simp", "prefs_pair", "prefs_avgjg"]
EMPTY = {
    "no items": PreferenceGraph(),
    "one item": PreferenceGraph(vertices=["a"]),
    "all equal": PreferenceGraph.from_grades({"a": 1, "b": 1}),
}
WITHOUT = {
    "ties": TopicJudgments(ties=[("a", "b")]),
    "equal grades": TopicJudgments(grades={"a": 1, "b": 1}, graph="derived"),
    "one grade and ties": TopicJudgments(ties=[("a", "b")], grades={"a": 1}, graph="combined"),
}


def test_ppref_counts_pairs_with_one_item_above_the_cutoff() -> None:
    # Kept: ab, bc, ad. Broken: ca, eb. Not ordered: ed.
    assert assess.ppref(GRAPH, RANKING) == 3 / 5
    assert assess.ppref(GRAPH, RANKING, pairs="explicit") == 2 / 3
    assert assess.ppref(GRAPH, RANKING, pairs="implicit") == 1 / 2
    # With a alone above the cut-off: ab and ad are kept, ca is broken.
    assert assess.ppref(GRAPH, RANKING, cutoff=2) == 2 / 3
    assert assess.ppref(GRAPH, RANKING, cutoff=1) == 0


def test_rpref_divides_by_all_preferences() -> None:
    assert [assess.rpref(GRAPH, RANKING, cutoff=k) for k in (1, 2, 3, 6)] == [0, 2 / 6, 3 / 6, 3 / 6]


def test_wpref_weighs_a_pair_by_the_rank_of_its_later_item() -> None:
    ab, later_is_c, absent = 1 / log2(4), 1 / log2(6), 1 / log2(8)
    assert assess.wpref(GRAPH, RANKING) == pytest.approx((ab + later_is_c) / (ab + 2 * later_is_c))
    every = (ab + later_is_c + absent) / (ab + 2 * later_is_c + 2 * absent)
    assert assess.wpref(GRAPH, RANKING, pairs="all") == pytest.approx(every)


def test_nwpref_weighs_a_pair_by_the_rank_of_its_first_item() -> None:
    at_2, at_3 = 1 / (1 + log2(2)), 1 / (1 + log2(3))
    kept, broken = 2 * at_2 + at_3, at_2 + at_3
    assert assess.nwpref(GRAPH, RANKING) == pytest.approx(kept / (kept + broken))


def test_appref_averages_ppref_where_rpref_rises_or_over_all_items_that_won() -> None:
    # rpref rises at ranks 2 (ppref 2/3) and 3 (ppref 3/5). The items a, b, c and e won; ppref stays 3/5 from rank 3,
    # and for e, which is not retrieved, rpref counts: 3/6.
    assert assess.appref(GRAPH, RANKING) == pytest.approx((2 / 3 + 3 / 5) / 2)
    assert assess.appref(GRAPH, RANKING, over="preferred") == pytest.approx((2 / 3 + 3 / 5 + 3 / 5 + 3 / 6) / 4)


def test_precision_and_recall_of_whole_runs_are_measures_of_trec_eval() -> None:
    assert assess.rpref(GRAPH, RANKING) == assess.prefs_simp(GRAPH, RANKING)
    assert assess.ppref(GRAPH, RANKING) == assess.prefs_simp(GRAPH, RANKING, count="imp")
    assert assess.ppref(GRAPH, RANKING, pairs="explicit") == assess.prefs_simp(GRAPH, RANKING, count="ret")


def test_contradicting_judgments_keep_a_run_below_1() -> None:
    graph = PreferenceGraph([("a", "b"), ("a", "b"), ("b", "a")])
    assert assess.ppref(graph, ["a", "b"]) == 2 / 3
    assert assess.ppref(graph, ["b", "a"]) == 1 / 3


@pytest.mark.parametrize("name", MEASURE_NAMES)
def test_a_run_without_judged_items_scores_0(name: str) -> None:
    assert getattr(assess, name)(GRAPH, []) == 0
    assert getattr(assess, name)(GRAPH, ["x", "y"]) == 0


@pytest.mark.parametrize("name", MEASURE_NAMES)
@pytest.mark.parametrize("graph", [*EMPTY.values()], ids=[*EMPTY])
def test_without_preferences_a_measure_is_not_defined(name: str, graph: PreferenceGraph) -> None:
    with pytest.raises(NotDefinedError, match=f"{name} is not defined: the graph has no preferences"):
        getattr(assess, name)(graph, ["a", "b"])


@pytest.mark.parametrize("name", MEASURE_NAMES)
def test_a_topic_without_judgments_for_the_graph_is_not_prepared(name: str) -> None:
    defaults = {key: parameter.default for key, parameter in MEASURES[name].parameters.items()}
    assert MEASURES[name].prepare(TopicJudgments(grades={"a": 1, "b": 0}, graph="real"), defaults) is None


@pytest.mark.parametrize("name", [*MEASURE_NAMES, "delta_ndcg", "delta_err"])
@pytest.mark.parametrize("judgments", WITHOUT.values(), ids=[*WITHOUT])
def test_a_topic_without_preferences_is_not_prepared(name: str, judgments: TopicJudgments) -> None:
    defaults = {key: parameter.default for key, parameter in MEASURES[name].parameters.items()}
    assert MEASURES[name].prepare(judgments, defaults) is None


def test_values_out_of_range_are_refused() -> None:
    with pytest.raises(ParameterError, match="found cutoff 0, expected at least 1, or None"):
        assess.ppref(GRAPH, RANKING, cutoff=0)
    with pytest.raises(ParameterError, match="found pairs 'both', expected one of all, explicit, implicit"):
        assess.wpref(GRAPH, RANKING, pairs="both")
    with pytest.raises(ParameterError, match="found over 'all', expected one of gains, preferred"):
        assess.appref(GRAPH, RANKING, over="all")
    with pytest.raises(ParameterError, match="found count 'none', expected one of all, imp, ret"):
        assess.prefs_pair(GRAPH, RANKING, count="none")
    with pytest.raises(ParameterError, match="found 'a' at rank 2 again"):
        assess.ppref(GRAPH, ["a", "a"])
