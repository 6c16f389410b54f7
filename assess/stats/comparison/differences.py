"""Differences between runs over the same topics: intervals, tests, effect sizes, and what could be detected."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assess.errors import NotDefinedError
from assess.stats.agreement.jackknife import EQUAL
from assess.stats.comparison.power import ALPHA, POWER, detectable_difference
from assess.stats.intervals import LEVEL, Bounds, difference_intervals, likely_bounds
from assess.stats.resampling import Floats
from assess.stats.sign_flip import randomization_p
from assess.stats.significance import holm, paired_t

ONE_TOPIC = "not defined because there is one topic: interval, tests, effect size, detectable difference"
SAME = "not defined because the difference is the same on all topics: t-test, effect size, detectable difference"


@dataclass(frozen=True, slots=True)
class RunDifference:
    """A run less another by one measure. What is not defined is None, and ``remark`` says why.

    ``t`` and ``p`` are the paired t-test, ``randomization`` the p-value of the randomization test, and the names with
    ``holm`` are corrected for the number of comparisons. ``effect`` is Cohen's d_z: the mean difference divided by the
    standard deviation of the differences over topics. ``detectable`` is the smallest true difference that the t-test
    would find with the power asked for.
    """

    run: str
    difference: float
    low: float | None = None
    high: float | None = None
    t: float | None = None
    p: float | None = None
    p_holm: float | None = None
    randomization: float | None = None
    randomization_holm: float | None = None
    effect: float | None = None
    detectable: float | None = None
    remark: str | None = None


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """The level of intervals, what detectable differences rest on, the seed of draws, and bounds of the measure."""

    level: float = LEVEL
    alpha: float = ALPHA
    power: float = POWER
    seed: int = 0
    bounds: Bounds | None = None


def tested_differences(
    runs: Sequence[str], scores: Floats, others: Floats, settings: ComparisonSettings
) -> tuple[RunDifference, ...]:
    """Return each run less the other one of the same column.

    Parameters
    ----------
    runs : sequence of str
        The names of the columns.
    scores, others : arrays of topics x comparisons
        The second may have a single column, which all are compared with.
    settings : ComparisonSettings
    """
    differences = scores - others
    means = differences.mean(axis=0).tolist()
    if len(differences) < 2:
        return tuple(RunDifference(run, mean, remark=ONE_TOPIC) for run, mean in zip(runs, means, strict=True))
    rng = np.random.default_rng(settings.seed)
    bounds = settings.bounds or likely_bounds(np.concatenate([scores, others], axis=1))
    ends = difference_intervals(differences, rng, settings.level, bounds)
    flipped = randomization_p(differences, rng)
    tested = _t_tests(differences, settings)
    return tuple(
        RunDifference(run, mean, low, high, randomization=p, randomization_holm=corrected, **test)
        for run, mean, (low, high), p, corrected, test in zip(
            runs, means, ends.tolist(), flipped.tolist(), holm(flipped).tolist(), tested, strict=True
        )
    )


def _t_tests(differences: Floats, settings: ComparisonSettings) -> list[dict[str, Any]]:
    """The fields of each run that come from the deviation of its differences; of Holm's correction, all that do."""
    topics, deviations = len(differences), _deviations(differences)
    varied = np.flatnonzero(deviations)
    tests: list[dict[str, Any]] = [{"remark": SAME} for _ in deviations]
    p = paired_t(differences[:, varied])
    effects = differences[:, varied].mean(axis=0) / deviations[varied]
    for run, value, corrected, effect in zip(varied, p.tolist(), holm(p).tolist(), effects.tolist(), strict=True):
        detectable = _detectable(float(deviations[run]), topics, settings)
        t = effect * topics**0.5
        tests[run] = {"t": t, "p": value, "p_holm": corrected, "effect": effect, "detectable": detectable}
    return tests


def pooled_detectable(scores: Floats, settings: ComparisonSettings) -> float | None:
    """The smallest detectable difference for the variance of differences, averaged over all pairs of runs.

    None if there is one topic, or no difference varies over topics.
    """
    first, second = np.triu_indices(scores.shape[1], 1)
    deviations = _deviations(scores[:, first] - scores[:, second])
    return _detectable(float(np.sqrt(np.mean(deviations**2))), len(scores), settings)


def _deviations(differences: Floats) -> Floats:
    """The standard deviation of each column; 0, without rounding errors, if all its values are the same."""
    if len(differences) < 2:
        return np.zeros(differences.shape[1])
    return np.where(np.ptp(differences, axis=0) > EQUAL, differences.std(axis=0, ddof=1), 0.0)


def _detectable(deviation: float, topics: int, settings: ComparisonSettings) -> float | None:
    try:
        return detectable_difference(deviation, topics, settings.alpha, settings.power)
    except NotDefinedError:
        return None
