"""Stability: if a topic were judged again, would it order the runs in the same way?"""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from assess.stats.resampling import Floats

# Pairs of columns, the better run first.
Pairs = list[tuple[int, int]]


def pairs_in_order(scores: Floats, runs: Sequence[int] | None = None) -> Pairs:
    """All pairs of runs with different scores, the better one first; only pairs of *runs*, if given."""
    chosen = range(len(scores)) if runs is None else runs
    return [(i, j) for i, j in permutations(chosen, 2) if scores[i] > scores[j]]


def pairs_of_leader(scores: Floats) -> Pairs:
    """All pairs of a leader and a run that is not a leader."""
    best = scores.max(initial=-np.inf)
    leaders = [i for i, score in enumerate(scores) if score == best]
    return [(i, j) for i in leaders for j, score in enumerate(scores) if score < best]


def stability(replicates: Floats, pairs: Pairs) -> float:
    """Return the share of replicates of a topic in which no pair is reversed.

    Parameters
    ----------
    replicates : array of replicates x runs
        The scores of the topic under resampled judgments.
    pairs : list of (column, column)
        The order of the runs by the topic's own scores. Without pairs the stability is 1.
    """
    if not pairs:
        return 1.0
    better, worse = np.array(pairs).T
    return float((replicates[:, better] >= replicates[:, worse]).all(axis=1).mean())
