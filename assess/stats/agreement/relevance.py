"""Time and strength of judgments against the grades of the two items."""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.stats import pearsonr, spearmanr

from assess.stats.agreement.grades import GradedRows, Grades
from assess.stats.agreement.judgment_table import Floats, Ints, JudgmentTable


class Correlation(NamedTuple):
    """Pearson's r and Spearman's rho of two quantities over pairs, each with its two-sided p-value."""

    pairs: int
    pearson: float
    pearson_p: float
    spearman: float
    spearman_p: float


# What is looked at, from the lower and the higher grade of a pair.
RELATIONS = ("higher - lower", "higher / lower", "higher + lower", "lower", "higher")


def time_correlations(table: JudgmentTable, grades: Grades) -> dict[str, Correlation | None]:
    """Return how the time of a pair, the median over its judgments, goes with the grades of its items.

    Pairs without a time are left out, and for the ratio pairs whose lower grade is 0. A correlation is None if it is
    not defined: fewer than three pairs, or one of the two quantities is always the same.

    References
    ----------
    Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020: table 4.
    """
    pairs = GradedRows.of(table, grades)
    seconds = _medians(table.pair, table.seconds, len(table.pairs))[pairs.rows]
    return _correlations(pairs, seconds)


def strength_correlations(table: JudgmentTable, grades: Grades) -> dict[str, Correlation | None]:
    """Return how the strength of a pair goes with the grades of its items.

    Strength is the mean over judgments of 2 for the item with the higher grade, 1 for a tie and 0 for the other item.
    Pairs with equal grades are left out: neither item is the higher one.

    References
    ----------
    As for ``time_correlations``: table 5.
    """
    pairs = GradedRows.of(table, grades)
    towards_second = np.bincount(table.pair, table.folded, len(table.pairs)) / np.bincount(
        table.pair, minlength=len(table.pairs)
    )
    direction = np.sign(pairs.second - pairs.first)
    strength = np.where(direction == 0, np.nan, 1 + direction * towards_second[pairs.rows])
    return _correlations(pairs, strength)


def _medians(codes: Ints, values: Floats, groups: int) -> Floats:
    """The median of each group, unknown values left out; NaN for a group without any."""
    known = np.isfinite(values)
    order = np.lexsort((values[known], codes[known]))
    ordered, sizes = values[known][order], np.bincount(codes[known], minlength=groups)
    starts = np.cumsum(sizes) - sizes
    medians = np.full(groups, np.nan)
    some = sizes > 0
    low, high = starts[some] + (sizes[some] - 1) // 2, starts[some] + sizes[some] // 2
    medians[some] = (ordered[low] + ordered[high]) / 2
    return medians


def _correlations(pairs: GradedRows, quantity: Floats) -> dict[str, Correlation | None]:
    lower, higher = np.minimum(pairs.first, pairs.second), np.maximum(pairs.first, pairs.second)
    ratio = np.divide(higher, lower, out=np.full(len(lower), np.nan), where=lower > 0)
    relations = (higher - lower, ratio, higher + lower, lower, higher)
    return {name: _correlation(values, quantity) for name, values in zip(RELATIONS, relations, strict=True)}


def _correlation(first: Floats, second: Floats) -> Correlation | None:
    known = np.isfinite(first) & np.isfinite(second)
    x, y = first[known], second[known]
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # values that differ only in their last digits
        r, rho = pearsonr(x, y), spearmanr(x, y)
    found = Correlation(len(x), float(r.statistic), float(r.pvalue), float(rho.statistic), float(rho.pvalue))
    return found if np.isfinite([*found]).all() else None
