"""PGC inside ir_measures."""

import warnings
from collections.abc import Iterator
from math import isnan

import ir_measures
import pytest
from ir_measures import Qrel, ScoredDoc, nDCG

import assess
from assess.errors import ParameterError, UnknownNameError
from assess.measures.provider import IR_MEASURES, PGC, AssessProvider, ir_measure, register

QRELS = {"t1": {"d1": 2, "d2": 0, "d3": 1}, "t2": {"d1": 1, "d4": 0}}
RUN = {"t1": {"d3": 3.0, "d1": 2.0, "d2": 2.0}, "t9": {"d1": 1.0}}
PREFERENCES = {"t1": [("d2", "d1"), ("d2", "d3")]}
RANKING = ["d3", "d1", "d2"]


@pytest.fixture
def registered() -> Iterator[None]:
    """PGC known to ir_measures for the time of a test."""
    known = list(ir_measures.DefaultPipeline.providers)
    register()
    yield
    ir_measures.DefaultPipeline.providers = known
    for measure in IR_MEASURES.values():
        ir_measures.measures.registry.pop(measure.NAME)
    ir_measures.providers.registry.pop("assess")


def test_pgc_can_be_computed_with_other_measures(registered):
    expected = assess.pgc(assess.PreferenceGraph.from_grades(QRELS["t1"]), RANKING, 0.8)
    found = ir_measures.calc_aggregate([PGC(p=0.8), nDCG @ 3], QRELS, RUN)
    assert found[PGC(p=0.8)] == pytest.approx(expected / 2)  # the run lacks one of the two topics
    assert 0 < found[nDCG @ 3] < 1


def test_pgc_is_known_by_name_and_prints_as_written(registered):
    measure = ir_measures.parse_measure("PGC(p=0.8,normalize=True)@50")
    assert str(measure) == "PGC(p=0.8,normalize=True)@50"
    [first, missing] = sorted(ir_measures.iter_calc([measure], QRELS, RUN))
    graph = assess.PreferenceGraph.from_grades(QRELS["t1"])
    assert first.value == assess.pgc(graph, RANKING, 0.8, 50, normalize=True)
    assert missing == ir_measures.Metric("t2", measure, 0.0)


def test_qrels_and_runs_may_be_records(registered):
    qrels = [Qrel(topic, docno, grade) for topic, grades in QRELS.items() for docno, grade in grades.items()]
    run = [ScoredDoc(topic, docno, score) for topic, scores in RUN.items() for docno, score in scores.items()]
    assert PGC.calc_aggregate(qrels, run) == PGC.calc_aggregate(QRELS, RUN)


@pytest.mark.parametrize(
    ("graph", "topics"), [("real", {"t1"}), ("combined", {"t1", "t2"}), ("derived", {"t1", "t2"}), (None, {"t1", "t2"})]
)
def test_a_provider_may_have_preferences_of_its_own(graph, topics):
    found = {
        metric.query_id: metric.value for metric in AssessProvider(PREFERENCES, graph).iter_calc([PGC], QRELS, RUN)
    }
    assert {topic for topic, value in found.items() if not isnan(value)} == topics
    expected = assess.score_runs({"r": {"t1": RANKING}}, PREFERENCES, QRELS, graph=graph)
    assert {topic: found[topic] for topic in topics} == expected["r"]["pgc"]


def test_other_measures_in_the_same_call_do_not_change_the_mean(registered):
    """ir_measures takes the topics of its first provider for all measures, and counts 0 where we have no judgments."""
    register(PREFERENCES, "real")
    alone = PGC.calc_aggregate(QRELS, {"t1": RUN["t1"], "t2": {"d1": 1.0}})
    mixed = ir_measures.calc_aggregate([nDCG @ 3, PGC], QRELS, {"t1": RUN["t1"], "t2": {"d1": 1.0}})
    assert mixed[PGC] == alone == assess.pgc(assess.PreferenceGraph(PREFERENCES["t1"]), RANKING)


def test_equal_scores_can_be_ordered_as_trec_eval_does_for_ndcg(registered):
    """d1 and d2 have equal scores: trec_eval puts d2 first, so nDCG is that of d3, d2, d1."""
    graph = assess.PreferenceGraph.from_grades(QRELS["t1"])
    judged, run = {"t1": QRELS["t1"]}, {"t1": RUN["t1"]}
    register(order="trec_eval")
    found = ir_measures.calc_aggregate([PGC, nDCG @ 2], judged, run)
    assert found[PGC] == assess.pgc(graph, ["d3", "d2", "d1"]) != assess.pgc(graph, RANKING)
    assert found[nDCG @ 2] == nDCG(cutoff=2).calc_aggregate(judged, {"t1": {"d3": 3, "d2": 2, "d1": 1}})


