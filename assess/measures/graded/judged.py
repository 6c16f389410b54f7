"""Graded items as measures use them: which are relevant, and where a ranking has them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assess.errors import NotDefinedError, ParameterError

REL = 1.0  # the lowest grade that counts as relevant, as in ir_measures

IntArray = NDArray[np.int32]
Lengths = NDArray[np.int64]
FloatArray = NDArray[np.float64]


class GradedTopic(Protocol):
    """A measure with the grades of one topic: it scores runs by the ranks of its items."""

    @property
    def docnos(self) -> tuple[str, ...]: ...

    def values(self, ranks: IntArray, lengths: Lengths) -> FloatArray: ...


def relevant_docnos(grades: Mapping[str, float], rel: float = REL) -> tuple[str, ...]:
    """The items with a grade of *rel* or more, in ascending order."""
    return tuple(sorted(docno for docno, grade in grades.items() if grade >= rel))


def ranks_of(docnos: Sequence[str], ranking: Sequence[str]) -> IntArray:
    """The rank of each item in the ranking, from 1, as a table of one row; 0 for an item that is not in it."""
    ranks = {docno: rank for rank, docno in enumerate(ranking, start=1)}
    if len(ranks) < len(ranking):
        raise ParameterError("found an item twice in a ranking, expected each once")
    return np.array([[ranks.get(docno, 0) for docno in docnos]], dtype=np.int32).reshape(1, len(docnos))


def value_of(topic: GradedTopic, ranking: Sequence[str], name: str, reason: str) -> float:
    """The value of one ranking; *reason* is what the error says if there is none."""
    value = float(topic.values(ranks_of(topic.docnos, ranking), np.array([len(ranking)]))[0])
    if np.isnan(value):
        raise NotDefinedError(f"{name} is not defined: {reason}")
    return value
