"""Sections on runs: the leaderboard with intervals, and which runs differ.

All intervals and tests of runs in the report come from here.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from assess.analysis.direction import DIGITS, best_first, lower_notes, upward
from assess.analysis.section import INTERVAL, Column, Row, Section
from assess.formats.scores import Scores
from assess.stats.intervals import DRAWS, intervals, likely_bounds
from assess.stats.resampling import Floats
from assess.stats.sensitivity import sensitivity
from assess.stats.significance import Significance, pairwise

LEVEL = 0.05
ONE_TOPIC = "not defined because there is one topic; they need two"
ONE_RUN = "not defined because there is one run; they need two"
METHOD = f"95 % intervals: Bayesian bootstrap over topics with one that nobody has seen, {DRAWS:,} draws"
TEST = "p: paired t-test over topics, two-sided; Holm: corrected for the number of pairs of runs"


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
    def significance(self) -> Significance | None:
        """The tests of all pairs of runs; None with fewer than two runs or topics."""
        return pairwise(self.values) if len(self.topics) > 1 and len(self.runs) > 1 else None

    @property
    def sensitivity(self) -> float | None:
        """The share of pairs of runs that differ, without correction."""
        return None if self.significance is None else sensitivity(self.values)

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
    """How many pairs of runs each measure tells apart."""
    rows: list[Row] = []
    for one in all_standings:
        pairs = len(one.runs) * (len(one.runs) - 1) // 2
        found = one.significance
        above = np.triu_indices(len(one.runs), 1)
        corrected = float(np.mean(found.holm[above] < LEVEL)) if found else None
        rows.append((one.measure, len(one.topics), len(one.runs), pairs, one.sensitivity, corrected))
    columns = [Column("measure", "text"), Column("topics"), Column("runs"), Column("pairs of runs")]
    columns += [Column(f"p < {LEVEL}", "share"), Column(f"Holm < {LEVEL}", "share")]
    notes = [f"share of pairs of runs with p below {LEVEL}: without correction this is the sensitivity"]
    notes += [f"{one.measure}: {one.why_not()}" for one in all_standings if one.why_not()]
    return Section(
        "sensitivity", "How many pairs of runs a measure tells apart", tuple(columns), tuple(rows), tuple(notes)
    )


def comparisons_section(standings: Standings) -> Section:
    """A row for each pair of runs, the better one first."""
    rows: list[Row] = []
    found = standings.significance
    for i, j in zip(*np.triu_indices(len(standings.runs), 1), strict=True):
        if found:
            difference = standings.means[i] - standings.means[j]
            p, holm = float(found.p[i, j]), float(found.holm[i, j])
            rows.append((standings.runs[i], standings.runs[j], difference, p, holm, "yes" if holm < LEVEL else "no"))
    columns = (Column("run", "text"), Column("other", "text"), Column("difference", "number"), Column("p", "p"))
    more = (Column("Holm", "p"), Column("significant", "text"))
    notes = [TEST, f"significant: Holm below {LEVEL}"] if rows else [f"tests: {standings.why_not()}"]
    title = f"Differences between runs by {standings.measure}"
    return Section(f"comparisons {standings.measure}", title, (*columns, *more), tuple(rows), tuple(notes))
