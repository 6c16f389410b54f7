"""The graph of a topic: from judgments ("real"), from grades ("derived"), or from both ("combined")."""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from assess.errors import ParameterError
from assess.graph import Edge, PreferenceGraph

Kind = Literal["real", "derived", "combined"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def topic_graph(kind: Kind, edges: Iterable[Edge], grades: Mapping[str, float]) -> PreferenceGraph:
    """The graph of one topic, from its judgments, its grades or both."""
    judged, graded = _rests_on(kind)
    return PreferenceGraph(edges if judged else (), grades=grades if graded else None)


def topic_graphs(
    kind: Kind, preferences: Mapping[str, Iterable[Edge]], qrels: Mapping[str, Mapping[str, float]]
) -> dict[str, PreferenceGraph]:
    """The graph of each topic that has judgments of this kind, topics in ascending order."""
    judged, graded = _rests_on(kind)
    topics = {*(preferences if judged else ()), *(qrels if graded else ())}
    return {topic: topic_graph(kind, preferences.get(topic, ()), qrels.get(topic, {})) for topic in sorted(topics)}


def _rests_on(kind: Kind) -> tuple[bool, bool]:
    """Whether the graph has the edges of judgments, and those that grades stand for."""
    if kind not in KINDS:
        raise ParameterError(f"found graph {kind!r}, expected one of {', '.join(KINDS)}")
    return kind != "derived", kind != "real"
