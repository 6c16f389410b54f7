"""Repeats: the same pair judged again, and how often the answer is the same."""

from typing import NamedTuple

import numpy as np

from assess.errors import NotDefinedError
from assess.stats.agreement.jackknife import Estimated, jackknife, share, summed
from assess.stats.agreement.judgment_table import FOLDED, Ints, JudgmentTable


class Repeats(NamedTuple):
    """Two judgments of one pair, counted over all pairs: those that agree, all, and the share with its interval."""

    agree: int
    compared: int
    share: Estimated


def judgments_per_pair(table: JudgmentTable) -> dict[int, int]:
    """Return how many pairs were judged once, twice, and so on."""
    times, pairs = np.unique(np.bincount(table.pair), return_counts=True)
    return {int(time): int(number) for time, number in zip(times, pairs, strict=True)}


def contradicted_pairs(table: JudgmentTable) -> int:
    """Return the number of pairs in which each of the two items was preferred at least once."""
    counts = table.counts(FOLDED)
    return int(np.sum((counts[:, 0] > 0) & (counts[:, -1] > 0)))


def repeats(table: JudgmentTable, same_assessor: bool | None = None) -> Repeats:
    """Return how often two judgments of the same pair give the same answer; strength is ignored.

    A pair judged n times has n (n - 1) / 2 of them.

    Parameters
    ----------
    table : JudgmentTable
    same_assessor : bool, optional
        Take only two judgments of one assessor (True), or of different ones (False).
    """
    sums = _two_judgments(table, table.pair)
    if same_assessor is not None:
        own = _judgments_of_the_same(table)
        sums = own if same_assessor else _different(table, own)
    total = sums.sum(axis=0)
    if not total[1]:
        raise NotDefinedError(f"not defined because {_REASONS[same_assessor]}")
    estimated = jackknife(summed(table.clusters, sums), share, _REASONS[same_assessor])
    return Repeats(int(total[0]), int(total[1]), estimated)


_REASONS = {
    None: "no pair was judged twice",
    True: "no known assessor judged a pair twice",
    False: "no two known assessors judged the same pair",
}


def _two_judgments(table: JudgmentTable, groups: Ints, rows: Ints | slice = slice(None)) -> Ints:
    """By pair: two judgments of a group that agree, and all two judgments of a group."""
    keys, group = np.unique(groups, return_inverse=True)
    pair = np.zeros(len(keys), np.int64)
    pair[group] = table.pair[rows]
    counts = np.bincount(group * 3 + table.folded[rows] + 1, minlength=len(keys) * 3).reshape(-1, 3)
    number = counts.sum(axis=1)
    found = np.stack([(counts * (counts - 1)).sum(axis=1) // 2, number * (number - 1) // 2], axis=1)
    sums = np.zeros((len(table.pairs), 2), np.int64)
    np.add.at(sums, pair, found)
    return sums


def _judgments_of_the_same(table: JudgmentTable) -> Ints:
    known = np.flatnonzero(table.assessor >= 0)
    return _two_judgments(table, table.pair[known] * len(table.assessors) + table.assessor[known], known)


def _different(table: JudgmentTable, own: Ints) -> Ints:
    known = np.flatnonzero(table.assessor >= 0)
    return _two_judgments(table, table.pair[known], known) - own
