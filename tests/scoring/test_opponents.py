"""Measures of pages on runs: a run against another, laid out as pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import NotDefinedError, ParameterError, UnknownNameError
from assess.graph import PreferenceGraph
from assess.live.view_settings import LiveSettings
from assess.measures.pages.examination import EXAMINATIONS
from assess.measures.pages.grid_pgc import grid_pgc
from assess.measures.pages.layout import as_page
from assess.measures.pages.outcomes import Outcomes
from assess.measures.pages.paired_score import paired_score
from assess.measures.pages.pb import pb
from assess.measures.pages.pmr import pmr
from assess.measures.pages.pwp import pwp
from assess.measures.pages.wr import wr
from assess.scoring import score_files, score_runs

PREFERENCES = {"t1": [("a", "x"), ("a", "y"), ("y", "b"), ("x", "b"), ("b", "a")], "t2": [("a", "x")]}
TIES = {"t1": [("x", "y")]}
RUNS = {"one": {"t1": ["a", "u", "b"], "t2": ["a"]}, "two": {"t1": ["x", "y"], "t2": ["x"]}}
MEASURES = [
    "wr(columns=2,depth=5)",
    "pb(gamma=0.5,depth=5)",
    "pwp(columns=3,depth=5,variant=middle)",
    "pmr(variant=weighted,depth=5)",
    "pmr(variant=middle,columns=3,depth=5)",
    "pmr(variant=nearby,columns=2,depth=5)",
]
DOCNOS = "abcdefgh"

ranking_strategy = st.lists(st.sampled_from(DOCNOS), unique=True, min_size=1, max_size=8)
pair_strategy = st.lists(st.sampled_from(DOCNOS), unique=True, min_size=2, max_size=2).map(tuple)


def value_or_none(measure, *arguments):
    try:
        return measure(*arguments)
    except NotDefinedError:
        return None


def test_each_of_two_runs_meets_the_other():
    scores = score_runs(RUNS, PREFERENCES, ties=TIES, measures=["wr", "pb"])
    # t1: a wins against x and y, b loses to both, so b is a bad case; a is the only item of t2 and wins.
    assert scores["one"] == {"wr": {"t1": 0.5, "t2": 1.0}, "pb": {"t1": 0.1, "t2": 1.0}}
    assert scores["two"] == {"wr": {"t1": 0.5, "t2": 0.0}, "pb": {"t1": 1.0, "t2": 0.1}}


def test_the_opponent_of_many_runs_is_named_and_meets_itself():
    runs = RUNS | {"three": {"t1": ["b"]}}
    scores = score_runs(runs, PREFERENCES, ties=TIES, measures=["wr(against=one)", "wr(against=one,paired=true)"])
    assert scores["two"]["wr(against=one)"] == {"t1": 0.5, "t2": 0.0}
    # b meets a, which it beats, and itself; the run lacks t2.
    assert scores["three"]["wr(against=one)"] == {"t1": 0.5, "t2": 0.0}
    assert scores["one"]["wr(against=one)"]["t1"] == 0.25
    assert scores["one"]["wr(against=one,paired=true)"]["t1"] == 0.5


def test_a_topic_that_the_opponent_lacks_is_left_out():
    runs = {"one": RUNS["one"], "two": {"t1": ["x", "y"]}}
    scores = score_runs(runs, PREFERENCES, measures=["wr", "pmr"])
    assert scores["one"]["wr"].keys() == {"t1"}
    assert scores["two"]["wr"] == {"t1": 0.5, "t2": 0.0}


def test_one_run_has_no_opponent_and_an_unknown_one_is_refused():
    with pytest.raises(
        ParameterError, match=r"measure 'wr' compares two runs: found 1, expected 2, or more .* wr\(against=TAG\)"
    ):
        score_runs({"one": RUNS["one"]}, PREFERENCES, measures=["wr"])
    with pytest.raises(ParameterError, match="found 3, expected 2"):
        score_runs(RUNS | {"three": {}}, PREFERENCES, measures=["pwp"])
    with pytest.raises(UnknownNameError, match="found no run 'four' to compare with, expected one of one, two"):
        score_runs(RUNS, PREFERENCES, measures=["wr(against=four)"])


def test_run_files_meet_as_mappings_do(tmp_path):
    paths = []
    for name, topics in RUNS.items():
        lines = [
            f"{topic} Q0 {docno} {rank} {9 - rank} {name}\n"
            for topic, ranking in topics.items()
            for rank, docno in enumerate(ranking, start=1)
        ]
        paths.append(tmp_path / f"{name}.run")
        paths[-1].write_text("".join(lines))
    measures = ["wr", "pwp", "pgc", "pmr"]
    from_files = score_files(paths, PREFERENCES, ties=TIES, measures=measures, processes=2)
    assert from_files == score_runs(RUNS, PREFERENCES, ties=TIES, measures=measures)


@given(ranking_strategy, ranking_strategy, st.lists(pair_strategy, min_size=1), st.lists(pair_strategy))
def test_ranks_of_runs_score_like_their_pages(one, two, edges, ties):
    runs = {"one": {"t": one}, "two": {"t": two}}
    scores = score_runs(runs, {"t": edges}, ties={"t": ties}, measures=MEASURES)["one"]
    outcomes = Outcomes.from_judgments(edges, ties)

    def pages(columns: int):
        return as_page(one, columns, 5), as_page(two, columns, 5)

    expected = [
        value_or_none(wr, outcomes, *pages(2)),
        value_or_none(pb, outcomes, *pages(1), 0.5),
        value_or_none(pwp, outcomes, *pages(3), 0.7, 0.1, "middle"),
        value_or_none(pmr, outcomes, pages(1)[0], "weighted"),
        value_or_none(pmr, outcomes, pages(3)[0], "middle"),
        value_or_none(pmr, outcomes, pages(2)[0], "nearby"),
    ]
    assert [scores[measure].get("t") for measure in MEASURES] == expected


@given(
    st.lists(ranking_strategy, min_size=1, max_size=3),
    st.lists(pair_strategy, min_size=1),
    st.sampled_from(list(EXAMINATIONS)),
)
def test_grid_pgc_of_ranks_is_that_of_their_pages(rankings, edges, examination):
    shown = [[*ranking[:2], "u", *ranking[2:], "v"] for ranking in rankings]
    measure = f"grid_pgc(examination={examination},columns=3,p=0.8)"
    runs = {f"run{number}": {"t": docnos} for number, docnos in enumerate(shown)}
    scores = score_runs(runs, {"t": edges}, measures=[measure])
    graph = PreferenceGraph(edges)
    expected = [grid_pgc(graph, [as_page(docnos, 3)], examination, 0.8)[0] for docnos in shown]
    assert [scores[run][measure]["t"] for run in runs] == expected


def test_the_paired_score_by_name():
    scores = score_runs(RUNS, PREFERENCES, ties=TIES, measures=["pb", "pb(paired=true)"])
    assert scores["one"]["pb(paired=true)"]["t1"] == paired_score(0.1, 1.0)


def test_a_measure_of_two_runs_is_no_live_measure():
    with pytest.raises(ParameterError, match="measure 'wr' compares two runs"):
        LiveSettings(measures=("wr",))
