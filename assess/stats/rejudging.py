"""Resample the judgments and workers of a topic: its scores if it had been judged again by others."""

from array import array
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assess.graph.arranger import arranger
from assess.measures.rbo import DEPTH, P, tail_sums, total_weight
from assess.stats.resampling import Floats

# Enough to estimate a covariance; each replicate costs one graph, and one score per run.
REPLICATES = 200


@dataclass(frozen=True)
class JudgmentArrays:
    """The judgments of a topic as arrays: vertices are numbers, in the order of their docnos.

    ``pairs`` has the winner and the loser of each judgment, and ``workers`` the worker; None if the workers are
    unknown. ``ranks`` has the rank of each vertex, run by run (0: not in the run). ``levels`` has the ranked grades, if
    they are edges of the graph too.
    """

    pairs: NDArray[np.int32]
    workers: NDArray[np.int64] | None
    ranks: NDArray[np.int32]
    levels: "array[int] | None" = None


def rejudged(
    topic: JudgmentArrays, seed: int, topic_key: int, replicates: int = REPLICATES, p: float = P, depth: int = DEPTH
) -> Floats:
    """Return the PGC of every run under resampled judgments: a row for each replicate, a column for each run.

    In a replicate, every worker has a random weight (1 on average), the same in all topics. Judgments are then drawn
    with replacement, in proportion to the weights of their workers; their number stays the same. If all workers of a
    topic have weight 0, each of them counts once. If the workers are unknown, every judgment is resampled as if a
    worker of its own had made it; that a careless worker spoils many topics is not seen then.

    Parameters
    ----------
    topic : JudgmentArrays
    seed : int
        Seed of the campaign. Replicate *b* gives a worker the same weight in every topic.
    topic_key : int
        Makes the draws of this topic different from those of other topics.
    replicates : int
    p, depth : float, int
        Persistence and depth of the measure.

    References
    ----------
    Owen, "The pigeonhole bootstrap", Annals of Applied Statistics 1(2), 2007.
    Owen and Eckles, "Bootstrapping data arrays of arbitrary order", Annals of Applied Statistics 6(3), 2012.
    """
    drawn = drawn_judgments(judgment_weights(topic, replicates, seed, topic_key), seed, topic_key)
    vertices, tail = topic.ranks.shape[1], tail_sums(p, depth)
    ranks = topic.ranks.tobytes()
    rows = []
    for chosen in drawn:
        pairs = array("i", topic.pairs[chosen].tobytes())
        rows.append(arranger(vertices, pairs, topic.levels).sums_of_tails(ranks, tail))
    return np.array(rows) / total_weight(p, depth)


def judgment_weights(topic: JudgmentArrays, replicates: int, seed: int, topic_key: int) -> Floats:
    """The weight of each judgment, that of its worker: a row for each replicate, a column for each judgment."""
    if topic.workers is None:
        weights = np.random.default_rng([seed, 2, topic_key]).poisson(1.0, (replicates, len(topic.pairs)))
    else:
        weights = np.array([worker_weights(seed, int(worker), replicates) for worker in topic.workers])
        weights = weights.reshape(-1, replicates).T
    return np.where(weights.any(axis=1, keepdims=True), weights, 1.0)


def drawn_judgments(weights: Floats, seed: int, topic_key: int) -> NDArray[np.intp]:
    """The indices of the judgments drawn in proportion to *weights*, as many as there are: a row for each replicate."""
    if not weights.size:
        return np.empty(weights.shape, np.intp)
    cumulative = np.cumsum(weights, axis=1)
    drawn = np.random.default_rng([seed, 1, topic_key]).random(weights.shape) * cumulative[:, -1:]
    return np.array([np.searchsorted(row, at, side="right") for row, at in zip(cumulative, drawn, strict=True)])


@lru_cache(maxsize=100_000)
def worker_weights(seed: int, worker: int, replicates: int) -> NDArray[np.uint8]:
    """The weight of a worker in each replicate: 1 on average, independent of all other workers."""
    return np.random.default_rng([seed, 0, worker]).poisson(1.0, replicates).astype(np.uint8)
