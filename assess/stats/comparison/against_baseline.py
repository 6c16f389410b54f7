"""Every run against a baseline: differences with intervals, tests, effect sizes, and what could be detected."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assess.errors import NotDefinedError, ParameterError, UnknownNameError
from assess.stats.agreement.jackknife import EQUAL
from assess.stats.comparison.power import ALPHA, POWER, detectable_difference
from assess.stats.comparison.score_table import Scores, averaged_measures, score_table
from assess.stats.intervals import LEVEL, Bounds, difference_intervals, likely_bounds
from assess.stats.resampling import Floats
from assess.stats.sensitivity import sensitivity
from assess.stats.sign_flip import randomization_p
from assess.stats.significance import holm, paired_t

ONE_TOPIC = "not defined because there is one topic: interval, tests, effect size, detectable difference"
SAME = "not defined because the difference is the same on all topics: t-test, effect size, detectable difference"


@dataclass(frozen=True, slots=True)
class RunDifference:
    """A run less the baseline, by one measure. What is not defined is None, and ``remark`` says why.

    ``t`` and ``p`` are the paired t-test, ``randomization`` the p-value of the randomization test, and the names with
    ``holm`` are corrected for the number of runs. ``effect`` is Cohen's d_z: the mean difference divided by the
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
class RunComparison:
    """All runs against the baseline by one measure, on the topics for which all of them have a value.

    ``sensitivity`` is the share of all pairs of runs that differ significantly, without correction. ``detectable`` is
    the smallest detectable difference for the variance of differences, averaged over all pairs. Both are None if there
    is one topic; the second also if all runs differ by the same on all topics.
    """

    measure: str
    baseline: str
    topics: int
    left_out: tuple[str, ...]
    mean: float
    sensitivity: float | None
    detectable: float | None
    differences: tuple[RunDifference, ...]


def compare_runs(
    scores: Scores,
    baseline: str,
    *,
    level: float = LEVEL,
    alpha: float = ALPHA,
    power: float = POWER,
    seed: int = 0,
    bounds: Bounds | None = None,
) -> dict[str, RunComparison]:
    """Return measure to the comparison of every run with the baseline, on the same topics.

    Holm's correction is for the number of runs compared, for each measure alone.

    Parameters
    ----------
    scores : mapping of run to measure to topic to value
        What ``score_runs`` and ``score_files`` return.
    baseline : str
        The run that the others are compared with.
    level : float
        The share of intervals that are to hold the true difference.
    alpha, power : float, float
        The significance level and the power behind sensitivity and detectable differences.
    seed : int
        The same seed gives the same intervals and the same draws of the randomization test.
    bounds : pair of floats, optional
        The smallest and the largest value of the measures. By default 0 and 1 for a measure whose values are all
        within them, and none for others.

    References
    ----------
    Smucker, Allan and Carterette, "A comparison of statistical significance tests for information retrieval
    evaluation", CIKM 2007: both tests.
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979.
    Cohen, "Statistical power analysis for the behavioral sciences", 2nd edition, 1988, section 2.3.5: d_z.
    Sakai, "Evaluating evaluation metrics based on the bootstrap", SIGIR 2006: sensitivity, as discriminative power.
    The others are with `assess.stats.intervals.intervals` and `assess.stats.comparison.power.detectable_difference`.

    Examples
    --------
    >>> scores = {"old": {"AP": {"t1": 0.2, "t2": 0.5, "t3": 0.1}}, "new": {"AP": {"t1": 0.4, "t2": 0.6, "t3": 0.4}}}
    >>> [found] = compare_runs(scores, "old")["AP"].differences
    >>> round(found.difference, 2), round(found.t, 2), round(found.p, 3), found.randomization, round(found.effect, 2)
    (0.2, 3.46, 0.074, 0.25, 2.0)
    """
    if baseline not in scores:
        raise UnknownNameError(f"found baseline {baseline!r}, expected one of the runs: {', '.join(scores)}")
    if len(scores) < 2:
        raise ParameterError("found the baseline alone, expected at least one other run to compare with it")
    settings = _Settings(level, alpha, power, seed, bounds)
    return {measure: _compared(scores, measure, baseline, settings) for measure in averaged_measures(scores)}


@dataclass(frozen=True, slots=True)
class _Settings:
    level: float
    alpha: float
    power: float
    seed: int
    bounds: Bounds | None


def _compared(scores: Scores, measure: str, baseline: str, settings: _Settings) -> RunComparison:
    if not scores[baseline].get(measure):
        raise NotDefinedError(f"{measure}: not defined because the baseline {baseline!r} has no value")
    table = score_table(scores, measure)
    if len(table.runs) < 2:
        raise NotDefinedError(f"{measure}: not defined because no run but the baseline has a value")
    column = table.runs.index(baseline)
    differences = np.delete(table.scores, column, axis=1) - table.scores[:, [column]]
    return RunComparison(
        measure=measure,
        baseline=baseline,
        topics=len(table.topics),
        left_out=table.left_out,
        mean=float(table.scores[:, column].mean()),
        sensitivity=sensitivity(table.scores, settings.alpha) if len(table.topics) > 1 else None,
        detectable=_detectable(_pooled_deviation(table.scores), len(table.topics), settings),
        differences=_differences(
            [run for run in table.runs if run != baseline], differences, likely_bounds(table.scores), settings
        ),
    )


def _differences(
    runs: Sequence[str], differences: Floats, likely: Bounds | None, settings: _Settings
) -> tuple[RunDifference, ...]:
    means = differences.mean(axis=0).tolist()
    if len(differences) < 2:
        return tuple(RunDifference(run, mean, remark=ONE_TOPIC) for run, mean in zip(runs, means, strict=True))
    rng = np.random.default_rng(settings.seed)
    ends = difference_intervals(differences, rng, settings.level, settings.bounds or likely)
    flipped = randomization_p(differences, rng)
    tested = _t_tests(differences, settings)
    return tuple(
        RunDifference(run, mean, low, high, randomization=p, randomization_holm=corrected, **test)
        for run, mean, (low, high), p, corrected, test in zip(
            runs, means, ends.tolist(), flipped.tolist(), holm(flipped).tolist(), tested, strict=True
        )
    )


def _t_tests(differences: Floats, settings: _Settings) -> list[dict[str, Any]]:
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


def _deviations(differences: Floats) -> Floats:
    """The standard deviation of each column; 0, without rounding errors, if all its values are the same."""
    if len(differences) < 2:
        return np.zeros(differences.shape[1])
    return np.where(np.ptp(differences, axis=0) > EQUAL, differences.std(axis=0, ddof=1), 0.0)


def _pooled_deviation(scores: Floats) -> float:
    """The root of the mean variance of differences, over all pairs of runs."""
    first, second = np.triu_indices(scores.shape[1], 1)
    deviations = _deviations(scores[:, first] - scores[:, second])
    return float(np.sqrt(np.mean(deviations**2)))


def _detectable(deviation: float, topics: int, settings: _Settings) -> float | None:
    try:
        return detectable_difference(deviation, topics, settings.alpha, settings.power)
    except NotDefinedError:
        return None
