"""The mean of each run over topics, with its interval."""

import numpy as np

from assess.stats.agreement.jackknife import Estimated
from assess.stats.comparison.score_table import Scores, averaged_measures
from assess.stats.intervals import LEVEL, Bounds, intervals, likely_bounds
from assess.stats.resampling import Floats


def mean_intervals(
    scores: Scores, *, level: float = LEVEL, seed: int = 0, bounds: Bounds | None = None
) -> dict[str, dict[str, Estimated]]:
    """Return run to measure to the mean over topics with its interval, as ``value``, ``low`` and ``high``.

    ``low`` and ``high`` are None if the interval is not defined: with a single topic, and for a measure without bounds
    if all topics have the same value. Measures that count, such as ``NumRet``, are left out.

    Parameters
    ----------
    scores : mapping of run to measure to topic to value
        What ``score_runs`` and ``score_files`` return.
    level : float
        The share of intervals that are to hold the true mean.
    seed : int
        The same seed gives the same intervals.
    bounds : pair of floats, optional
        The smallest and the largest value of the measures. By default 0 and 1 for a measure whose values are all
        within them, and none for others.

    References
    ----------
    See `assess.stats.intervals.intervals`.

    Examples
    --------
    >>> found = mean_intervals({"mine": {"pgc": {"t1": 0.1, "t2": 0.3, "t3": 0.2, "t4": 0.1, "t5": 0.4}}})
    >>> "{0:.2f} from {1:.2f} to {2:.2f}".format(*found["mine"]["pgc"])
    '0.22 from 0.12 to 0.49'
    """
    result: dict[str, dict[str, Estimated]] = {run: {} for run in scores}
    for measure in averaged_measures(scores):
        values = {run: np.array([*of[measure].values()], np.float64) for run, of in scores.items() if of.get(measure)}
        if values:
            limits = bounds or likely_bounds(np.concatenate([*values.values()]))
            for run, column in values.items():
                result[run][measure] = _estimated(column, level, seed, limits)
    return result


def _estimated(column: Floats, level: float, seed: int, bounds: Bounds | None) -> Estimated:
    mean = float(column.mean())
    if len(column) < 2 or (bounds is None and np.ptp(column) == 0):
        return Estimated(mean)
    low, high = intervals(column[:, None], np.random.default_rng(seed), level, bounds)[0].tolist()
    return Estimated(mean, low, high)
