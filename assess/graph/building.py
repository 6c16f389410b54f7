"""The graph of a topic: from judgments ("real"), from grades ("derived"), or from both ("combined")."""

from collections.abc import Collection, Mapping
from typing import Literal, get_args

from assess.errors import ParameterError
from assess.graph import Edge, PreferenceGraph

Kind = Literal["real", "derived", "combined"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def topic_graph(
    kind: Kind, edges: Collection[Edge], grades: Mapping[str, float], *, positive: bool = False
) -> PreferenceGraph | None:
    """The graph of one topic, from its judgments, its grades or both; None if there are none of this kind.

    With *positive*, items graded 0 or below are left out, with their judgments. Items without a grade stay.
    """
    judged, graded = _rests_on(kind)
    if positive:
        check_positive(kind)
        out = {docno for docno, grade in grades.items() if grade <= 0}
        edges = [edge for edge in edges if out.isdisjoint(edge)]
        grades = {docno: grade for docno, grade in grades.items() if docno not in out}
    if not (judged and edges) and not (graded and grades):
        return None
    return PreferenceGraph(edges if judged else (), grades=grades if graded else None)


def check_positive(kind: Kind) -> None:
    """Refuse to leave out items by their grades if the graph has no grades."""
    if kind == "real":
        raise ParameterError(
            "positive=true leaves out items graded 0 or below: found the real graph, which has no grades, "
            "expected derived or combined"
        )


def _rests_on(kind: Kind) -> tuple[bool, bool]:
    """Whether the graph has the edges of judgments, and those that grades stand for."""
    if kind not in KINDS:
        raise ParameterError(f"found graph {kind!r}, expected one of {', '.join(KINDS)}")
    return kind != "derived", kind != "real"
