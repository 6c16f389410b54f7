"""Measures of preferences: equal to their literal definitions, within bounds, whatever the order and names of items."""

from array import array

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assess
from assess.graph import PreferenceGraph
from assess.measures.catalogue import MEASURES
from assess.measures.kinds import TopicJudgments
from assess.measures.preference import pairs_topic
from tests.measures.preference import literal

DOCNOS = [f"d{i}" for i in range(9)]
PAIRED, TREC_EVAL = ("ppref", "rpref", "wpref", "nwpref"), ("prefs_simp", "prefs_pair", "prefs_avgjg")
SETTINGS = [
    (name, {"cutoff": cutoff, "pairs": pairs})
    for name in PAIRED
    for cutoff in (None, 1, 3)
    for pairs in ("all", "explicit", "implicit")
]
SETTINGS += [("appref", {"cutoff": cutoff, "over": over}) for cutoff in (None, 1, 3) for over in ("gains", "preferred")]
SETTINGS += [(name, {"count": count}) for name in TREC_EVAL for count in ("all", "imp", "ret")]

docnos = st.sampled_from(DOCNOS)
edges = st.lists(st.tuples(docnos, docnos).filter(lambda pair: pair[0] != pair[1]), max_size=12)
grades = st.dictionaries(docnos, st.integers(0, 3), max_size=9)
graphs = st.builds(lambda e, g: PreferenceGraph(e, grades=g), edges, grades).filter(lambda graph: graph.edge_count > 0)
rankings = st.lists(st.sampled_from([*DOCNOS, "x1", "x2", "x3"]), unique=True, max_size=10)


@given(setting=st.sampled_from(SETTINGS), graph=graphs, ranking=rankings)
@hypothesis.settings(max_examples=600)
def test_equal_to_the_literal_definition_and_between_0_and_1(setting, graph, ranking):
    name, settings = setting
    value = getattr(assess, name)(graph, ranking, **settings)
    assert value == pytest.approx(getattr(literal, name)(graph, ranking, **settings), abs=1e-12)
    assert -1e-12 <= value <= 1 + 1e-12


@given(
    setting=st.sampled_from(SETTINGS),
    graph=graphs,
    runs=st.lists(rankings, min_size=1, max_size=5),
    cells=st.sampled_from([1, 40, 4_000_000]),
)
def test_many_runs_in_batches_of_any_size_score_as_one_by_one(setting, graph, runs, cells):
    name, settings = setting
    prepared = MEASURES[name].prepare(
        TopicJudgments(list(graph.judged_edges()), (), graph.grades, "combined"), settings
    )
    assert prepared
    ranks = array("i", [rank for run in runs for rank in graph.ranks(run)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairs_topic, "CELLS", cells)
        found = prepared.values(ranks, [len(run) for run in runs])
    assert found == pytest.approx([getattr(assess, name)(graph, run, **settings) for run in runs], abs=1e-12)


@given(setting=st.sampled_from(SETTINGS), edges=edges, grades=grades, ranking=rankings, random=st.randoms())
def test_the_order_of_judgments_and_the_names_of_items_do_not_matter(setting, edges, grades, ranking, random):
    name, settings = setting
    graph = PreferenceGraph(edges, grades=grades)
    hypothesis.assume(graph.edge_count)
    mixed, names = random.sample(edges, len(edges)), random.sample(DOCNOS, len(DOCNOS))
    renamed = dict(zip(DOCNOS, names, strict=True))
    other = PreferenceGraph(
        [(renamed[winner], renamed[loser]) for winner, loser in mixed],
        grades={renamed[docno]: grade for docno, grade in grades.items()},
    )
    value = getattr(assess, name)(graph, ranking, **settings)
    assert getattr(assess, name)(other, [renamed.get(d, d) for d in ranking], **settings) == pytest.approx(value)


@pytest.mark.parametrize(("name", "settings"), [case for case in SETTINGS if case[1].get("pairs") != "implicit"])
def test_a_run_that_keeps_every_preference_scores_1_and_its_reverse_0(name, settings):
    graph = PreferenceGraph([("d0", "d1"), ("d1", "d2")], grades={"d0": 2, "d1": 1, "d2": 0})
    best = ["d0", "d1", "d2"]
    if settings.get("cutoff") is None:
        assert getattr(assess, name)(graph, best, **settings) == pytest.approx(1)
    assert getattr(assess, name)(graph, best[::-1], **settings) == 0


@given(graph=graphs, ranking=rankings.filter(bool), random=st.randoms())
def test_swapping_neighbours_into_the_preferred_order_never_hurts(graph, ranking, random):
    """Only pairs of the two items change, so precision and recall rise if one of them is preferred more often."""
    won = {(a, b): sum(edge == (a, b) for edge in graph.edges()) for a in ranking for b in ranking}
    i = random.randrange(len(ranking))
    swapped = [*ranking[:i], *ranking[i : i + 2][::-1], *ranking[i + 2 :]]
    better = swapped if won[swapped[i], ranking[i]] >= won[ranking[i], swapped[i]] else ranking
    worse = ranking if better is swapped else swapped
    for measure in (assess.ppref, assess.rpref, assess.prefs_simp, assess.prefs_pair, assess.prefs_avgjg):
        assert measure(graph, better) >= measure(graph, worse) - 1e-12
