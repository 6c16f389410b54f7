"""Relative recall: relevant items found, of those that the user expected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assess.errors import ParameterError
from assess.measures.arrays import OnArrays
from assess.measures.graded.judged import REL, FloatArray, IntArray, Lengths, relevant_docnos, value_of
from assess.measures.kinds import TopicJudgments
from assess.measures.whole_numbers import check_whole


def relative_recall(grades: Mapping[str, float], ranking: Sequence[str], expected: int, *, rel: float = REL) -> float:
    """Return the number of relevant items in a ranking, divided by the number that the user expected to find.

    A user who has found that many stops, so it is never more than 1.

    Parameters
    ----------
    grades : mapping of docno to grade
        Items that are not graded are not relevant.
    ranking : sequence of docno
        What the user examined, best first.
    expected : int
        How many relevant items the user expected.
    rel : float
        The lowest grade that counts as relevant.

    Examples
    --------
    >>> relative_recall({"d1": 1, "d2": 1, "d3": 1}, ["d1", "d9", "d3"], expected=5)
    0.4

    References
    ----------
    Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", chapter 4.
    Korfhage, "Information Storage and Retrieval", 1997.
    """
    return value_of(RelativeRecallTopic.of(grades, expected, rel), ranking, "relative recall", "")


@dataclass(frozen=True, slots=True)
class RelativeRecallTopic:
    """Relative recall with the grades of one topic, for many runs."""

    docnos: tuple[str, ...]
    expected: int

    @classmethod
    def of(cls, grades: Mapping[str, float], expected: int, rel: float = REL) -> "RelativeRecallTopic":
        check_whole("expected", expected)
        if expected < 1:
            raise ParameterError(f"found {expected} expected items, expected at least 1")
        return cls(relevant_docnos(grades, rel), expected)

    def values(self, ranks: IntArray, lengths: Lengths) -> FloatArray:
        """One value per run."""
        return np.asarray(np.minimum((ranks > 0).sum(axis=1), self.expected) / self.expected)


def prepare(judgments: TopicJudgments, *, expected: int, rel: float) -> OnArrays | None:
    """Relative recall with the grades of a topic; None without grades."""
    return OnArrays(RelativeRecallTopic.of(judgments.grades, expected, rel)) if judgments.grades else None
