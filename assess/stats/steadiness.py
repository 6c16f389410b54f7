"""Would a single topic compare the runs the same way, were it judged again?"""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from assess.stats.resampling import Floats

# Of each two runs the better one first, by their columns.
Pairs = list[tuple[int, int]]


def pairs_in_order(scores: Floats, runs: Sequence[int] | None = None) -> Pairs:
    """Every two runs that differ (of *runs* only, if given), the better one first."""
    chosen = range(len(scores)) if runs is None else runs
    return [(i, j) for i, j in permutations(chosen, 2) if scores[i] > scores[j]]


def pairs_of_leader(scores: Floats) -> Pairs:
    """Every run that leads beside every run that does not."""
    best = scores.max(initial=-np.inf)
    leaders = [i for i, score in enumerate(scores) if score == best]
    return [(i, j) for i in leaders for j, score in enumerate(scores) if score < best]


def steadiness(replicates: Floats, pairs: Pairs) -> float:
    """Return the share of replicates of a topic in which no pair is turned round.

    Parameters
    ----------
    replicates : array of replicates x runs
        The scores of the topic under resampled judgments.
    pairs : list of (column, column)
        What the topic's own scores say. Where they say nothing, nothing can be turned round: 1.
    """
    if not pairs:
        return 1.0
    better, worse = np.array(pairs).T
    return float((replicates[:, better] >= replicates[:, worse]).all(axis=1).mean())
