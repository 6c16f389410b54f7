"""Graphs of all topics: real, derived, combined."""

from typing import cast

import pytest

from assess import files
from assess.errors import ParameterError
from assess.formats.preferences import parse_preferences
from assess.formats.qrels import parse_qrels
from assess.graph.building import Kind, topic_graph
from assess.scoring.scoring_plan import Judgments

PREFERENCES = {"t2": [("a", "b")], "t1": [("a", "c")]}
QRELS = {"t1": {"a": 0, "b": 1}, "t3": {"z": 1}}


def topic_graphs(kind, preferences, qrels):
    judged = Judgments.of(preferences, qrels, kind).by_topic()
    return {topic: of.preference_graph for topic, of in judged.items() if of.preference_graph is not None}


@pytest.mark.parametrize(
    ("kind", "edges"),
    [
        ("real", {"t1": 1, "t2": 1}),
        ("derived", {"t1": 1, "t3": 0}),
        ("combined", {"t1": 2, "t2": 1, "t3": 0}),
    ],
)
def test_a_topic_has_a_graph_where_there_are_judgments_of_its_kind(kind, edges):
    graphs = topic_graphs(kind, PREFERENCES, QRELS)
    assert {topic: graph.edge_count for topic, graph in graphs.items()} == edges
    assert list(graphs) == sorted(graphs)


def test_an_unknown_kind_is_refused():
    with pytest.raises(ParameterError, match="found graph 'both', expected one of real, derived, combined"):
        topic_graph(cast(Kind, "both"), [], {})


@pytest.mark.parametrize(
    ("kind", "topics", "edges"),
    [
        ("real", 171, 14_573),  # the thesis prints 14,373, which is a misprint
        ("derived", 173, 960_561),  # 5,552 per topic in the thesis
        ("combined", 173, 975_134),  # 5,637 per topic
    ],
)
def test_edges_of_the_crowd_judgments_and_grades_of_cast_2019(shared_data, kind, topics, edges):
    preferences = files.load(shared_data / "cast2019" / "TREC-CAsT-2019.pref", parse_preferences)
    qrels = files.load(shared_data / "cast2019" / "2019qrels.txt", parse_qrels)
    graphs = topic_graphs(kind, preferences, qrels)
    assert len(graphs) == topics
    assert sum(graph.edge_count for graph in graphs.values()) == edges
