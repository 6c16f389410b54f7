"""What a topic's scores would be, had it been judged again: other judgments, by other workers."""

from array import array
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assess.graph.arranger import arranger
from assess.measures.rbo import DEPTH, P, tail_sums, total_weight
from assess.stats.resampling import Floats

# Enough for a covariance; each costs one graph and one score for each run.
REPLICATES = 200


@dataclass(frozen=True)
class TopicJudgments:
    """A topic as the scorer sees it: vertices are numbers, in the order of their docnos.

    ``pairs`` holds winner and loser of each judgment, ``workers`` who made it; ``ranks`` the rank of each vertex
    in each run, run by run (0: absent); ``levels`` the ranked grades, if the graph is to hold them too.
    """

    pairs: NDArray[np.int32]
    workers: NDArray[np.int64]
    ranks: NDArray[np.int32]
    levels: "array[int] | None" = None


def rejudged(
    topic: TopicJudgments, seed: int, topic_key: int, replicates: int = REPLICATES, p: float = P, depth: int = DEPTH
) -> Floats:
    """Return the PGC of every run under resampled judgments: a row for each replicate, a column for each run.

    In a replicate every worker counts as often as chance has it (once on average), the same in all topics; then as
    many judgments as there are in the topic are drawn with replacement from those of these workers. Where none of a
    topic's workers is drawn, all of them count once.

    Parameters
    ----------
    topic : TopicJudgments
    seed : int
        Of the campaign. Replicate *b* gives a worker the same weight in every topic, whenever it is computed.
    topic_key : int
        What makes the draws of this topic its own.
    replicates : int
    p, depth : float, int
        Persistence and depth of the measure.

    References
    ----------
    Owen, "The pigeonhole bootstrap", Annals of Applied Statistics 1(2), 2007.
    Owen and Eckles, "Bootstrapping data arrays of arbitrary order", Annals of Applied Statistics 6(3), 2012.
    """
    drawn = drawn_judgments(topic.workers, replicates, seed, topic_key)
    vertices, tail = topic.ranks.shape[1], tail_sums(p, depth)
    ranks = topic.ranks.tobytes()
    rows = []
    for chosen in drawn:
        pairs = array("i", topic.pairs[chosen].tobytes())
        rows.append(arranger(vertices, pairs, topic.levels).sums_of_tails(ranks, tail))
    return np.array(rows) / total_weight(p, depth)


def drawn_judgments(workers: NDArray[np.int64], replicates: int, seed: int, topic_key: int) -> NDArray[np.intp]:
    """The numbers of the judgments drawn: a row for each replicate."""
    weights = np.column_stack([worker_weights(seed, int(worker), replicates) for worker in workers]).astype(float)
    weights[weights.sum(axis=1) == 0] = 1.0
    ladder = np.cumsum(weights, axis=1)
    steps = np.random.default_rng([seed, 1, topic_key]).random(weights.shape) * ladder[:, -1:]
    return np.array([np.searchsorted(rungs, at, side="right") for rungs, at in zip(ladder, steps, strict=True)])


@lru_cache(maxsize=100_000)
def worker_weights(seed: int, worker: int, replicates: int) -> NDArray[np.uint8]:
    """How often a worker counts in each replicate: once on average, independent of all others."""
    return np.random.default_rng([seed, 0, worker]).poisson(1.0, replicates).astype(np.uint8)
