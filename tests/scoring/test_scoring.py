"""Scoring of runs in memory and in files."""

import gzip
import re
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assess
from assess.errors import FormatError, ParameterError
from assess.scoring import make_plan
from assess.scoring.table import over_topics

PREFERENCES = {"t1": [("d1", "d2"), ("d1", "d3"), ("d3", "d2")], "t2": [("d1", "d2"), ("d2", "d1"), ("d2", "d1")]}
QRELS = {"t1": {"d1": 2, "d2": 0, "d3": 1}, "t2": {"d2": 1, "d9": 0}}
RUNS = {
    "first": {"t1": ["d3", "d1", "d9"], "t2": ["d2", "d1"], "t9": ["d1"]},
    "second": {"t1": ["d1", "d3", "d2"]},
}
MEASURES = ["pgc", "pgc(p=0.8)", "compat", "nDCG@2"]


@pytest.fixture
def files(tmp_path):
    """The same runs as files, in the reverse order of their lines."""
    paths = []
    for name, rankings in RUNS.items():
        lines = [
            f"{topic} Q0 {docno} 0 {-place} {name}\n"
            for topic, docnos in rankings.items()
            for place, docno in enumerate(docnos)
        ]
        paths.append(tmp_path / f"{name}.run.gz")
        paths[-1].write_bytes(gzip.compress("".join(reversed(lines)).encode()))
    return paths


def test_each_topic_scores_as_the_measure_alone():
    scores = assess.score_runs(RUNS, PREFERENCES, QRELS, measures=MEASURES, graph="real", p=0.9)
    graph = assess.PreferenceGraph(PREFERENCES["t1"])
    assert scores["first"]["pgc"]["t1"] == assess.pgc(graph, RUNS["first"]["t1"], 0.9)
    assert scores["first"]["pgc(p=0.8)"]["t1"] == assess.pgc(graph, RUNS["first"]["t1"], 0.8)
    assert scores["second"]["compat"]["t1"] == assess.compatibility(QRELS["t1"], RUNS["second"]["t1"], 0.9)
    assert scores["second"]["nDCG@2"]["t1"] == pytest.approx(1.0)


def test_a_judged_topic_missing_in_a_run_scores_zero_and_an_unjudged_one_is_left_out():
    scores = assess.score_runs(RUNS, PREFERENCES)
    assert scores["second"]["pgc"]["t2"] == 0.0
    assert set(scores["first"]["pgc"]) == {"t1", "t2"}


@pytest.mark.parametrize("processes", [1, 2])
def test_files_score_as_runs_in_memory(files, processes):
    arguments = {"measures": MEASURES, "graph": "combined"}
    in_memory = assess.score_runs(RUNS, PREFERENCES, QRELS, **arguments)
    assert assess.score_files(files, PREFERENCES, QRELS, processes=processes, **arguments) == in_memory


def test_rankings_may_be_scores():
    scored = {"r": {"t1": {"d2": 0.5, "d1": 0.5, "d3": 0.7}}}
    assert assess.score_runs(scored, PREFERENCES) == assess.score_runs({"r": {"t1": ["d3", "d1", "d2"]}}, PREFERENCES)


@pytest.mark.parametrize(("order", "ranking"), [("score", ["d3", "d1", "d2"]), ("trec_eval", ["d3", "d2", "d1"])])
def test_equal_scores_have_one_order_in_all_measures(tmp_path, order, ranking):
    """Every measure of a table sees the same ranking, whether assess or a program behind ir_measures computes it."""
    measures = [*MEASURES, "P@2", "RR(rel=2)", "AP(rel=2)", "bpref10(extra=0)", "dcg(depth=2)", "ppref"]
    scored, path = {"d2": 0.5, "d1": 0.5, "d3": 0.7}, tmp_path / "r.run"
    path.write_text("".join(f"t1 Q0 {docno} 0 {score} r\n" for docno, score in scored.items()))
    expected = assess.score_runs({"r": {"t1": ranking}}, PREFERENCES, QRELS, measures=measures)
    assert assess.score_runs({"r": {"t1": scored}}, PREFERENCES, QRELS, measures=measures, order=order) == expected
    assert assess.score_files([path], PREFERENCES, QRELS, measures=measures, order=order) == expected


def test_positive_grades_alone_leave_out_items_and_their_judgments():
    """d2 of t1 has grade 0; of t3 nothing is left, so there is no score."""
    preferences = {**PREFERENCES, "t3": [("d1", "d2")]}
    qrels = {**QRELS, "t3": {"d1": 0, "d2": -1}}
    scores = assess.score_runs(RUNS, preferences, qrels, measures=["pgc(positive=true)"], graph="combined")
    graph = assess.PreferenceGraph([("d1", "d3")]) | assess.PreferenceGraph.from_grades(QRELS["t1"], positive=True)
    assert len(graph) == 2
    assert scores["first"]["pgc(positive=true)"]["t1"] == assess.pgc(graph, RUNS["first"]["t1"])
    assert set(scores["first"]["pgc(positive=true)"]) == {"t1", "t2"}


