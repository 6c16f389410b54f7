"""E: recall and precision in one number, at any rank and with any weight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assess.errors import ParameterError
from assess.measures.arrays import OnArrays
from assess.measures.graded.judged import REL, FloatArray, IntArray, Lengths, relevant_docnos, value_of
from assess.measures.kinds import TopicJudgments
from assess.measures.whole_numbers import check_whole


def e_measure(
    grades: Mapping[str, float], ranking: Sequence[str], b: float = 1.0, depth: int | None = None, *, rel: float = REL
) -> float:
    r"""Return van Rijsbergen's E of a ranking: 0 is best, 1 is worst.

    .. math:: E = 1 - \frac{1 + b^2}{b^2 / r + 1 / P}

    r is recall and P precision at *depth*. Without relevant items among those looked at, E is 1.

    Parameters
    ----------
    grades : mapping of docno to grade
        Items that are not graded are not relevant.
    ranking : sequence of docno
        Best first.
    b : float
        The weight of recall: with 0, E is 1 - precision; with infinity, 1 - recall.
    depth : int, optional
        The rank j of E(j). By default the whole ranking; a shorter ranking is looked at as a whole, too.
    rel : float
        The lowest grade that counts as relevant.

    Raises
    ------
    NotDefinedError
        If no item is relevant: then there is no recall.

    Examples
    --------
    >>> e_measure({"d1": 1, "d2": 1, "d3": 1, "d4": 1}, ["d1", "d9"])
    0.6666666666666667

    References
    ----------
    van Rijsbergen, "Information Retrieval", 2nd edition, 1979, chapter 7.
    Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", chapter 4.
    """
    topic = EMeasureTopic.of(grades, b, depth, rel)
    return value_of(topic, ranking, "E", f"no item has a grade of {rel:g} or more")


@dataclass(frozen=True, slots=True)
class EMeasureTopic:
    """E with the grades of one topic, or F, which is 1 - E, for many runs."""

    docnos: tuple[str, ...]
    b: float
    depth: int | None
    is_f: bool

    @classmethod
    def of(
        cls,
        grades: Mapping[str, float],
        b: float = 1.0,
        depth: int | None = None,
        rel: float = REL,
        *,
        is_f: bool = False,
    ) -> "EMeasureTopic":
        if not b >= 0:
            raise ParameterError(f"found b = {b}, expected 0 or more")
        check_whole("depth", depth)
        if depth is not None and depth < 1:
            raise ParameterError(f"found depth {depth}, expected at least 1")
        return cls(relevant_docnos(grades, rel), b, depth, is_f)

    def values(self, ranks: IntArray, lengths: Lengths) -> FloatArray:
        """One value per run; NaN if no item is relevant."""
        relevant = len(self.docnos)
        if not relevant:
            return np.full(len(ranks), np.nan)
        depth = lengths.max(initial=1) if self.depth is None else self.depth
        hits = ((ranks > 0) & (ranks <= depth)).sum(axis=1)
        # F = (1 + b^2) hits / (b^2 relevant + retrieved), so neither recall nor precision is divided by.
        recall_weight = 1.0 if np.isinf(self.b) else self.b**2 / (1 + self.b**2)
        retrieved = np.minimum(lengths, depth)
        divisor = recall_weight * relevant + (1 - recall_weight) * retrieved
        f = hits / np.where(hits > 0, divisor, 1.0)
        return np.asarray(f if self.is_f else 1 - f)


def prepare(judgments: TopicJudgments, *, b: float, depth: int | None, rel: float) -> OnArrays | None:
    """E with the grades of a topic; None without grades."""
    return OnArrays(EMeasureTopic.of(judgments.grades, b, depth, rel)) if judgments.grades else None
