"""Cohen's kappa: two assessors at a time, on the pairs that both judged."""

from typing import NamedTuple

import numpy as np

from assess.errors import NotDefinedError
from assess.stats.agreement.coefficients import SIGNED, beyond_chance
from assess.stats.agreement.jackknife import Estimated, jackknife
from assess.stats.agreement.judgment_table import Floats, Ints, JudgmentTable

LEAST = 10  # pairs that two assessors have in common, for a kappa of their own


class TwoAssessors(NamedTuple):
    """Two assessors, the pairs that both judged, the share with the same answer, and kappa (None: not defined)."""

    first: str
    second: str
    pairs: int
    same: float
    kappa: Estimated | None


def cohen_kappa(first: Ints, second: Ints, clusters: Ints | None = None) -> Estimated:
    """Return Cohen's kappa of two assessors: agreement beyond that of each answering at their own rates.

    Parameters
    ----------
    first, second : arrays
        The answers of the one and of the other, to the same pairs.
    clusters : array, optional
        The cluster of each pair, such as its topic; the interval is over these, and over pairs without it.

    References
    ----------
    Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20(1), 1960.
    """
    if not len(first):
        raise NotDefinedError("not defined because the two assessors have no pair in common")
    answers, codes = np.unique(np.concatenate([first, second]), return_inverse=True)
    size = len(answers)
    cell = codes[: len(first)] * size + codes[len(first) :]
    _, cluster = np.unique(np.arange(len(first)) if clusters is None else clusters, return_inverse=True)
    sums = np.bincount(cluster * size**2 + cell, minlength=(int(cluster.max()) + 1) * size**2)

    def statistic(rows: Floats) -> Floats:
        return _kappas(rows.reshape(-1, size, size))

    reason = "both assessors gave the same answer everywhere"
    return jackknife(sums.reshape(-1, size**2), statistic, reason, SIGNED)


def pairs_of_assessors(table: JudgmentTable, least: int = LEAST) -> list[TwoAssessors]:
    """Return all pairs of assessors with at least *least* pairs of items in common, most in common first.

    An assessor who judged a pair several times counts with their last answer. Answers are folded: strength is ignored.
    """
    common = _common_pairs(table, least)
    order = np.argsort(common.couple, kind="stable")
    groups = np.split(order, np.cumsum(np.bincount(common.couple))[:-1]) if len(order) else []
    found = [_compared(common, couple, rows) for couple, rows in zip(common.couples, groups, strict=True)]
    return sorted(found, key=lambda two: (-two.pairs, two.first, two.second))


def light_kappa(table: JudgmentTable, least: int = LEAST) -> Estimated:
    """Return the mean of Cohen's kappa over pairs of assessors, weighted by the pairs of items they have in common.

    Two assessors count if they have *least* pairs in common, and their kappa is defined.

    References
    ----------
    Light, "Measures of response agreement for qualitative data", Psychological Bulletin 76(5), 1971.
    """
    common = _common_pairs(table, least)
    if not common.couples:
        raise NotDefinedError(f"not defined because no two known assessors have {least} pairs in common")
    columns = len(common.couples) * 9
    found, cluster = np.unique(common.cluster, return_inverse=True)
    cell = common.couple * 9 + (common.first + 1) * 3 + common.second + 1
    sums = np.bincount(cluster * columns + cell, minlength=len(found) * columns).reshape(-1, columns)

    def statistic(rows: Floats) -> Floats:
        counts = rows.reshape(len(rows), -1, 3, 3)
        kappas = _kappas(counts)
        weights = np.where(np.isfinite(kappas), counts.sum(axis=(2, 3)), 0.0)
        mean: Floats = (np.nan_to_num(kappas) * weights).sum(axis=1) / weights.sum(axis=1)
        return mean

    return jackknife(sums, statistic, "any two assessors gave the same answer everywhere", SIGNED)


def _kappas(counts: Floats) -> Floats:
    """Kappa of each table of counts, whose last two dimensions are the answers of the two."""
    shares = counts / counts.sum(axis=(-2, -1), keepdims=True)
    by_chance = (shares.sum(axis=-2) * shares.sum(axis=-1)).sum(axis=-1)
    return beyond_chance(np.trace(shares, axis1=-2, axis2=-1), by_chance)


class _CommonPairs(NamedTuple):
    """Pairs of items that two assessors judged: the two, the answers of both, and the cluster of the pair."""

    couples: list[tuple[str, str]]
    couple: Ints
    first: Ints
    second: Ints
    cluster: Ints


def _common_pairs(table: JudgmentTable, least: int) -> _CommonPairs:
    rows = _last_judgments(table)
    first, second = _meetings(table.pair[rows])
    who = table.assessor[rows]
    swap = who[first] > who[second]
    first, second = rows[np.where(swap, second, first)], rows[np.where(swap, first, second)]
    people = max(len(table.assessors), 1)
    codes, couple, number = np.unique(
        table.assessor[first] * people + table.assessor[second], return_inverse=True, return_counts=True
    )
    kept = np.flatnonzero(number[couple] >= least)
    names = [(table.assessors[code // people], table.assessors[code % people]) for code in codes[number >= least]]
    renumbered = (np.cumsum(number >= least) - 1)[couple[kept]]
    first, second = first[kept], second[kept]
    answers = table.folded[first], table.folded[second]
    return _CommonPairs(names, renumbered, *answers, table.clusters[table.pair[first]])


def _compared(common: _CommonPairs, couple: tuple[str, str], rows: Ints) -> TwoAssessors:
    first, second = common.first[rows], common.second[rows]
    try:
        kappa = cohen_kappa(first, second, common.cluster[rows])
    except NotDefinedError:
        kappa = None
    return TwoAssessors(*couple, len(rows), float(np.mean(first == second)), kappa)


def _last_judgments(table: JudgmentTable) -> Ints:
    """The rows of known assessors: the last one that each of them wrote about a pair; sorted by pair."""
    known = np.flatnonzero(table.assessor >= 0)[::-1]
    keys = table.pair[known] * max(len(table.assessors), 1) + table.assessor[known]
    _, last = np.unique(keys, return_index=True)
    return known[last]


def _meetings(pair: Ints) -> tuple[Ints, Ints]:
    """All two rows with the same pair; *pair* is sorted."""
    firsts: list[Ints] = []
    seconds: list[Ints] = []
    rows = np.arange(len(pair))
    for apart in range(1, int(np.bincount(pair).max(initial=0)) if len(pair) else 0):
        same = rows[: len(pair) - apart][pair[: len(pair) - apart] == pair[apart:]]
        firsts.append(same)
        seconds.append(same + apart)
    empty = np.empty(0, np.int64)
    return np.concatenate([empty, *firsts]), np.concatenate([empty, *seconds])
