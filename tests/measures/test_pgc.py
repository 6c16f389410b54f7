"""Greedy PGC: the worked example of the thesis, and scores of many runs at once."""

import json
from array import array
from random import Random

import pytest

from assess.errors import ParameterError
from assess.graph import PreferenceGraph
from assess.graph.algorithm2 import greedy_ideal, greedy_pgc
from assess.measures.pgc import pgc, pgc_of_ranks

TRIANGLE = PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d3", "d2")])


@pytest.fixture(scope="module")
def thesis(shared_data):
    return json.loads((shared_data / "worked-examples" / "thesis.json").read_text())


@pytest.fixture(scope="module")
def figure_3_5(thesis):
    graph = PreferenceGraph(map(tuple, thesis["graph_figure_3_2"]["edges_winner_loser"]))
    return graph, thesis["pgc_figure_3_5"]


def test_the_ideal_ranking_of_figure_3_5(figure_3_5):
    graph, expected = figure_3_5
    assert graph.ideal(expected["actual"]) == expected["ideal"]


def test_the_score_of_figure_3_5(figure_3_5):
    graph, expected = figure_3_5
    p = expected["p"]
    # The thesis multiplies by 1 - p instead of dividing by the weights to the depth.
    at_7 = pgc(graph, expected["actual"], p, depth=7) * (1 - p**7)
    assert at_7 == pytest.approx(expected["rbo_depth7"], abs=5e-10)
    assert pgc(graph, expected["actual"], p) == pytest.approx(expected["rbo_depth1000"], abs=5e-10)
    normalized = pgc(graph, expected["actual"], p, normalize=True)
    assert normalized == pytest.approx(expected["nrbo_depth1000"], abs=5e-10)


def test_the_score_of_figure_3_5_at_p_080(figure_3_5):
    graph, expected = figure_3_5
    assert pgc(graph, expected["actual"], 0.8) == pytest.approx(expected["at_p_080"]["rbo_depth1000"], abs=5e-10)


def test_algorithm_2_gives_the_ideal_ranking_and_the_score_of_figure_3_5(figure_3_5):
    graph, expected = figure_3_5
    edges = list(graph.edges())
    assert greedy_ideal(edges, expected["actual"]) == expected["ideal"]
    assert greedy_pgc(edges, expected["actual"], expected["p"]) == pytest.approx(expected["rbo_depth1000"], abs=5e-10)


def test_scores_are_those_of_the_published_algorithm():
    rng, docnos = Random(11), [f"d{number:02}" for number in range(12)]
    for _ in range(300):
        edges = [(a, b) for a, b in (rng.sample(docnos, 2) for _ in range(rng.randint(1, 30)))]
        ranking = rng.sample([*docnos, "x1", "x2", "x3"], rng.randint(0, 12))
        assert pgc(PreferenceGraph(edges), ranking, 0.8, 20) == pytest.approx(greedy_pgc(edges, ranking, 0.8, 20))


def test_a_perfect_run_scores_one_when_normalized():
    assert pgc(TRIANGLE, ["d1", "d3", "d2"], normalize=True) == pytest.approx(1.0)
    assert pgc(TRIANGLE, ["d1", "d3", "d2"]) < 1.0


def test_a_run_without_judged_items_scores_zero():
    assert pgc(TRIANGLE, ["x", "y"]) == 0.0
    assert pgc(TRIANGLE, []) == 0.0


def test_items_beyond_the_depth_are_ignored():
    assert pgc(TRIANGLE, ["x", "y", "d1"], depth=2) == 0.0


def test_an_empty_graph_scores_zero():
    assert pgc(PreferenceGraph(), ["a"]) == 0.0


def test_many_runs_score_as_each_alone():
    rankings = [["d3", "d1", "d9"], [], ["d2"], ["d1", "d3", "d2"]]
    together = pgc_of_ranks(TRIANGLE, array("i", [r for ranking in rankings for r in TRIANGLE.ranks(ranking)]), 0.8)
    assert together == [pgc(TRIANGLE, ranking, 0.8) for ranking in rankings]


def test_ties_of_absent_items_are_broken_by_docno():
    """The smallest graph found whose score depends on the order of items that are not in the run (0.122 or 0.202)."""
    edges = [("0", "1"), ("0", "2"), ("1", "0"), ("2", "1"), ("2", "3"), ("3", "1")]
    renamed = {"0": "c", "1": "b", "2": "a", "3": "d"}
    assert pgc(PreferenceGraph(edges), ["3"], 0.8) == pytest.approx(0.122, abs=5e-4)
    other = pgc(PreferenceGraph([(renamed[a], renamed[b]) for a, b in edges]), ["d"], 0.8)
    assert other == pytest.approx(0.202, abs=5e-4)


@pytest.mark.parametrize(("p", "depth"), [(1.0, 1000), (0.0, 1000), (0.8, 0)])
def test_parameters_out_of_range_are_refused(p, depth):
    with pytest.raises(ParameterError):
        pgc(TRIANGLE, ["d1"], p, depth)
