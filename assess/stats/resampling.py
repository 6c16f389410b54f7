"""The bootstrap over topics: what the means would be with other topics of the same kind."""

import numpy as np
from numpy.typing import NDArray

from assess.errors import ParameterError

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

DRAWS = 1000
LEVEL = 0.95


def topic_counts(topics: int, draws: int, rng: np.random.Generator) -> Counts:
    """The number of times that each topic is drawn, with replacement: a row for each draw of *topics* topics."""
    if topics < 1:
        raise ParameterError(f"found {topics} topics, expected at least 1 to draw from")
    return rng.multinomial(topics, np.full(topics, 1 / topics), size=draws)


def resampled_means(scores: Floats, draws: int, rng: np.random.Generator) -> Floats:
    """The mean of each run over topics drawn with replacement: a row for each draw.

    All runs of a draw use the same topics, so that the variance of differences between runs is not inflated.
    """
    topics = len(scores)
    return topic_counts(topics, draws, rng) @ scores / topics


def intervals(scores: Floats, rng: np.random.Generator, level: float = LEVEL, draws: int = DRAWS) -> Floats:
    """Return the bootstrap interval of each run's mean: a row (low, high) for each run.

    It is the percentile interval. With a single topic, both ends are NaN.

    Parameters
    ----------
    scores : array of topics x runs
    rng : numpy.random.Generator
        The same state gives the same intervals.
    level : float
        The share of draws inside the interval.
    draws : int
        How many times the topics are drawn.

    References
    ----------
    Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13.
    """
    if not 0 < level < 1:
        raise ParameterError(f"found level {level}, expected a number between 0 and 1, both excluded")
    topics, runs = scores.shape
    if topics < 2:
        return np.full((runs, 2), np.nan)
    tails = [(1 - level) / 2, (1 + level) / 2]
    return np.quantile(resampled_means(scores, draws, rng), tails, axis=0).T
