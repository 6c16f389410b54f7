"""Sections on measures against each other, on the same runs."""

from collections.abc import Mapping
from itertools import combinations
from math import fsum

from assess.analysis.direction import best_first, turned_notes, upward
from assess.analysis.section import Column, Row, Section, attempt
from assess.formats.scores import ALL, Scores
from assess.stats.rank_correlation import kendall_tau_b, spearman_rho, tau_ap

Means = dict[str, dict[str, float]]
Topics = Mapping[str, Mapping[str, float]]  # topic -> run -> value


def run_means(scores: Scores) -> Means:
    """Measure to run to its mean: the topic ``all`` if it is there, else the mean over the run's topics."""
    return {measure: _means(topics) for measure, topics in scores.items()}


def _means(topics: Topics) -> dict[str, float]:
    if ALL in topics:
        return dict(topics[ALL])
    values: dict[str, list[float]] = {}
    for runs in topics.values():
        for run, value in runs.items():
            values.setdefault(run, []).append(value)
    return {run: fsum(found) / len(found) for run, found in values.items()}


def measure_sections(scores: Scores) -> list[Section]:
    """The means of the runs, which are the points of scatter plots, and the correlations of all pairs of measures."""
    means = run_means(scores)
    return [points_section(means), *([consistency_section(means)] if len(means) > 1 else [])]


def points_section(means: Means) -> Section:
    """A row for each run, best by the first measure first, and a column for each measure."""
    name, values = next(iter(means.items()))
    runs = best_first(name, values, {run for of in means.values() for run in of})
    rows = tuple((run, *(of.get(run) for of in means.values())) for run in runs)
    columns = (Column("run", "text"), *(Column(measure, "number") for measure in means))
    missing = any(cell is None for row in rows for cell in row)
    notes = ("not every run has every measure: the file has no such score",) if missing else ()
    return Section("runs", "Runs by measure", columns, rows, notes)


def consistency_section(means: Means) -> Section:
    """Whether two measures order the runs in the same way."""
    notes = [
        "tau-b: Kendall's; rho: Spearman's; tau_AP takes the second measure as the truth, exchanged the first",
        *turned_notes(means),
    ]
    rows = [_compared(means, first, second, notes) for first, second in combinations(means, 2)]
    numbers = {"Kendall's tau-b": "tau-b", "Spearman's rho": "rho", "tau_AP": "", "tau_AP, exchanged": "exchanged"}
    columns = [Column("measure", "text"), Column("other", "text"), Column("runs")]
    columns += [Column(name, "number", short) for name, short in numbers.items()]
    return Section("consistency", "Measure against measure", tuple(columns), tuple(rows), tuple(notes))


def _compared(means: Means, first: str, second: str, notes: list[str]) -> Row:
    runs = sorted(means[first].keys() & means[second].keys())
    x, y = ([upward(measure, means[measure])[run] for run in runs] for measure in (first, second))
    name = f"{first}, {second}"
    correlations = (
        attempt(lambda: kendall_tau_b(x, y), notes, f"Kendall's tau-b, {name}"),
        attempt(lambda: spearman_rho(x, y), notes, f"Spearman's rho, {name}"),
        attempt(lambda: tau_ap(x, y), notes, f"tau_AP, {name}"),
        attempt(lambda: tau_ap(y, x), [], name),
    )
    return first, second, len(runs), *correlations


def merged(tables: Mapping[str, Scores]) -> Scores:
    """The scores of several tables, by the names of their sources.

    If two tables have different values for the same run, topic and measure, as PGC on two graphs has, the measure is
    named by its source as well: ``pgc (real.tsv)``.
    """
    contradicted = {
        measure
        for one, other in combinations(tables.values(), 2)
        for measure in one.keys() & other.keys()
        if _contradict(one[measure], other[measure])
    }
    scores: Scores = {}
    for source, table in tables.items():
        for measure, topics in table.items():
            name = f"{measure} ({source})" if measure in contradicted else measure
            for topic, runs in topics.items():
                scores.setdefault(name, {}).setdefault(topic, {}).update(runs)
    return scores


def _contradict(one: Topics, other: Topics) -> bool:
    return any(
        one[topic][run] != other[topic][run]
        for topic in one.keys() & other.keys()
        for run in one[topic].keys() & other[topic].keys()
    )
