"""Delta-ERR: expected reciprocal rank, with the chance to stop from preferences."""

from collections.abc import Iterable

import numpy as np

from assess.graph import PreferenceGraph
from assess.measures.arrays import OnArrays
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.delta import Floats, prepared, value_of_ranking


def delta_err(graph: PreferenceGraph, ranking: Iterable[str], cutoff: int | None = None) -> float:
    """Return the expected reciprocal rank at which a user stops, with gains from how often each item won and lost.

    A user stops at an item of gain g with probability (2^g - 1) / 2, as in ERR with 1 as the highest grade.

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
    >>> round(delta_err(graph, ["d3", "d1", "d9"]), 6)
    0.40533

    References
    ----------
    Chapelle, Metzler, Zhang and Grinspan, "Expected reciprocal rank for graded relevance", CIKM 2009.
    Sakai and Zeng, "Good evaluation measures based on document preferences", SIGIR 2020: the idea; the gains are ours.
    """
    return value_of_ranking("delta_err", graph, ranking, _err, cutoff)


def prepare(judgments: TopicJudgments, *, cutoff: int | None) -> OnArrays | None:
    """The measure on the graph of a topic; None if no item was preferred more often than another."""
    return prepared(judgments, _err, cutoff)


def _err(gains: Floats, best: Floats) -> Floats:
    stops = (np.exp2(gains) - 1) / 2
    arrives = np.cumprod(1 - stops, axis=1)
    arrives = np.hstack([np.ones((len(gains), 1)), arrives[:, :-1]])
    expected: Floats = (arrives * stops / np.arange(1, gains.shape[1] + 1)).sum(axis=1)
    return expected
