"""Every run against every other."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from assess.stats.comparison.differences import ComparisonSettings, RunDifference, tested_differences
from assess.stats.resampling import Floats


def compare_every_pair(
    runs: Sequence[str], scores: Floats, settings: ComparisonSettings
) -> dict[tuple[str, str], RunDifference]:
    """Return each pair of runs, in their order, to the first less the second.

    Holm's correction is for the number of pairs. Everything else about a pair is what
    `assess.stats.comparison.against_baseline.compare_runs` says when the second is the baseline.

    Parameters
    ----------
    runs : sequence of str
    scores : array of topics x runs
    settings : ComparisonSettings

    Examples
    --------
    >>> scores = np.array([[0.4, 0.2, 0.1], [0.6, 0.5, 0.1], [0.4, 0.1, 0.2]])
    >>> found = compare_every_pair(["new", "old", "older"], scores, ComparisonSettings())
    >>> [(*pair, round(of.difference, 2), round(of.t, 2)) for pair, of in found.items()]
    [('new', 'old', 0.2, 3.46), ('new', 'older', 0.33, 3.78), ('old', 'older', 0.13, 0.92)]
    """
    first, second = np.triu_indices(len(runs), 1)
    pairs = list(combinations(runs, 2))
    found = tested_differences([run for run, _ in pairs], scores[:, first], scores[:, second], settings)
    return dict(zip(pairs, found, strict=True))
