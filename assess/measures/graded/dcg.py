"""Cumulated gain, with or without a discount: as vectors, and as a measure at one rank.

A gain vector has the grade of the item at each rank. Its running sum is the cumulated gain (CG), or DCG if each gain
is first divided by a discount. There are two discounts in use:

========== ==================================== ==============================================
discount   rank i is divided by                 where
========== ==================================== ==============================================
``rank``   log2(i), and rank 1 by 1             Järvelin and Kekäläinen; the book
``rank+1`` log2(i + 1)                          Burges et al.; nDCG of trec_eval and ir_measures
``none``   1                                    CG
========== ==================================== ==============================================

References
----------
Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20(4), 2002.
Burges et al., "Learning to rank using gradient descent", ICML 2005.
Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", chapter 4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from assess.errors import NotDefinedError, ParameterError
from assess.measures.arrays import OnArrays
from assess.measures.graded.judged import FloatArray, IntArray, Lengths, ranks_of
from assess.measures.kinds import TopicJudgments
from assess.measures.whole_numbers import check_whole

Discount = Literal["rank", "rank+1", "none"]
DISCOUNTS: tuple[Discount, ...] = get_args(Discount)


def dcg(gains: ArrayLike, discount: Discount = "rank", base: float = 2.0) -> FloatArray:
    """Return the discounted cumulated gain at every rank.

    Parameters
    ----------
    gains : array of gains
        The gain at each rank, best rank first; or a row of them for each topic, for each run, or for both.
    discount : {"rank", "rank+1", "none"}
        See the table above.
    base : float
        The base of the logarithm. Ranks whose logarithm is below 1 are not discounted.

    Returns
    -------
    array of the same shape

    Examples
    --------
    >>> dcg([1, 0, 1, 0, 0, 3]).round(3).tolist()
    [1.0, 1.0, 1.631, 1.631, 1.631, 2.791]
    >>> dcg([1, 0, 1, 0, 0, 3], discount="none").tolist()
    [1.0, 1.0, 2.0, 2.0, 2.0, 5.0]
    """
    rows = np.asarray(gains, dtype=np.float64)
    return np.asarray(np.cumsum(rows / discounts(np.arange(1, rows.shape[-1] + 1), discount, base), axis=-1))


def discounts(ranks: NDArray[np.integer[Any]], discount: Discount, base: float = 2.0) -> FloatArray:
    """What the gain at each rank is divided by."""
    if discount not in DISCOUNTS:
        raise ParameterError(f"found discount {discount!r}, expected one of {', '.join(DISCOUNTS)}")
    if not base > 1:
        raise ParameterError(f"found base {base} of the logarithm, expected more than 1")
    if discount == "none":
        return np.ones(ranks.shape)
    shifted = ranks + 1 if discount == "rank+1" else ranks
    logarithm = np.log2(shifted) if base == 2 else np.log(shifted) / np.log(base)
    return np.asarray(np.maximum(logarithm, 1.0))


def gain_vector(grades: Mapping[str, float], ranking: Sequence[str], depth: int) -> FloatArray:
    """Return the gain at each rank down to *depth*: the grade of the item, 0 for one without a grade or graded below 0.

    Examples
    --------
    >>> gain_vector({"d1": 3, "d2": 1}, ["d2", "d9", "d1"], depth=5).tolist()
    [1.0, 0.0, 3.0, 0.0, 0.0]
    """
    topic = DcgTopic.of(grades)
    return np.asarray(topic.gain_vectors(ranks_of(topic.docnos, ranking), depth)[0])


def ideal_gain_vector(grades: Mapping[str, float], depth: int) -> FloatArray:
    """Return the gain vector of the best ranking: the grades of all items, highest first.

    Examples
    --------
    >>> ideal_gain_vector({"d1": 1, "d2": 3, "d3": 0}, depth=4).tolist()
    [3.0, 1.0, 0.0, 0.0]
    """
    return _padded(DcgTopic.of(grades).ideal, depth)


def normalized_mean(vectors: ArrayLike, ideal: ArrayLike) -> FloatArray:
    """Return the mean vector over topics divided by the mean ideal vector, rank by rank: NCG or NDCG of the book.

    This is not the mean of each topic's nDCG: here a topic with many relevant items weighs more.

    Parameters
    ----------
    vectors, ideal : array, topics x ranks
        CG or DCG vectors of the run, and of the ideal rankings of the same topics.

    Raises
    ------
    NotDefinedError
        If no topic has a relevant item.

    Examples
    --------
    >>> normalized_mean(dcg([[1, 0], [0, 0]]), dcg([[3, 3], [3, 2]])).round(4).tolist()
    [0.1667, 0.0909]
    """
    best = np.atleast_2d(np.asarray(ideal, dtype=np.float64)).mean(axis=0)
    if not best.all():
        raise NotDefinedError("normalized gain is not defined: no topic has a relevant item")
    return np.asarray(np.atleast_2d(np.asarray(vectors, dtype=np.float64)).mean(axis=0) / best)


@dataclass(frozen=True, slots=True)
class DcgTopic:
    """DCG with the grades of one topic, for many runs; items graded 0 or below have no gain."""

    docnos: tuple[str, ...]
    gains: FloatArray
    depth: int | None = None
    discount: Discount = "rank"
    base: float = 2.0
    normalize: bool = False

    @classmethod
    def of(
        cls,
        grades: Mapping[str, float],
        depth: int | None = None,
        discount: Discount = "rank",
        base: float = 2.0,
        *,
        normalize: bool = False,
    ) -> "DcgTopic":
        check_whole("depth", depth)
        if depth is not None and depth < 1:
            raise ParameterError(f"found depth {depth}, expected at least 1")
        docnos = tuple(sorted(docno for docno, grade in grades.items() if grade > 0))
        gains = np.array([grades[docno] for docno in docnos], dtype=np.float64)
        return cls(docnos, gains, depth, discount, base, normalize)

    @property
    def ideal(self) -> FloatArray:
        """The gains, highest first."""
        return np.sort(self.gains)[::-1]

    def values(self, ranks: IntArray, lengths: Lengths) -> FloatArray:
        """DCG of each run at the depth; NaN if it is normalized and no item has a gain."""
        depth = np.inf if self.depth is None else self.depth
        is_seen = (ranks > 0) & (ranks <= depth)
        divisors = discounts(np.where(is_seen, ranks, 1), self.discount, self.base)
        found = np.where(is_seen, self.gains / divisors, 0.0).sum(axis=1)
        return np.asarray(found / self._best() if self.normalize else found)

    def _best(self) -> float:
        ideal = self.ideal[: self.depth]
        return float(dcg(ideal, self.discount, self.base)[-1]) if len(ideal) else np.nan

    def gain_vectors(self, ranks: IntArray, depth: int) -> FloatArray:
        """The gain at each rank down to *depth*: a row for each run."""
        check_whole("depth", depth)
        vectors = np.zeros((len(ranks), depth))
        runs, items = np.nonzero((ranks > 0) & (ranks <= depth))
        vectors[runs, ranks[runs, items] - 1] = self.gains[items]
        return vectors

    def curves(self, ranks: IntArray, depth: int) -> FloatArray:
        """DCG at each rank down to *depth*, a row for each run; nDCG if normalized, NaN if no item has a gain."""
        found = dcg(self.gain_vectors(ranks, depth), self.discount, self.base)
        if self.normalize and not self.docnos:
            return np.full_like(found, np.nan)
        return found / self.ideal_curve(depth) if self.normalize else found

    def ideal_curve(self, depth: int) -> FloatArray:
        """DCG of the best ranking at each rank down to *depth*."""
        return dcg(_padded(self.ideal, depth), self.discount, self.base)


def _padded(gains: FloatArray, depth: int) -> FloatArray:
    check_whole("depth", depth)
    return np.pad(gains[:depth], (0, max(depth - len(gains), 0)))


def prepare(
    judgments: TopicJudgments, *, depth: int | None, discount: Discount, base: float, normalize: bool
) -> OnArrays | None:
    """DCG with the grades of a topic; None without grades."""
    topic = DcgTopic.of(judgments.grades, depth, discount, base, normalize=normalize)
    return OnArrays(topic) if judgments.grades else None
