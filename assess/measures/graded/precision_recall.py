"""Precision-recall curves: at each relevant item, and interpolated at standard levels of recall."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from assess.errors import NotDefinedError, ParameterError
from assess.measures.arrays import OnArrays
from assess.measures.graded.judged import REL, FloatArray, IntArray, Lengths, ranks_of, relevant_docnos
from assess.measures.kinds import TopicJudgments

RECALL_LEVELS = tuple(level / 10 for level in range(11))


def precision_recall_points(
    grades: Mapping[str, float], ranking: Sequence[str], *, rel: float = REL
) -> tuple[FloatArray, FloatArray]:
    """Return recall and precision at each relevant item of the ranking, before any interpolation.

    Parameters
    ----------
    grades : mapping of docno to grade
        Items that are not graded are not relevant.
    ranking : sequence of docno
        Best first.
    rel : float
        The lowest grade that counts as relevant.

    Raises
    ------
    NotDefinedError
        If no item is relevant: then there is no recall.

    Examples
    --------
    >>> recall, precision = precision_recall_points({"d1": 1, "d2": 1}, ["d1", "d8", "d9", "d2"])
    >>> recall.tolist(), precision.tolist()
    ([0.5, 1.0], [1.0, 0.5])

    References
    ----------
    Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", chapter 4.
    """
    topic = InterpolatedPrecisionTopic.of(grades, rel=rel)
    topic.check(rel)
    return topic.points(ranks_of(topic.docnos, ranking)[0])


def interpolated_precision(
    grades: Mapping[str, float],
    ranking: Sequence[str],
    levels: Sequence[float] = RECALL_LEVELS,
    *,
    rel: float = REL,
) -> FloatArray:
    """Return the highest precision at each level of recall or beyond, by default at the eleven standard levels.

    ``IPrec`` of ir_measures is the same, but it comes from trec_eval, which rounds the number of relevant items that
    make up a level. With 3 relevant items and a level of 0.7 it asks for 2 of them, though 2 of 3 are less than 0.7.

    Parameters
    ----------
    grades : mapping of docno to grade
        Items that are not graded are not relevant.
    ranking : sequence of docno
        Best first.
    levels : sequence of float
        Levels of recall, from 0 to 1.
    rel : float
        The lowest grade that counts as relevant.

    Raises
    ------
    NotDefinedError
        If no item is relevant: then there is no recall.

    Examples
    --------
    >>> interpolated_precision({"d1": 1, "d2": 1}, ["d1", "d8", "d9", "d2"], [0, 0.5, 0.6, 1]).tolist()
    [1.0, 1.0, 0.5, 0.5]

    References
    ----------
    Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", chapter 4.
    """
    topic = InterpolatedPrecisionTopic.of(grades, levels, rel)
    topic.check(rel)
    return np.asarray(topic.curves(ranks_of(topic.docnos, ranking))[0])


@dataclass(frozen=True, slots=True)
class InterpolatedPrecisionTopic:
    """Interpolated precision with the grades of one topic, for many runs."""

    docnos: tuple[str, ...]
    levels: tuple[float, ...]

    @classmethod
    def of(
        cls, grades: Mapping[str, float], levels: Sequence[float] = RECALL_LEVELS, rel: float = REL
    ) -> "InterpolatedPrecisionTopic":
        if outside := [level for level in levels if not 0 <= level <= 1]:
            raise ParameterError(f"found recall {outside[0]}, expected a number from 0 to 1")
        return cls(relevant_docnos(grades, rel), tuple(levels))

    def check(self, rel: float) -> None:
        """Refuse a topic without relevant items."""
        if not self.docnos:
            raise NotDefinedError(f"recall is not defined: no item has a grade of {rel:g} or more")

    def values(self, ranks: IntArray, lengths: Lengths) -> FloatArray:
        """The mean over the levels, for each run; NaN if no item is relevant."""
        return np.asarray(self.curves(ranks).mean(axis=1))

    def points(self, ranks: IntArray) -> tuple[FloatArray, FloatArray]:
        """Recall and precision of one run at each relevant item that it has."""
        found = np.sort(ranks[ranks > 0])
        seen = np.arange(1, len(found) + 1)
        return seen / len(self.docnos), seen / found

    def curves(self, ranks: IntArray) -> FloatArray:
        """Precision at each level: a row for each run; NaN if no item is relevant."""
        relevant = len(self.docnos)
        if not relevant:
            return np.full((len(ranks), len(self.levels)), np.nan)
        found = np.sort(np.where(ranks > 0, ranks, np.inf), axis=1)
        precision = np.arange(1, relevant + 1) / found  # 0 for items that are not in the run
        best_beyond = np.maximum.accumulate(precision[:, ::-1], axis=1)[:, ::-1]
        needed = [max(ceil(round(level * relevant, 9)), 1) for level in self.levels]  # 0.7 * 10 is above 7 in binary
        return np.asarray(best_beyond[:, np.array(needed, dtype=np.intp) - 1])


def prepare(judgments: TopicJudgments, *, recall: float | None, rel: float) -> OnArrays | None:
    """Interpolated precision with the grades of a topic; None if no item is relevant."""
    levels = RECALL_LEVELS if recall is None else (recall,)
    topic = InterpolatedPrecisionTopic.of(judgments.grades, levels, rel)
    return OnArrays(topic) if topic.docnos else None
