"""Measures against preferences between pages: every test that the thesis prints.

Luo's thesis, figures 5.6, 5.8 and 5.10: rows are the measure (Sogou better, Baidu better, tie), columns the people.
"""

import numpy as np
import pytest

from assess.errors import NotDefinedError, ParameterError
from assess.stats.page_preferences import compare_two_systems, page_agreement, page_table

# measure: its table without ties, chi-square, its p, the one-tailed p as printed
PRINTED = {
    "WR": ([[9, 3], [19, 25]], 3.8182, 0.0507, 0.000017),
    "PB": ([[8, 0], [3, 15]], 15.7576, 0.00007, 0.038778),
    "PMR_N": ([[18, 12], [10, 16]], 2.58462, 0.1079, 0.34425),
    "PWP": ([[17, 3], [11, 25]], 15.2444, 0.00009, 0.02251),
    "PGC default": ([[6, 3], [22, 25]], 1.19149, 0.275, 0.000001),
    "PGC weighted": ([[8, 6], [20, 22]], 0.380952, 0.5371, 0.000154),
    "PGC Manhattan": ([[7, 4], [21, 24]], 1.01818, 0.313, 0.000005),
    "PGC Euclidean": ([[8, 4], [20, 24]], 1.69697, 0.1927, 0.000017),
    "nDCG original": ([[16, 7], [12, 21]], 5.9763, 0.0145, 0.114551),
    "nDCG combined": ([[11, 3], [17, 25]], 6.09524, 0.01355, 0.000154),
}
# The exact one-sided binomial tests of the same counts, by scipy.stats.binom.cdf.
EXACT = {"WR": 1.043828e-05, "PGC default": 1.285786e-07, "PGC weighted": 1.172229e-04, "nDCG original": 0.1144028}


def full(strict: list[list[int]]) -> np.ndarray:
    table = np.zeros((3, 3), np.int64)
    table[np.ix_([0, 2], [0, 2])] = strict
    return table


@pytest.mark.parametrize("measure", PRINTED)
def test_the_tests_of_the_thesis(measure: str) -> None:
    strict, chi_square, chi_p, p = PRINTED[measure]
    found = compare_two_systems(full(strict))
    assert found.chi_square == pytest.approx(chi_square, rel=2e-5)
    assert found.chi_p == pytest.approx(chi_p, abs=6e-5)
    assert found.normal_p == pytest.approx(p, abs=1e-6)  # 3.8e-7 is printed as 0.000001


@pytest.mark.parametrize("measure", EXACT)
def test_the_exact_tests_of_the_same_counts(measure: str) -> None:
    assert compare_two_systems(full(PRINTED[measure][0])).p == pytest.approx(EXACT[measure], rel=1e-6)


@pytest.mark.parametrize(
    ("agree", "disagree", "percent"), [(809, 85, 90.5), (802, 92, 89.7), (778, 116, 87.0), (718, 176, 80.3)]
)
def test_counts_of_table_4_1_with_their_share(agree: int, disagree: int, percent: float) -> None:
    """The counts are printed for nDCG, PGC on two graphs, and ERR; the shares are agree / 894."""
    measured = np.repeat([1, -1], [agree, disagree])
    found = page_agreement(measured, np.ones(894, int))
    assert (found.agree, found.disagree, found.page_ties) == (agree, disagree, 0)
    assert round(100 * found.share.value, 1) == percent
    assert found.share.low < found.share.value < found.share.high
    assert found.p < 1e-50


def test_ties_are_counted_and_left_out_of_the_share() -> None:
    found = page_agreement([-1, 0, 1, 1, 0], [-1, 1, -1, 0, 0])
    assert (found.agree, found.disagree, found.measure_ties, found.page_ties) == (1, 1, 1, 2)
    assert page_table([-1, 0], [1, 1]).tolist() == [[0, 0, 1], [0, 0, 1], [0, 0, 0]]


def test_what_cannot_be_tested_says_why() -> None:
    with pytest.raises(NotDefinedError, match="never both prefer"):
        page_agreement([0, 1], [1, 0])
    with pytest.raises(NotDefinedError, match="never both prefer"):
        compare_two_systems(np.zeros((3, 3), np.int64))
    with pytest.raises(ParameterError, match="found 1 and 2 answers"):
        page_table([1], [1, 1])
    assert compare_two_systems(full([[3, 0], [2, 0]])).chi_square is None
