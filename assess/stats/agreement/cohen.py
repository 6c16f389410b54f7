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
    kappa: float | None


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
        shares = rows.reshape(-1, size, size) / rows.sum(axis=1)[:, None, None]
        by_chance = (shares.sum(axis=1) * shares.sum(axis=2)).sum(axis=1)
        return beyond_chance(np.trace(shares, axis1=1, axis2=2), by_chance)

    reason = "both assessors gave the same answer everywhere"
    return jackknife(sums.reshape(-1, size**2).astype(np.float64), statistic, reason, SIGNED)


def pairs_of_assessors(table: JudgmentTable, least: int = LEAST) -> list[TwoAssessors]:
    """Return all pairs of assessors with at least *least* pairs of items in common, most in common first.

    An assessor who judged a pair several times counts with their last answer. Answers are folded: strength is ignored.
    """
    rows = _last_judgments(table)
    first, second = _meetings(table.pair[rows])
    who = table.assessor[rows]
    swap = who[first] > who[second]
    first, second = np.where(swap, second, first), np.where(swap, first, second)
    couples, couple = np.unique(who[first] * len(table.assessors) + who[second], return_inverse=True)
    order = np.argsort(couple, kind="stable")
    groups = np.split(order, np.cumsum(np.bincount(couple, minlength=len(couples)))[:-1]) if len(order) else []
    answers = table.folded[rows]
    found = [
        _compared(table, int(code), answers[first[group]], answers[second[group]])
        for code, group in zip(couples, groups, strict=True)
        if len(group) >= least
    ]
    return sorted(found, key=lambda two: (-two.pairs, two.first, two.second))


def light_kappa(couples: list[TwoAssessors]) -> float:
    """Return the mean of Cohen's kappa over pairs of assessors, weighted by the pairs they have in common.

    References
    ----------
    Light, "Measures of response agreement for qualitative data", Psychological Bulletin 76(5), 1971.
    """
    known = [(two.kappa, two.pairs) for two in couples if two.kappa is not None]
    if not known:
        raise NotDefinedError("not defined because no two known assessors have enough pairs in common")
    return float(np.average([kappa for kappa, _ in known], weights=[pairs for _, pairs in known]))


def _compared(table: JudgmentTable, code: int, first: Ints, second: Ints) -> TwoAssessors:
    names = (table.assessors[code // len(table.assessors)], table.assessors[code % len(table.assessors)])
    try:
        kappa = cohen_kappa(first, second).value
    except NotDefinedError:
        kappa = None
    return TwoAssessors(*names, len(first), float(np.mean(first == second)), kappa)


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
