"""Which topics are most worth judging next."""

from dataclasses import dataclass

import numpy as np

from assess.stats.resampling import Floats


@dataclass(frozen=True)
class Worth:
    """By how much the variance that keeps neighbours in the order undecided would fall, at most.

    ``topics`` holds what judging a topic on would take away; ``new`` what a topic not judged yet would.
    """

    topics: Floats
    new: float


def worth(scores: Floats, replicates: Floats, ahead: Floats) -> Worth:
    """Return what judging each topic on would bring to the comparisons that are still open.

    Only runs that are neighbours in the current order are compared, each two as much as they are undecided. Judging
    a topic on can take away what rejudging it moves; a new topic takes away its share of the variance over topics.

    Parameters
    ----------
    scores : array of topics x runs
    replicates : array of topics x replicates x runs
    ahead : array of runs x runs
        How probably each run is better than each other one.
    """
    topics = len(scores)
    order = np.argsort(-scores.mean(axis=0), kind="stable")
    above, below = order[:-1], order[1:]
    undecided = ahead[above, below] * ahead[below, above]
    moved = (replicates[:, :, above] - replicates[:, :, below]).var(axis=1)
    between = (scores[:, above] - scores[:, below]).var(axis=0)
    return Worth(moved @ undecided / topics**2, float(between @ undecided) / (topics * (topics + 1)))
