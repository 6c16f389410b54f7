"""Measures of two runs: which run meets which, and the values of each against its opponent."""

from collections.abc import Sequence
from dataclasses import replace
from math import nan

from assess.errors import ParameterError, UnknownNameError
from assess.measures.by_name import RankMeasure
from assess.scoring.reading import Reading, defined
from assess.scoring.scoring_plan import ScoringPlan
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
        raise ParameterError(
            f"measure {measure.label!r} compares two runs: found {len(runs)}, expected 2, "
            f"or the name of the opponent as in {measure.name}(against={runs[0] if runs else 'TAG'})"
        )
    return [1, 0]


def meet_opponents(plan: ScoringPlan, readings: Sequence[Reading]) -> list[Reading]:
    """The runs with the values of all measures of two runs."""
    meetings = {measure: opponents(measure, names(readings)) for measure in plan.of_two_runs}
    return [
        replace(
            reading,
            against={
                measure.label: _values(plan, measure, reading, readings[places[run]])
                for measure, places in meetings.items()
            },
        )
        for run, reading in enumerate(readings)
    ]


def _values(plan: ScoringPlan, measure: RankMeasure, run: Reading, opponent: Reading) -> dict[str, float]:
    """Topic to value; the measure is not defined for a topic that the opponent lacks."""
    return defined({topic: _value(plan, measure, topic, run, opponent) for topic in plan.topics_of[measure.label]})


def _value(plan: ScoringPlan, measure: RankMeasure, topic: str, run: Reading, opponent: Reading) -> float:
    if topic not in run.ranks:
        return measure.kind.missing
    if topic not in opponent.ranks:
        return nan
    pair = plan.topics[topic].pairs[measure]
    return pair.value(run.ranks[topic], run.lengths[topic], opponent.ranks[topic], opponent.lengths[topic])
