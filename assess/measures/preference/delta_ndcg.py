"""Delta-nDCG: normalised discounted cumulated gain, with gains from preferences."""

from collections.abc import Iterable

import numpy as np

from assess.graph import PreferenceGraph
from assess.measures.arrays import OnArrays
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.delta import Floats, prepared, value_of_ranking


def delta_ndcg(graph: PreferenceGraph, ranking: Iterable[str], cutoff: int | None = None) -> float:
    """Return nDCG of a ranking, with gains from how often each item won and lost.

    The gain at rank i is divided by log2(i + 1). The sum is divided by that of the items sorted by their gain.

    Parameters
    ----------
    graph : PreferenceGraph
        The judgments of the topic; ``delta_gains`` has the gains.
    ranking : iterable of docno
        The run's items of the topic, best first.
    cutoff : int, optional
        Ranks after it do not count.

    Examples
    --------
    >>> graph = PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d3", "d2")])
    >>> round(delta_ndcg(graph, ["d3", "d1", "d9"]), 6)
    0.859719

    References
    ----------
    Sakai and Zeng, "Good evaluation measures based on document preferences", SIGIR 2020: the idea; the gains are ours.
    """
    return value_of_ranking("delta_ndcg", graph, ranking, _ndcg, cutoff)


def prepare(judgments: TopicJudgments, *, cutoff: int | None) -> OnArrays | None:
    """The measure on the graph of a topic; None if no item was preferred more often than another."""
    return prepared(judgments, _ndcg, cutoff)


def _ndcg(gains: Floats, best: Floats) -> Floats:
    values: Floats = _dcg(gains) / _dcg(best[np.newaxis])
    return values


def _dcg(gains: Floats) -> Floats:
    dcg: Floats = (gains / np.log2(np.arange(2, gains.shape[1] + 2))).sum(axis=1)
    return dcg