def test_items_that_are_not_relevant_are_told_and_can_be_left_out(registered):
    """One relevant and 20 other items, p = 0.95: 0.158 and 0.706 were computed by a reviewer of this project."""
    others = {f"n{number}": 0 for number in range(20)}
    judged = {"t1": {"r": 1, **others}}
    one, rest = {"t1": {"r": 1.0}}, {"t1": dict.fromkeys(others, 1.0)}
    with pytest.warns(
        UserWarning, match=r"20 of 21 graded items have a grade of 0 or below. Runs gain by them in PGC;"
    ):
        assert PGC.calc_aggregate(judged, one) == pytest.approx(0.158, abs=5e-4)
    with pytest.warns(UserWarning, match="Runs gain"):
        assert PGC.calc_aggregate(judged, rest) == pytest.approx(0.706, abs=5e-4)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert PGC(positive=True).calc_aggregate(judged, one) == pytest.approx(0.158, abs=5e-4)
        assert PGC(positive=True).calc_aggregate(judged, rest) == 0.0


def test_every_measure_of_the_catalogue_is_known_by_name(registered):
    for name, measure in IR_MEASURES.items():
        assert ir_measures.parse_measure(measure.NAME) == ir_measure(name)
    with pytest.raises(UnknownNameError, match="expected one of pgc"):
        ir_measure("nDCG")


def test_registering_again_replaces_the_preferences(registered):
    before = PGC.calc_aggregate(QRELS, RUN)
    register(PREFERENCES, "real")
    assert PGC.calc_aggregate(QRELS, RUN) != before
    assert sum(provider.NAME == "assess" for provider in ir_measures.DefaultPipeline.providers) == 1


def test_a_graph_of_preferences_needs_them():
    with pytest.raises(ParameterError, match="the real graph needs preferences"):
        AssessProvider(graph="real")


def test_p_outside_zero_and_one_is_refused(registered):
    with pytest.raises(ParameterError, match=r"measure 'PGC\(p=1.5\)': found p = 1.5, expected"):
        PGC(p=1.5).calc_aggregate(QRELS, RUN)


def test_compatibility_of_ir_measures_agrees_with_ours():
    ranking = ["d3", "d1", "d2"]
    theirs = ir_measures.Compat(p=0.8).calc_aggregate({"t1": QRELS["t1"]}, {"t1": RUN["t1"]})
    assert theirs == pytest.approx(assess.compatibility(QRELS["t1"], ranking, 0.8, depth=3), abs=1e-15)


def test_measures_of_two_runs_are_not_for_ir_measures_and_those_of_one_page_are():
    """ir_measures hands over one run at a time."""
    with pytest.raises(UnknownNameError, match="found measure 'wr', expected one of"):
        ir_measure("wr")
    pmr = ir_measure("pmr")
    [found] = [m for m in AssessProvider(PREFERENCES).iter_calc([pmr], QRELS, RUN) if m.query_id == "t1"]
    assert found.value == assess.pmr({("d2", "d1"): "left", ("d2", "d3"): "left"}, assess.as_page(RANKING)) == 0.0


@pytest.mark.parametrize(("name", "parameter"), [("ppref", "cutoff"), ("delta_ndcg", "cutoff"), ("f", "depth")])
def test_an_at_sign_sets_the_cut_off_or_the_depth(registered, name, parameter):
    at_2 = ir_measures.parse_measure(f"{name}@2")
    assert at_2 == ir_measure(name) @ 2 == ir_measure(name)(**{parameter: 2})
    assert str(at_2) == f"{name}@2"
    assert at_2.calc_aggregate(QRELS, RUN) == ir_measure(name)(**{parameter: 2}).calc_aggregate(QRELS, RUN)


def test_an_at_sign_is_refused_as_by_ir_measures_where_there_is_no_cut_off(registered):
    for name in ("Bpref", "bpref10"):
        with pytest.raises(AssertionError, match=r"unsupported params found: \['cutoff'\]"):
            ir_measures.parse_measure(f"{name}@10").calc_aggregate(QRELS, RUN)


def test_topics_where_a_measure_is_not_defined_are_counted_in_one_warning(registered):
    """recall_effort is not defined if the run has fewer relevant items than expected: here none, in all topics."""
    qrels = {f"t{number}": {"d1": 1} for number in range(8)}
    run = {topic: {"d2": 1.0} for topic in qrels}
    with pytest.warns(UserWarning, match="is not defined") as warned:
        ir_measure("recall_effort")(expected=1).calc_aggregate(qrels, run)
    assert [str(each.message) for each in warned] == [
        "recall_effort(expected=1) is not defined for 8 of 8 topics, left out of the mean: t0 t1 t2 t3 t4 ..."
    ]
