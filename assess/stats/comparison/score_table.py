"""The scores of one measure as an array of topics x runs."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assess.errors import NotDefinedError
from assess.measures.by_name import is_count
from assess.stats.resampling import Floats

# run -> measure -> topic -> value
Scores = Mapping[str, Mapping[str, Mapping[str, float]]]


@dataclass(frozen=True)
class ScoreTable:
    """Scores with a row for each topic that all runs have, and a column for each run; topics of some runs alone."""

    runs: tuple[str, ...]
    topics: tuple[str, ...]
    left_out: tuple[str, ...]
    scores: Floats


def averaged_measures(scores: Scores) -> list[str]:
    """The measures in order, without those whose values are added up over topics."""
    return [label for label in dict.fromkeys(label for of in scores.values() for label in of) if not is_count(label)]


def score_table(scores: Scores, measure: str) -> ScoreTable:
    """Return the scores by a measure, on the topics for which all runs have a value.

    Raises NotDefinedError if there is no such topic. Runs without any value are not in the table.
    """
    values = {run: of[measure] for run, of in scores.items() if of.get(measure)}
    topics = sorted(set.intersection(*(set(of) for of in values.values())) if values else ())
    if not topics:
        raise NotDefinedError(f"{measure}: not defined because there is no topic for which every run has a value")
    left_out = sorted({topic for of in values.values() for topic in of} - set(topics))
    table = np.array([[of[topic] for of in values.values()] for topic in topics], np.float64)
    return ScoreTable(tuple(values), tuple(topics), tuple(left_out), table)
