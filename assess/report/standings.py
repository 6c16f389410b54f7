"""Sections on runs: the leaderboard with intervals, and which runs differ.

All intervals and tests of runs in the report come from here.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from assess.analysis.direction import DIGITS, best_first, lower_notes, upward
from assess.analysis.section import INTERVAL, Column, Row, Section
from assess.formats.scores import Scores
from assess.measures.by_name import lower_is_better
from assess.stats.comparison.differences import ComparisonSettings, RunDifference, pooled_detectable
from assess.stats.comparison.every_pair import compare_every_pair
from assess.stats.comparison.power import ALPHA, POWER
from assess.stats.intervals import DRAWS, intervals, likely_bounds
from assess.stats.resampling import Floats
from assess.stats.sensitivity import sensitivity
from assess.stats.sign_flip import COUNTED
from assess.stats.sign_flip import DRAWS as FLIPS

Pair = tuple[str, str]
ONE_TOPIC = "not defined because there is one topic; they need two"
ONE_RUN = "not defined because there is one run; they need two"
METHOD = f"95 % intervals: Bayesian bootstrap over topics with one that nobody has seen, {DRAWS:,} draws"
TESTS = (
    "difference: mean of the run less mean of the other; low, high: its 95 % interval, as that of a mean",
    f"t, p: paired t-test over topics, two-sided; randomized: p of the randomization test, exact for up to {COUNTED} "
    f"topics that differ, else with {FLIPS:,} draws",
    "Holm: the p-value before it, corrected for the number of pairs of runs",
    "d_z: effect size, the difference divided by the standard deviation of differences over topics",
    f"detectable: the smallest true difference that the t-test finds at p < {ALPHA} with {POWER:.0%} power",
    f"significant: the t-test with Holm's correction is below {ALPHA}",
)


@dataclass(frozen=True)
class Standings:
    """The runs by one measure, best first, equal means in the order of names: values by topic and run."""

    measure: str
    runs: list[str]
    topics: list[str]
    values: Floats  # topics x runs
    left_out: int  # topics without a value for every run
    seed: int

    @classmethod
    def of(cls, scores: Scores, measure: str, seed: int) -> "Standings":
        runs = sorted({run for of in scores[measure].values() for run in of})
        topics = [topic for topic, of in sorted(scores[measure].items()) if len(of) == len(runs)]
        values = np.array([[scores[measure][topic][run] for run in runs] for topic in topics], np.float64)
        values = values.reshape(len(topics), len(runs))
        means = dict(zip(runs, values.mean(axis=0).tolist(), strict=True)) if topics else {}
        ordered = best_first(measure, means, runs)
        left_out = len(scores[measure]) - len(topics)
        return cls(measure, ordered, topics, values[:, [runs.index(run) for run in ordered]], left_out, seed)

    @property
    def means(self) -> list[float]:
        return [float(mean) for mean in self.values.mean(axis=0)] if self.topics else []

    @property
    def places(self) -> list[int]:
        """The place of each run, 1 for the best; runs with equal means share a place."""
        goodness = upward(self.measure, dict(zip(self.runs, self.means, strict=True))) if self.topics else {}
        rounded = [round(value, DIGITS) for value in goodness.values()]
        return [1 + sum(other > value for other in rounded) for value in rounded]

    @cached_property
    def bounds(self) -> list[tuple[float, float]] | None:
        """The 95 % interval of each mean; None with fewer than two topics."""
        if len(self.topics) < 2:
            return None
        found = intervals(self.values, np.random.default_rng(self.seed), bounds=likely_bounds(self.values))
        return [(float(low), float(high)) for low, high in found]

    @cached_property
    def pairs(self) -> dict[Pair, RunDifference]:
        """All pairs of runs, the better one first, to their difference; none with fewer than two runs or topics."""
        return {} if self.why_not() else compare_every_pair(self.runs, self.values, ComparisonSettings(seed=self.seed))

    @property
    def sensitivity(self) -> float | None:
        """The share of pairs of runs that differ, without correction."""
        return sensitivity(self.values) if self.pairs else None

    @property
    def detectable(self) -> float | None:
        """The smallest detectable difference between two runs; None if no difference varies over topics."""
        return pooled_detectable(self.values, ComparisonSettings()) if self.pairs else None

    def why_not(self) -> str:
        """Why runs cannot be compared; empty if they can."""
        if not self.topics:
            return "not defined because no topic has a value for every run"
        if len(self.topics) == 1:
            return ONE_TOPIC
        return ONE_RUN if len(self.runs) == 1 else ""


def leaderboard_section(standings: Standings) -> Section:
    """The runs with their means and intervals; runs with equal means share a place."""
    means = standings.means
    rows: list[Row] = []
    for number, place in enumerate(standings.places):
        low, high = standings.bounds[number] if standings.bounds else (None, None)
        rows.append((standings.runs[number], place, means[number], low, high))
    topics = len(standings.topics)
    notes = [f"mean over {topics:,} topic{'s' * (topics != 1)}; runs with equal means share a place"]
    notes.append(METHOD if standings.bounds else f"intervals: {standings.why_not()}")
    if not rows:
        notes = [f"{standings.measure}: {standings.why_not()}"]
    notes += lower_notes([standings.measure])
    if standings.left_out:
        notes.append(f"topics left out because the measure is not defined for every run: {standings.left_out:,}")
    columns = (Column("run", "text"), Column("place"), Column("mean", "number"), *INTERVAL)
    return Section(
        f"leaderboard {standings.measure}", f"Leaderboard by {standings.measure}", columns, tuple(rows), tuple(notes)
    )


def sensitivity_section(all_standings: list[Standings]) -> Section:
    """How many pairs of runs each measure tells apart, and from which difference on."""
    rows: list[Row] = []
    for one in all_standings:
        pairs = len(one.runs) * (len(one.runs) - 1) // 2
        corrected = _share([of.p_holm for of in one.pairs.values()])
        randomized = _share([of.randomization_holm for of in one.pairs.values()])
        rows.append(
            (one.measure, len(one.topics), len(one.runs), pairs, one.sensitivity, corrected, randomized, one.detectable)
        )
    columns = [Column("measure", "text"), Column("topics"), Column("runs"), Column("pairs of runs")]
    columns += [Column(f"p < {ALPHA}", "share"), Column(f"Holm < {ALPHA}", "share")]
    columns += [Column(f"randomized, Holm < {ALPHA}", "share"), Column("detectable", "number")]
    return Section(
        "sensitivity",
        "How many pairs of runs a measure tells apart",
        tuple(columns),
        tuple(rows),
        tuple(_sensitivity_notes(all_standings)),
    )


def _share(p: list[float | None]) -> float | None:
    """The share of significant tests; a test that is not defined finds nothing."""
    return sum(value is not None and value < ALPHA for value in p) / len(p) if p else None


def _sensitivity_notes(all_standings: list[Standings]) -> list[str]:
    notes = [
        f"share of pairs of runs that differ by the paired t-test (p), by the same with Holm's correction, and by the "
        f"randomization test with Holm's correction; p < {ALPHA} without correction is the sensitivity",
        f"detectable: the smallest true difference between two runs that the t-test finds at p < {ALPHA} with "
        f"{POWER:.0%} power, for the variance of differences over topics, averaged over all pairs",
    ]
    for one in all_standings:
        if one.why_not():
            notes.append(f"{one.measure}, tests: {one.why_not()}")
        elif one.detectable is None:
            notes.append(f"{one.measure}, detectable: not defined because no difference varies over topics")
    return notes


def comparisons_section(standings: Standings) -> Section:
    """A row for each pair of runs, the better one first."""
    rows: list[Row] = []
    for (run, other), of in standings.pairs.items():
        tests = (of.t, of.p, of.p_holm, of.randomization, of.randomization_holm)
        significant = None if of.p_holm is None else "yes" if of.p_holm < ALPHA else "no"
        rows.append((run, other, of.difference, of.low, of.high, *tests, of.effect, of.detectable, significant))
    columns = (
        *(Column("run", "text"), Column("other", "text"), Column("difference", "number"), *INTERVAL),
        *(Column("t", "number"), Column("p", "p"), Column("Holm", "p")),
        *(Column("randomized", "p"), Column("randomized, Holm", "p", "Holm")),
        *(Column("d_z", "number"), Column("detectable", "number"), Column("significant", "text")),
    )
    title = f"Differences between runs by {standings.measure}"
    notes = _comparison_notes(standings) if rows else [f"tests: {standings.why_not()}"]
    return Section(f"comparisons {standings.measure}", title, columns, tuple(rows), tuple(notes))


def _comparison_notes(standings: Standings) -> list[str]:
    notes = list(TESTS)
    if lower_is_better(standings.measure):
        notes.insert(1, f"{standings.measure}: lower is better, so the better run has a negative difference")
    for remark, number in Counter(of.remark for of in standings.pairs.values() if of.remark).items():
        notes.append(f"{number:,} pair{'s' * (number != 1)} of runs: {remark}")
    return notes
