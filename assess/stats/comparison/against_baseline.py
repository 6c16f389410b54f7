"""Every run against a baseline: differences with intervals, tests, effect sizes, and what could be detected."""

from dataclasses import dataclass

import numpy as np

from assess.errors import NotDefinedError, ParameterError, UnknownNameError
from assess.stats.comparison.differences import (
    ComparisonSettings,
    RunDifference,
    pooled_detectable,
    tested_differences,
)
from assess.stats.comparison.power import ALPHA, POWER
from assess.stats.comparison.score_table import Scores, averaged_measures, score_table
from assess.stats.intervals import LEVEL, Bounds
from assess.stats.sensitivity import sensitivity


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
    settings = ComparisonSettings(level, alpha, power, seed, bounds)
    return {measure: _compared(scores, measure, baseline, settings) for measure in averaged_measures(scores)}


def _compared(scores: Scores, measure: str, baseline: str, settings: ComparisonSettings) -> RunComparison:
    if not scores[baseline].get(measure):
        raise NotDefinedError(f"{measure}: not defined because the baseline {baseline!r} has no value")
    table = score_table(scores, measure)
    if len(table.runs) < 2:
        raise NotDefinedError(f"{measure}: not defined because no run but the baseline has a value")
    column = table.runs.index(baseline)
    return RunComparison(
        measure=measure,
        baseline=baseline,
        topics=len(table.topics),
        left_out=table.left_out,
        mean=float(table.scores[:, column].mean()),
        sensitivity=sensitivity(table.scores, settings.alpha) if len(table.topics) > 1 else None,
        detectable=pooled_detectable(table.scores, settings),
        differences=tested_differences(
            [run for run in table.runs if run != baseline],
            np.delete(table.scores, column, axis=1),
            table.scores[:, [column]],
            settings,
        ),
    )
