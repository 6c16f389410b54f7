"""nDCG, AP and other classical measures, computed by ir_measures."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import ir_measures

from assess.errors import ParameterError, UnknownNameError

Scored = Mapping[str, float]  # docno -> score


def checked_name(text: str) -> str:
    """The name of a measure, if ir_measures knows it."""
    try:
        ir_measures.parse_measure(text).validate_params()
    except (NameError, ValueError, KeyError, TypeError):
        expected = "pgc, compat or a measure of ir_measures such as nDCG@10, AP, RR"
        raise UnknownNameError(f"found measure {text!r}, expected {expected}") from None
    except AssertionError as error:
        raise ParameterError(f"measure {text!r}: {error}") from None
    return text


class Classical:
    """Measures of ir_measures on the grades of all topics, prepared once for many runs."""

    def __init__(self, names: Sequence[str], qrels: Mapping[str, Mapping[str, float]]) -> None:
        self.names = tuple(names)
        self._qrels = {topic: _whole_grades(topic, grades) for topic, grades in qrels.items()}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the evaluator: a copy in another process creates its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_evaluator"}

    @cached_property
    def _evaluator(self) -> ir_measures.Evaluator:
        try:
            return ir_measures.evaluator([ir_measures.parse_measure(name) for name in self.names], self._qrels)
        except (ValueError, RuntimeError) as error:
            raise ParameterError(f"ir_measures cannot compute {', '.join(self.names)} here: {error}") from None

    def scores(self, run: Mapping[str, Scored]) -> dict[str, dict[str, float]]:
        """Measure to topic to value, for every topic with grades; 0 if the run does not have the topic."""
        found: dict[str, dict[str, float]] = {}
        for metric in self._evaluator.iter_calc({topic: dict(scored) for topic, scored in run.items()}):
            if metric.query_id in self._qrels:
                found.setdefault(str(metric.measure), {})[metric.query_id] = float(metric.value)
        return {name: found[str(ir_measures.parse_measure(name))] for name in self.names}


def _whole_grades(topic: str, grades: Mapping[str, float]) -> dict[str, int]:
    for docno, grade in grades.items():
        if grade != int(grade):
            raise ParameterError(
                f"topic {topic}: found grade {grade} of {docno!r}, expected whole numbers for measures of ir_measures"
            )
    return {docno: int(grade) for docno, grade in grades.items()}
