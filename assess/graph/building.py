"""The graphs of all topics, from judgments ("real"), from grades ("derived"), or from both ("combined")."""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from assess.errors import ParameterError
from assess.graph import Edge, PreferenceGraph

Kind = Literal["real", "derived", "combined"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def topic_graphs(
    kind: Kind, preferences: Mapping[str, Iterable[Edge]], qrels: Mapping[str, Mapping[str, float]]
) -> dict[str, PreferenceGraph]:
    """The graph of each topic with judgments of this kind, topics in ascending order."""
    if kind not in KINDS:
        raise ParameterError(f"found graph {kind!r}, expected one of {', '.join(KINDS)}")
    edges = preferences if kind != "derived" else {}
    grades = qrels if kind != "real" else {}
    return {
        topic: PreferenceGraph(edges.get(topic, ()), grades=grades.get(topic)) for topic in sorted({*edges, *grades})
    }
