"""Side bias: how often the item on the left is preferred."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from assess.errors import NotDefinedError
from assess.stats.agreement.jackknife import LEVEL, Estimated
from assess.stats.agreement.judgment_table import UNKNOWN, Ints, JudgmentTable
from assess.stats.significance import holm

SIGNIFICANT = 0.05


@dataclass(frozen=True)
class SideBias:
    """Preferences for the left and for the right item, ties, the share of left among preferences, and its p-value.

    ``leaning`` are the assessors whose own share differs significantly from one half, after Holm's correction.
    """

    left: int
    right: int
    ties: int
    share: Estimated
    p: float
    leaning: tuple[str, ...]


def side_bias(table: JudgmentTable, level: float = LEVEL) -> SideBias:
    """Return the share of left answers with the exact binomial interval (Clopper and Pearson) and test.

    The sides must have been drawn at random, as ``assess`` does; else the better items may stand on one side.

    References
    ----------
    Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
    Biometrika 26(4), 1934.
    """
    shown = table.first_left != UNKNOWN
    strict = shown & (table.answer != 0)
    if not strict.any():
        what = "no judgment prefers an item" if shown.any() else "the judgments do not say which item was on the left"
        raise NotDefinedError(f"not defined because {what}")
    left = (table.answer[strict] < 0) == (table.first_left[strict] == 1)
    found = binomtest(int(left.sum()), len(left))
    ends = found.proportion_ci(level)
    share = Estimated(float(found.statistic), float(ends.low), float(ends.high))
    ties = int(np.sum(shown & (table.answer == 0)))
    leaning = _leaning(table, table.assessor[strict], left)
    return SideBias(int(left.sum()), int((~left).sum()), ties, share, float(found.pvalue), leaning)


def _leaning(table: JudgmentTable, assessor: Ints, left: NDArray[np.bool_]) -> tuple[str, ...]:
    known = assessor >= 0
    people, number = np.unique(assessor[known], return_counts=True)
    lefts = np.bincount(assessor[known], left[known], len(table.assessors))[people]
    p = np.array([binomtest(int(k), int(n)).pvalue for k, n in zip(lefts, number, strict=True)], np.float64)
    return tuple(table.assessors[person] for person in people[holm(p) < SIGNIFICANT])
