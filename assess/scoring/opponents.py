"""Measures of two runs: which run meets which, and the values of each against its opponent."""

from array import array
from collections.abc import Sequence
from dataclasses import replace
from math import nan

from assess.errors import ParameterError, UnknownNameError
from assess.measures.by_name import RankMeasure
from assess.scoring.reading import Reading, defined
from assess.scoring.scoring_plan import RunsRanks, ScoringPlan, TopicPlan, Values
from assess.scoring.table import names


def opponents(measure: RankMeasure, runs: Sequence[str]) -> list[int]:
    """The place of the opponent of each run: the run that ``against`` names, or else the other one of two runs.

    The run that ``against`` names meets itself.
    """
    against = measure.parameters["against"]
    if against in runs:
        return [runs.index(against)] * len(runs)
    if against:
        raise UnknownNameError(
            f"measure {measure.label!r}: found no run {against!r} to compare with, expected one of {', '.join(runs)}"
        )
    if len(runs) != 2:
        example = runs[0] if len(runs) > 2 else "TAG"  # one run alone would be its own opponent
        raise ParameterError(
            f"measure {measure.label!r} compares two runs: found {len(runs)}, expected 2, "
            f"or more with the name of the opponent, as in {measure.name}(against={example})"
        )
    return [1, 0]


def meet_opponents(plan: ScoringPlan, readings: Sequence[Reading]) -> list[Reading]:
    """The runs with the values of all measures of two runs."""
    against: list[Values] = [{} for _ in readings]
    for measure in plan.of_two_runs:
        met = [readings[place] for place in opponents(measure, names(readings))]
        for run, values in enumerate(_values(plan, measure, readings, met)):
            against[run][measure.label] = values
    return [replace(reading, against=values) for reading, values in zip(readings, against, strict=True)]


def _values(
    plan: ScoringPlan, measure: RankMeasure, runs: Sequence[Reading], met: Sequence[Reading]
) -> list[dict[str, float]]:
    """Topic to value, for each run; the measure is not defined for a topic that the opponent lacks."""
    values: list[dict[str, float]] = [{} for _ in runs]
    meetings = list(zip(runs, met, strict=True))
    for topic in plan.topics_of[measure.label]:
        found = _of_topic(plan.topics[topic], measure, topic, meetings)
        for of_run, reading, value in zip(values, runs, found, strict=True):
            of_run[topic] = value if topic in reading.ranks else measure.kind.missing
    return [defined(of_run) for of_run in values]


def _of_topic(
    plan: TopicPlan, measure: RankMeasure, topic: str, meetings: Sequence[tuple[Reading, Reading]]
) -> list[float]:
    """The value of each run against its opponent; NaN if one of them lacks the topic."""
    both = [run for run, (own, met) in enumerate(meetings) if topic in own.ranks and topic in met.ranks]
    own, met = ([meetings[run][side] for run in both] for side in (0, 1))
    values = [nan] * len(meetings)
    if both:
        found = plan.pairs[measure].values(_ranks(own, topic), _ranks(met, topic), len(plan.docnos))
        for run, value in zip(both, found, strict=True):
            values[run] = value
    return values


def _ranks(readings: Sequence[Reading], topic: str) -> RunsRanks:
    ranks = array("i")
    for reading in readings:
        ranks.extend(reading.ranks[topic])
    return ranks, [reading.lengths[topic] for reading in readings]
