"""nDCG, AP and other classical measures, computed by ir_measures.

The programs behind ir_measures sort by score, and trec_eval orders equal scores by docno, descending. Here they are
given rankings that are in order already, so all measures of a table see the same order.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import ir_measures

from assess.errors import ParameterError
from assess.measures.classical_names import is_diversity

Rankings = Mapping[str, Iterable[str]]  # topic -> docnos, best first
Grades = Mapping[str, float]  # docno -> grade


class Classical:
    """Measures of ir_measures on the grades of all topics, prepared once for many runs.

    Diversity measures need *subtopics*: topic to subtopic to docno to grade. All others need *qrels*.
    """

    def __init__(
        self,
        names: Sequence[str],
        qrels: Mapping[str, Grades],
        subtopics: Mapping[str, Mapping[str, Grades]] | None = None,
    ) -> None:
        self.names = tuple(names)
        diverse = [name for name in names if is_diversity(name)]
        plain = [name for name in names if name not in diverse]
        if diverse and not subtopics:
            raise ParameterError(
                f"measure {diverse[0]!r} needs grades by subtopic: give them with --subtopics, in Python as subtopics"
            )
        if plain and not qrels:
            raise ParameterError(f"measure {plain[0]!r} needs qrels")
        undivided = {topic: {"0": grades} for topic, grades in qrels.items()}
        self._parts = [Evaluation(plain, undivided)] if plain else []
        self._parts += [Evaluation(diverse, subtopics)] if diverse and subtopics else []

    def topics_of(self, name: str) -> list[str]:
        """The topics for which a measure has a value, in ascending order."""
        [part] = [part for part in self._parts if name in part.names]
        return part.topics

    def scores(self, run: Rankings) -> dict[str, dict[str, float]]:
        """Measure to topic to value, for every topic with grades; 0 if the run does not have the topic."""
        found: dict[str, dict[str, float]] = {}
        for part in self._parts:
            found |= part.scores(run)
        return {name: found[name] for name in self.names}


class Evaluation:
    """Measures on the same grades: topic to subtopic to docno to grade."""

    def __init__(self, names: Sequence[str], subtopics: Mapping[str, Mapping[str, Grades]]) -> None:
        self.names = tuple(names)
        # gdeval, which computes ERR, takes only numbers as topics.
        self._numbers = {topic: str(number) for number, topic in enumerate(sorted(subtopics), start=1)}
        self._qrels = [
            ir_measures.Qrel(number, docno, grade, subtopic)
            for topic, number in self._numbers.items()
            for subtopic, grades in subtopics[topic].items()
            for docno, grade in _whole_grades(topic, grades).items()
        ]

    @property
    def topics(self) -> list[str]:
        return list(self._numbers)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the evaluator: a copy in another process creates its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_evaluator"}

    @cached_property
    def _evaluator(self) -> ir_measures.Evaluator:
        try:
            return ir_measures.evaluator([ir_measures.parse_measure(name) for name in self.names], self._qrels)
        except (ValueError, RuntimeError, TypeError) as error:
            raise ParameterError(f"ir_measures cannot compute {', '.join(self.names)} here: {error}") from None

    def scores(self, run: Rankings) -> dict[str, dict[str, float]]:
        """Measure to topic to value, for every topic with grades; 0 if the run does not have the topic."""
        found: dict[str, dict[str, float]] = {}
        numbered = {number: _scores_by_place(run[topic]) for topic, number in self._numbers.items() if topic in run}
        for metric in self._evaluator.iter_calc(numbered):
            found.setdefault(str(metric.measure), {})[metric.query_id] = float(metric.value)
        return {name: self._by_topic(found.get(str(ir_measures.parse_measure(name)), {})) for name in self.names}

    def _by_topic(self, values: Mapping[str, float]) -> dict[str, float]:
        return {topic: values.get(number, 0.0) for topic, number in self._numbers.items()}


def _scores_by_place(docnos: Iterable[str]) -> dict[str, float]:
    """Scores that give the items this order, none of them equal."""
    return {docno: float(-place) for place, docno in enumerate(docnos)}


def _whole_grades(topic: str, grades: Grades) -> dict[str, int]:
    for docno, grade in grades.items():
        if grade != int(grade):
            raise ParameterError(
                f"topic {topic}: found grade {grade} of {docno!r}, expected whole numbers for measures of ir_measures"
            )
    return {docno: int(grade) for docno, grade in grades.items()}
