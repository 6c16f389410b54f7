"""Recall effort: relevant items that the user expected, of those they had to examine to find them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assess.errors import ParameterError
from assess.measures.arrays import OnArrays
from assess.measures.graded.judged import REL, FloatArray, IntArray, Lengths, relevant_docnos, value_of
from assess.measures.kinds import TopicJudgments
from assess.measures.whole_numbers import check_whole


def recall_effort(grades: Mapping[str, float], ranking: Sequence[str], expected: int, *, rel: float = REL) -> float:
    """Return the number of relevant items that a user expected, divided by the number they examined to find them.

    The user examines the ranking from the top until they have found that many. 1 is the least effort.

    Parameters
    ----------
    grades : mapping of docno to grade
        Items that are not graded are not relevant.
    ranking : sequence of docno
        Best first.
    expected : int
        How many relevant items the user expected.
    rel : float
        The lowest grade that counts as relevant.

    Raises
    ------
    NotDefinedError
        If the ranking has fewer relevant items than expected: the search never ends.

    Examples
    --------
    >>> recall_effort({"d1": 1, "d2": 1, "d3": 1}, ["d9", "d1", "d8", "d3"], expected=2)
    0.5

    References
    ----------
    Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", chapter 4.
    Korfhage, "Information Storage and Retrieval", 1997.
    """
    reason = f"the ranking has fewer than {expected} relevant items"
    return value_of(RecallEffortTopic.of(grades, expected, rel), ranking, "recall effort", reason)


@dataclass(frozen=True, slots=True)
class RecallEffortTopic:
    """Recall effort with the grades of one topic, for many runs."""

    docnos: tuple[str, ...]
    expected: int

    @classmethod
    def of(cls, grades: Mapping[str, float], expected: int, rel: float = REL) -> "RecallEffortTopic":
        check_whole("expected", expected)
        if expected < 1:
            raise ParameterError(f"found {expected} expected items, expected at least 1")
        return cls(relevant_docnos(grades, rel), expected)

    def values(self, ranks: IntArray, lengths: Lengths) -> FloatArray:
        """One value per run; NaN if it has fewer relevant items than expected."""
        if len(self.docnos) < self.expected:
            return np.full(len(ranks), np.nan)
        found = np.sort(np.where(ranks > 0, ranks, np.inf), axis=1)
        examined = found[:, self.expected - 1]
        return np.where(np.isinf(examined), np.nan, self.expected / examined)


def prepare(judgments: TopicJudgments, *, expected: int, rel: float) -> OnArrays | None:
    """Recall effort with the grades of a topic; None without grades."""
    return OnArrays(RecallEffortTopic.of(judgments.grades, expected, rel)) if judgments.grades else None
