"""Agreement of a measure with preferences between whole result pages."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr
from scipy.stats import binomtest, chi2_contingency

from assess.errors import NotDefinedError, ParameterError
from assess.stats.agreement.jackknife import LEVEL, Estimated
from assess.stats.agreement.judgment_table import Ints

FIRST, TIE, SECOND = -1, 0, 1


@dataclass(frozen=True)
class PageAgreement:
    """Pairs of pages by what people and the measure say; ``share`` and ``p`` are of agree / (agree + disagree).

    ``measure_ties`` are pairs that only the measure ties, ``page_ties`` all that people tie.
    """

    agree: int
    disagree: int
    measure_ties: int
    page_ties: int
    share: Estimated
    p: float  # two-sided exact binomial test against one half


def page_agreement(measured: Sequence[int] | Ints, preferred: Sequence[int] | Ints) -> PageAgreement:
    """Return how often a measure agrees with people about which of two pages is better.

    Parameters
    ----------
    measured, preferred : sequences of -1, 0 and 1
        For each pair of pages: whether the first is better (-1), both are equal (0) or the second is better (1), by
        the measure and by people.

    References
    ----------
    Sakai and Zeng, "Good evaluation measures based on document preferences", SIGIR 2020.
    Luo, "Preference Graph Compatibility", thesis, University of Waterloo: table 4.1.
    """
    table = page_table(measured, preferred)
    agree, disagree = int(table[0, 0] + table[2, 2]), int(table[0, 2] + table[2, 0])
    if not agree + disagree:
        raise NotDefinedError("not defined because people and the measure never both prefer a page")
    test = binomtest(agree, agree + disagree)
    ends = test.proportion_ci(LEVEL)
    share = Estimated(float(test.statistic), float(ends.low), float(ends.high))
    measure_ties = int(table[1, 0] + table[1, 2])
    return PageAgreement(agree, disagree, measure_ties, int(table[:, 1].sum()), share, float(test.pvalue))


def page_table(measured: Sequence[int] | Ints, preferred: Sequence[int] | Ints) -> Ints:
    """Return the 3 x 3 counts: a row for what the measure says, a column for people; first, tie, second."""
    rows, columns = np.asarray(measured, np.int64) + 1, np.asarray(preferred, np.int64) + 1
    if rows.shape != columns.shape:
        raise ParameterError(f"found {rows.size} and {columns.size} answers, expected two for each pair of pages")
    return np.bincount(rows * 3 + columns, minlength=9).reshape(3, 3)


@dataclass(frozen=True)
class TwoSystems:
    """Tests on the pages of two systems, ties of either kind left out.

    ``chi_square`` and ``chi_p`` test whether measure and people are independent (Pearson's, no correction); None if a
    row or a column is empty. ``p`` is the exact one-sided binomial test that the measure prefers the two systems
    equally often; ``normal_p`` is its normal approximation with continuity correction, which the thesis prints.
    """

    chi_square: float | None
    chi_p: float | None
    p: float
    normal_p: float


def compare_two_systems(table: Ints) -> TwoSystems:
    """Return the tests of Luo's thesis for a table of ``page_table``, whose pairs are all of the same two systems.

    References
    ----------
    Luo, "Preference Graph Compatibility", thesis, University of Waterloo: figures 5.6, 5.8 and 5.10.
    """
    strict = table[np.ix_([0, 2], [0, 2])]
    first, number = int(strict[0].sum()), int(strict.sum())
    if not number:
        raise NotDefinedError("not defined because people and the measure never both prefer a page")
    fewer = min(first, number - first)
    exact = float(binomtest(fewer, number, alternative="less").pvalue)
    normal = min(float(ndtr((fewer + 0.5 - number / 2) / np.sqrt(number / 4))), 1.0)
    if not (strict.sum(axis=0).all() and strict.sum(axis=1).all()):
        return TwoSystems(None, None, exact, normal)
    tested = chi2_contingency(strict, correction=False)
    return TwoSystems(float(tested.statistic), float(tested.pvalue), exact, normal)
