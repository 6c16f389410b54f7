"""The graph of a topic: from judgments ("real"), from grades ("derived"), or from both ("combined")."""

from collections.abc import Collection, Mapping
from typing import Literal, get_args

from assess.errors import ParameterError
from assess.graph import Edge, PreferenceGraph

Kind = Literal["real", "derived", "combined"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def topic_graph(kind: Kind, edges: Collection[Edge], grades: Mapping[str, float]) -> PreferenceGraph | None:
    """The graph of one topic, from its judgments, its grades or both; None if there are none of this kind."""
    judged, graded = _rests_on(kind)
    if not (judged and edges) and not (graded and grades):
        return None
    return PreferenceGraph(edges if judged else (), grades=grades if graded else None)


def _rests_on(kind: Kind) -> tuple[bool, bool]:
    """Whether the graph has the edges of judgments, and those that grades stand for."""
    if kind not in KINDS:
        raise ParameterError(f"found graph {kind!r}, expected one of {', '.join(KINDS)}")
    return kind != "derived", kind != "real"
