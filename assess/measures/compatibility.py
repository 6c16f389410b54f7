"""Compatibility: the rank-biased overlap of a run with its closest ideal ranking by levels of relevance."""

from collections.abc import Iterable, Mapping

from assess.graph import PreferenceGraph
from assess.graph.arranger import Ranks
from assess.measures.graph_topic import GraphTopic
from assess.measures.kinds import TopicJudgments
from assess.measures.rbo import DEPTH, P, self_overlap, total_weight, weights


def compatibility(
    levels: Mapping[str, float],
    ranking: Iterable[str],
    p: float = P,
    depth: int = DEPTH,
    *,
    normalize: bool = True,
) -> float:
    """Return the compatibility of a ranking with levels of relevance.

    The ideal ranking has the items with levels above 0, sorted by level; equal levels are in the order of the run.
    The values equal those of the authors' program to the last digit.

    Parameters
    ----------
    levels : mapping of docno to level
        Grades, or the levels of a top-k tournament. Items with levels of 0 and below are ignored.
    ranking : iterable of docno
        The run's items of the topic, best first.
    p, depth : float, int
        Persistence and depth of the rank-biased overlap.
    normalize : bool
        Divide by the overlap of the ideal ranking with itself, as the authors do.

    References
    ----------
    Clarke, Vtyurina and Smucker, "Assessing top-k preferences", ACM TOIS 39(3), 2021.
    """
    graph = ideal_levels(levels)
    return compatibility_of_ranks(graph, graph.ranks(ranking), p, depth, normalize=normalize)[0] if len(graph) else 0.0


def ideal_levels(levels: Mapping[str, float]) -> PreferenceGraph:
    """Return the graph of the items with levels above 0; its ideal rankings are those of compatibility."""
    return PreferenceGraph.from_grades({docno: level for docno, level in levels.items() if level > 0})


def compatibility_of_ranks(
    graph: PreferenceGraph, ranks: Ranks, p: float = P, depth: int = DEPTH, *, normalize: bool = True
) -> list[float]:
    """Return the compatibility of many runs, given the rank of each item of ``ideal_levels`` in each run.

    *ranks* is the same as for ``pgc_of_ranks``.
    """
    sums = graph.arranger.sums_of_ranks(ranks, weights(p, depth))
    total = total_weight(p, depth)
    best = self_overlap(len(graph), p, depth) if normalize else 1.0
    return [overlap / total / best for overlap in sums]


def prepare(judgments: TopicJudgments, *, p: float, depth: int, normalize: bool) -> GraphTopic | None:
    """Compatibility with the grades of a topic; None without grades."""
    if not judgments.grades:
        return None
    return GraphTopic(ideal_levels(judgments.grades), compatibility_of_ranks, p, depth, normalize)
