"""nDCG, AP and other classical measures, computed by ir_measures."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import ir_measures

from assess.errors import AssessError, ParameterError, UnknownNameError

Scored = Mapping[str, float]  # docno -> score

DIVERSITY = "pyndeval"  # the provider of ir_measures for measures on subtopics


def checked_name(text: str) -> str:
    """The name of a measure, if ir_measures knows it and can compute it here."""
    try:
        measure = ir_measures.parse_measure(text)
    except (NameError, ValueError, KeyError, TypeError):
        expected = "pgc, compat or a measure of ir_measures such as nDCG@10, AP, RR"
        raise UnknownNameError(f"found measure {text!r}, expected {expected}") from None
    try:
        measure.validate_params()
    except AssertionError as error:
        raise ParameterError(f"measure {text!r}: {error}, expected {_parameters(measure)}") from None
    _check_available(text, measure)
    return text


def _parameters(measure: Any) -> str:
    """The parameters of a measure with their types."""
    forms = {int: "a whole number", float: "a number with a point, such as 2.0", bool: "True or False"}
    known = measure.SUPPORTED_PARAMS.items()
    return "; ".join(f"{name}: {forms.get(info.dtype, info.dtype.__name__)}" for name, info in known)


def _check_available(text: str, measure: Any) -> None:
    """Refuse a measure whose program is not installed, with what to install."""
    able = [provider for provider in ir_measures.DefaultPipeline.providers if provider.supports(measure)]
    if not able:
        raise ParameterError(
            f"measure {text!r} cannot be computed with these parameters, expected {_parameters(measure)}"
        )
    if not any(provider.is_available() for provider in able):
        names = " or ".join(provider.NAME for provider in able)
        remedy = " or: ".join(provider.install_instructions() or f"install {provider.NAME}" for provider in able)
        raise AssessError(f"measure {text!r} needs {names}, which is not installed: {remedy}")
    if all(provider.NAME == DIVERSITY for provider in able):
        remedy = f"as qrels here have one grade for each item, score it with: ir_measures QRELS RUN {text}"
        raise AssessError(f"measure {text!r} needs grades by subtopic; {remedy}")


class Classical:
    """Measures of ir_measures on the grades of all topics, prepared once for many runs."""

    def __init__(self, names: Sequence[str], qrels: Mapping[str, Mapping[str, float]]) -> None:
        self.names = tuple(names)
        # gdeval, which computes ERR, takes only numbers as topics.
        self._numbers = {topic: str(number) for number, topic in enumerate(sorted(qrels), start=1)}
        self._qrels = {self._numbers[topic]: _whole_grades(topic, grades) for topic, grades in qrels.items()}

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
        numbered = {number: dict(run[topic]) for topic, number in self._numbers.items() if topic in run}
        for metric in self._evaluator.iter_calc(numbered):
            found.setdefault(str(metric.measure), {})[metric.query_id] = float(metric.value)
        return {name: self._by_topic(found.get(str(ir_measures.parse_measure(name)), {})) for name in self.names}

    def _by_topic(self, values: Mapping[str, float]) -> dict[str, float]:
        return {topic: values.get(number, 0.0) for topic, number in self._numbers.items()}


def _whole_grades(topic: str, grades: Mapping[str, float]) -> dict[str, int]:
    for docno, grade in grades.items():
        if grade != int(grade):
            raise ParameterError(
                f"topic {topic}: found grade {grade} of {docno!r}, expected whole numbers for measures of ir_measures"
            )
    return {docno: int(grade) for docno, grade in grades.items()}
