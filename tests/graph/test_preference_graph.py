"""The preference multigraph: edges, degrees, cycles, unions, and what it refuses."""

import json
import pickle
from itertools import permutations

import pytest

from assess.errors import ParameterError
from assess.graph import PreferenceGraph
from assess.model import Judgment


@pytest.fixture(scope="module")
def figure_3_2(shared_data):
    """The cyclic graph of the thesis's figure 3.2."""
    example = json.loads((shared_data / "worked-examples" / "thesis.json").read_text())["graph_figure_3_2"]
    return PreferenceGraph(map(tuple, example["edges_winner_loser"])), example["greedy_fas"]


def test_greedy_fas_has_the_24_sequences_of_figure_3_2_with_one_backward_edge_each(figure_3_2):
    graph, expected = figure_3_2
    sequences = {tuple(graph.ideal(order)) for order in permutations(graph.docnos)}
    assert len(sequences) == expected["distinct_sequences"] == 24
    assert {graph.backward_edges(s) for s in sequences} == {expected["backward_edges_each"]}
    assert tuple(expected["one_sequence"]) in sequences


def test_the_core_of_figure_3_2_is_its_cycle(figure_3_2):
    graph, _ = figure_3_2
    assert graph.core() == ["B", "C"]
    assert graph.has_cycle()


def test_without_contradictions_there_is_no_cycle():
    assert not PreferenceGraph([("a", "b"), ("b", "c"), ("a", "c"), ("a", "c")]).has_cycle()


def test_a_judgment_against_the_grades_makes_a_cycle():
    graph = PreferenceGraph([("low", "high")], grades={"high": 2, "low": 0, "other": 0})
    assert graph.core() == ["high", "low"]


def test_degrees_count_parallel_edges_and_grades():
    graph = PreferenceGraph([("a", "b"), ("a", "b"), ("b", "a"), ("c", "a")], grades={"a": 1, "b": 0, "d": 0})
    assert graph.out_degrees() == {"a": 4, "b": 1, "c": 1, "d": 0}
    assert graph.in_degrees() == {"a": 2, "b": 3, "c": 0, "d": 1}
    assert graph.edge_count == 6


def test_grades_stand_for_every_pair_of_different_grades_zero_included():
    graph = PreferenceGraph.from_grades({"a": 2, "b": 1.0, "c": 0, "d": 0})
    assert sorted(graph.edges()) == [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")]
    assert graph == PreferenceGraph(graph.edges())


def test_the_ideal_ranking_of_grades_orders_by_grade_then_by_the_run():
    graph = PreferenceGraph.from_grades({"a": 0, "b": 1, "c": 1, "d": 1, "e": -2})
    assert graph.ideal(["e", "d", "a"]) == ["d", "b", "c", "a", "e"]


def test_judgments_become_edges_and_ties_do_not():
    judgments = [Judgment("t", "a", "b", "b"), Judgment("t", "a", "b", "b"), Judgment("t", "a", "c", None)]
    assert list(PreferenceGraph.from_judgments(judgments).edges()) == [("b", "a"), ("b", "a")]
    assert PreferenceGraph.from_judgments(judgments).docnos == ("a", "b")


def test_union_adds_edges_with_multiplicity():
    graph = PreferenceGraph([("a", "b")]) | PreferenceGraph([("a", "b"), ("c", "a")], vertices=["z"])
    assert sorted(graph.edges()) == [("a", "b"), ("a", "b"), ("c", "a")]
    assert graph.docnos == ("a", "b", "c", "z")


def test_union_of_two_gradings_keeps_the_edges_of_both():
    first, second = {"a": 1, "b": 0}, {"b": 5, "a": 3, "c": 3}
    graph = PreferenceGraph.from_grades(first) | PreferenceGraph.from_grades(second)
    assert sorted(graph.edges()) == [("a", "b"), ("b", "a"), ("b", "c")]


def test_union_with_judgments_equals_the_graph_made_at_once():
    edges, grades = [("b", "a"), ("b", "c")], {"a": 1, "b": 0, "d": 0}
    assert PreferenceGraph(edges) | PreferenceGraph.from_grades(grades) == PreferenceGraph(edges, grades=grades)


def test_items_without_edges_rank_with_the_sinks():
    graph = PreferenceGraph([("a", "b")], vertices=["c"])
    assert graph.ideal(["b", "c", "a"]) == ["a", "b", "c"]
    assert "c" in graph
    assert len(graph) == 3


def test_a_preference_over_itself_is_refused():
    with pytest.raises(ParameterError, match="found 'd2' preferred over itself"):
        PreferenceGraph([("d1", "d2"), ("d2", "d2")])


def test_a_grade_that_is_no_number_is_refused():
    with pytest.raises(ParameterError, match="found grade nan of 'a'"):
        PreferenceGraph.from_grades({"a": float("nan")})


def test_an_item_twice_in_a_ranking_is_refused():
    with pytest.raises(ParameterError, match="found 'x' at rank 3 again"):
        PreferenceGraph([("a", "b")]).ranks(["x", "a", "x"])


def test_backward_edges_need_an_arrangement_of_all_items():
    with pytest.raises(ParameterError, match="expected each of 2 once"):
        PreferenceGraph([("a", "b")]).backward_edges(["a"])


def test_the_order_of_the_input_changes_nothing():
    edges = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("a", "d")]
    ideals = {tuple(PreferenceGraph(order).ideal(["d"])) for order in permutations(edges)}
    assert len(ideals) == 1


def test_a_graph_survives_pickling_after_use():
    graph = PreferenceGraph([("a", "b"), ("b", "a")], grades={"c": 1, "a": 0})
    before = graph.ideal(["b"])
    copy = pickle.loads(pickle.dumps(graph))
    assert copy == graph
    assert copy.ideal(["b"]) == before


def test_an_empty_graph_has_an_empty_ideal():
    assert PreferenceGraph().ideal(["a"]) == []