def test_an_item_without_a_grade_stays_with_positive_grades():
    """d1 of t2 was compared and not graded."""
    scores = assess.score_runs(RUNS, PREFERENCES, QRELS, measures=["pgc(positive=true)"], graph="combined")
    graph = assess.PreferenceGraph(PREFERENCES["t2"])
    assert scores["first"]["pgc(positive=true)"]["t2"] == assess.pgc(graph, RUNS["first"]["t2"])


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.integers(-1, 3), min_size=1).filter(
        lambda of: max(of.values()) > 0
    ),
    st.lists(st.sampled_from("abcdefghij"), unique=True),
    st.booleans(),
)
def test_on_grades_alone_positive_pgc_is_compatibility(grades, ranking, normalize):
    flag = str(normalize).lower()
    measures = [f"pgc(positive=true,normalize={flag})", f"compat(normalize={flag})"]
    ours, theirs = assess.score_runs({"r": {"t": ranking}}, qrels={"t": grades}, measures=measures)["r"].values()
    assert ours == pytest.approx(theirs)


def test_a_graph_of_mostly_irrelevant_items_is_a_warning():
    with pytest.warns(UserWarning, match=r"2 of 3 graded items have a grade of 0 or below. Runs gain by them in pgc;"):
        assess.score_runs(RUNS, qrels={"t1": {"d1": 2, "d2": 0, "d3": 0}})


def test_the_ceiling_of_a_score_depends_on_the_number_of_items():
    """The figures of the CAsT judgments: 0.418 for 4 items, and 1.0 for 112, which is 0.9996."""
    preferences = {str(n): [(f"d{i}", f"d{i + 1}") for i in range(n - 1)] for n in (4, 112)}
    plan = make_plan(preferences, None, ["pgc", "pgc(normalize=true)"])
    assert plan.ceilings == {"pgc": [pytest.approx(0.9996, abs=5e-5), pytest.approx(0.418, abs=5e-4)]}
    perfect = {"r": {"4": [f"d{i}" for i in range(4)]}}
    assert assess.score_runs(perfect, preferences)["r"]["pgc"]["4"] == pytest.approx(plan.ceilings["pgc"][1])


def test_runs_with_the_same_tag_are_named_by_their_files(files, tmp_path):
    again = tmp_path / "again.run.gz"
    again.write_bytes(files[0].read_bytes())
    scores = assess.score_files([*files, again], PREFERENCES)
    assert list(scores) == [str(files[0]), "second", str(again)]


@pytest.mark.parametrize("processes", [1, 2])
def test_a_bad_file_is_named_from_any_process(files, tmp_path, processes):
    bad = tmp_path / "bad.run"
    bad.write_text("t1 Q0 d1 1 1.0 x\nt1 Q0 d1 2 0.5 x\n")
    with pytest.raises(FormatError, match=r"bad\.run, line 2: found 'd1' of topic 't1' again"):
        assess.score_files([*files, bad], PREFERENCES, processes=processes)


def test_an_item_twice_or_a_score_that_is_no_number_is_refused():
    with pytest.raises(ParameterError, match="run 'r', topic t1: found an item twice"):
        assess.score_runs({"r": {"t1": ["d1", "d1"]}}, PREFERENCES)
    with pytest.raises(ParameterError, match="run 'r', topic t1: found a score that is no number"):
        assess.score_runs({"r": {"t1": {"d1": float("nan")}}}, PREFERENCES)


def test_the_mean_does_not_depend_on_the_order_of_topics():
    values = {"a": 0.1, "b": 0.2, "c": 0.3, "d": 1e-17}
    assert over_topics("pgc", values) == over_topics("pgc", dict(reversed(values.items()))) == fmean(values.values())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"qrels": "grades.qrels"}, "found qrels = 'grades.qrels', expected what assess.files.load(file, "),
        ({"preferences": Path("crowd.pref")}, "found preferences = 'crowd.pref', expected what assess.files.load"),
        ({"paths": "sys.run"}, "found paths = 'sys.run', expected a list of files"),
        ({"measures": "pgc"}, "found measures = 'pgc', expected a list of names"),
    ],
)
def test_names_of_files_are_refused_where_their_contents_are_expected(arguments, message):
    with pytest.raises(ParameterError, match=re.escape(message)):
        assess.score_files(**{"paths": ["sys.run"], "qrels": {"t1": {"d1": 1}}} | arguments)
