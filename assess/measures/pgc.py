"""Preference graph compatibility: how close a run is to an ideal ranking by the preferences."""

from collections.abc import Iterable

from assess.graph import PreferenceGraph
from assess.graph.arranger import Ranks
from assess.measures.graph_topic import GraphTopic
from assess.measures.kinds import TopicJudgments
from assess.measures.rbo import DEPTH, P, self_overlap, tail_sums, total_weight


def pgc(
    graph: PreferenceGraph, ranking: Iterable[str], p: float = P, depth: int = DEPTH, *, normalize: bool = False
) -> float:
    """Return Greedy PGC of a ranking: its rank-biased overlap with the ideal ranking.

    The ideal ranking contradicts few preferences and breaks ties by the order of the run. Items that are not in the
    run come last, in docno order, so a score never depends on the order of the input.

    Parameters
    ----------
    graph : PreferenceGraph
        The judgments of the topic.
    ranking : iterable of docno
        The run's items of the topic, best first.
    p : float
        Persistence of the rank-biased overlap.
    depth : int
        Ranks beyond it are not looked at.
    normalize : bool
        Divide by the overlap of the ideal ranking with itself, so that a perfect run scores 1. The published
        scores are not divided.

    Examples
    --------
    >>> graph = PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d3", "d2")])
    >>> round(pgc(graph, ["d3", "d1", "d9"], p=0.9), 6)
    0.311686

    References
    ----------
    Luo, "Preference Graph Compatibility", thesis, University of Waterloo: Algorithm 2.
    Clarke, Luo and Smucker, "Evaluation measures based on preference graphs", SIGIR 2021.
    """
    return pgc_of_ranks(graph, graph.ranks(ranking), p, depth, normalize=normalize)[0] if len(graph) else 0.0


def pgc_of_ranks(
    graph: PreferenceGraph, ranks: Ranks, p: float = P, depth: int = DEPTH, *, normalize: bool = False
) -> list[float]:
    """Return Greedy PGC of many runs, given the rank of each vertex of the graph in each run.

    *ranks* is a buffer of C ints (an ``array("i")``, or the memory of a NumPy array of int32), run after run, as
    returned by ``graph.ranks``: ranks from 1, in the order of ``graph.docnos``; 0 if the item is not in the run.
    """
    sums = graph.arranger.sums_of_tails(ranks, tail_sums(p, depth))
    total = total_weight(p, depth)
    best = self_overlap(len(graph), p, depth) if normalize else 1.0
    return [overlap / total / best for overlap in sums]


def prepare(judgments: TopicJudgments, *, p: float, depth: int, normalize: bool, positive: bool) -> GraphTopic | None:
    """PGC on the graph of a topic; None if it has no judgments for the graph."""
    graph = judgments.positive_graph if positive else judgments.preference_graph
    return None if graph is None else GraphTopic(graph, pgc_of_ranks, p, depth, normalize)
