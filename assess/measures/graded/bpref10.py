"""bpref-10: judged non-relevant items that stand before relevant ones; unjudged items do not matter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from assess.errors import ParameterError
from assess.measures.arrays import OnArrays
from assess.measures.graded.judged import REL, FloatArray, IntArray, Lengths, value_of
from assess.measures.kinds import TopicJudgments
from assess.measures.whole_numbers import check_whole

EXTRA = 10
Bound = Literal["retrieved", "judged", "fixed"]
BOUNDS: tuple[Bound, ...] = get_args(Bound)


def bpref10(
    grades: Mapping[str, float],
    ranking: Sequence[str],
    *,
    rel: float = REL,
    extra: int = EXTRA,
    bound: Bound = "retrieved",
) -> float:
    r"""Return bpref-10 of a ranking.

    .. math:: \frac{1}{R} \sum_{r} 1 - \frac{\min(n_r, R + 10)}{D}

    The sum is over the relevant items in the ranking. R is the number of relevant items, and n_r the number of judged
    non-relevant items before r. Only the first R + 10 of them count.

    Parameters
    ----------
    grades : mapping of docno to grade
        The judged items. All other items of the ranking are ignored.
    ranking : sequence of docno
        Best first.
    rel : float
        The lowest grade that counts as relevant.
    extra : int
        The 10 of bpref-10. With 0 this is bpref.
    bound : {"retrieved", "judged", "fixed"}
        The divisor D. ``retrieved``: R + 10, or the number of judged non-relevant items in the ranking if that is
        less; so in the book, in the experiments of the paper and in trec_eval 7. ``judged``: R + 10, or the number of
        all judged non-relevant items if that is less; so in trec_eval from version 8 on, and ``extra=0`` gives its
        bpref. ``fixed``: always R + 10, the formula printed in the paper.

    Raises
    ------
    NotDefinedError
        If no item is relevant.

    Examples
    --------
    >>> grades = {"d1": 1, "d2": 1, "d3": 0, "d4": 0}
    >>> bpref10(grades, ["d3", "d1", "d9", "d2"], bound="judged")
    0.5
    >>> round(bpref10(grades, ["d3", "d1", "d9", "d2"], bound="fixed"), 6)
    0.916667

    References
    ----------
    Buckley and Voorhees, "Retrieval evaluation with incomplete information", SIGIR 2004.
    Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", chapter 4.
    """
    topic = Bpref10Topic.of(grades, rel, extra, bound)
    return value_of(topic, ranking, "bpref10", f"no item has a grade of {rel:g} or more")


@dataclass(frozen=True, slots=True)
class Bpref10Topic:
    """bpref-10 with the grades of one topic, for many runs."""

    docnos: tuple[str, ...]
    relevant: NDArray[np.bool_]
    extra: int
    bound: Bound

    @classmethod
    def of(
        cls, grades: Mapping[str, float], rel: float = REL, extra: int = EXTRA, bound: Bound = "retrieved"
    ) -> "Bpref10Topic":
        check_whole("extra", extra)
        if bound not in BOUNDS or extra < 0:
            raise ParameterError(f"found bound {bound!r} and extra {extra}, expected {', '.join(BOUNDS)} and 0 or more")
        docnos = tuple(sorted(grades))
        return cls(docnos, np.array([grades[docno] >= rel for docno in docnos], dtype=bool), extra, bound)

    def values(self, ranks: IntArray, lengths: Lengths) -> FloatArray:
        """One value per run; NaN if no item is relevant."""
        relevant = int(self.relevant.sum())
        if not relevant:
            return np.full(len(ranks), np.nan)
        first = relevant + self.extra
        order = np.argsort(ranks, axis=1, kind="stable")
        is_found = np.take_along_axis(ranks, order, axis=1) > 0
        is_relevant = self.relevant[order]
        before = np.cumsum(is_found & ~is_relevant, axis=1, dtype=np.int64)
        divisor = self._divisor(before[:, -1], first)
        shares = 1 - np.minimum(before, first) / np.maximum(divisor, 1)[:, np.newaxis]
        return np.asarray(np.where(is_found & is_relevant, shares, 0.0).sum(axis=1) / relevant)

    def _divisor(self, retrieved: NDArray[np.int64], first: int) -> NDArray[np.int64]:
        """For each run, how many non-relevant items can stand before a relevant one."""
        judged = len(self.docnos) - int(self.relevant.sum())
        limits = {"retrieved": retrieved, "judged": np.full_like(retrieved, judged)}
        return np.minimum(limits.get(self.bound, first), np.full_like(retrieved, first))


def prepare(judgments: TopicJudgments, *, rel: float, extra: int, bound: Bound) -> OnArrays | None:
    """bpref-10 with the grades of a topic; None without grades."""
    return OnArrays(Bpref10Topic.of(judgments.grades, rel, extra, bound)) if judgments.grades else None
