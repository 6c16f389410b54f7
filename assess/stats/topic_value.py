"""Which topics are most worth judging next."""

from dataclasses import dataclass

import numpy as np

from assess.stats.resampling import Floats


@dataclass(frozen=True)
class JudgingValue:
    """By how much the variance between neighbours in the order could fall, at most.

    ``topics`` has the reduction from more judgments of each topic, ``new`` that from a topic not judged yet.
    """

    topics: Floats
    new: float


def value_of_judging(scores: Floats, replicates: Floats, ahead: Floats) -> JudgingValue:
    """Return how much more judgments of each topic would help to decide the open comparisons.

    Runs that are neighbours in the current order are compared; the less decided a pair, the larger its weight. More
    judgments of a topic can remove its variance by rejudging. A new topic can remove its share of the variance over
    topics.

    Parameters
    ----------
    scores : array of topics x runs
    replicates : array of topics x replicates x runs
    ahead : array of runs x runs
        The probability that each run is better than each other one.
    """
    topics = len(scores)
    order = np.argsort(-scores.mean(axis=0), kind="stable")
    above, below = order[:-1], order[1:]
    undecided = ahead[above, below] * ahead[below, above]
    moved = (replicates[:, :, above] - replicates[:, :, below]).var(axis=1)
    between = (scores[:, above] - scores[:, below]).var(axis=0)
    return JudgingValue(moved @ undecided / topics**2, float(between @ undecided) / (topics * (topics + 1)))
