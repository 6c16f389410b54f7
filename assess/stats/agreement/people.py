"""Statistics of each person who judged: agreement with others, sides, speed, transitivity."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from assess.stats.agreement.judgment_table import FOLDED, UNKNOWN, Ints, JudgmentTable
from assess.stats.agreement.transitivity import count_triples
from assess.stats.significance import holm

Flags = NDArray[np.bool_]
LEVEL = 0.95
SIGNIFICANT = 0.05
# From fewer comparisons than this, no share is shown.
FEWEST = 5
# How far somebody's median time is from the median person's, in robust standard deviations, to be an outlier.
FAR = 3.5
# The median absolute deviation times this estimates the standard deviation of a normal distribution.
TO_DEVIATION = 1.4826
FEWEST_PEOPLE = 5


@dataclass(frozen=True)
class Share:
    """A share with what it was counted from. From fewer than `FEWEST`, there is no share and no interval."""

    number: int
    of: int
    share: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Sides:
    """Preferences for the item on the left; p-value of the exact test that sides do not matter.

    ``leans`` says that it is significant after Holm's correction over all people.
    """

    left: Share
    p: float | None
    leans: bool


@dataclass(frozen=True)
class PersonStatistics:
    """What the judgments of one person show.

    ``others``: of the judgments by others of the same pairs, those with the same answer. ``majority``: of the pairs
    on which most others agree, those on which the person agrees with them. ``fast`` counts answers that were quicker
    than the limit, ``speed`` is -1 or 1 if the person's median time is an outlier. ``transitive``: of the triples of
    items that the person compared fully, those that can be an order.
    """

    judgments: int
    counting: int
    topics: int
    median_seconds: float | None
    others: Share
    majority: Share
    sides: Sides
    ties: int
    fast: int
    timed: int
    speed: int
    transitive: Share


def share_of(number: int, of: int) -> Share:
    """The share with its Wilson interval.

    References
    ----------
    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22(158), 1927.
    """
    if of < FEWEST:
        return Share(number, of, None, None, None)
    ends = binomtest(number, of).proportion_ci(LEVEL, "wilson")
    return Share(number, of, number / of, float(ends.low), float(ends.high))


def people_statistics(table: JudgmentTable, counting: Flags, fast_below: float | None) -> dict[str, PersonStatistics]:
    """Return the statistics of each assessor of the table, by name.

    Parameters
    ----------
    table : JudgmentTable
        The newest judgment of each person and pairing.
    counting : array of bool
        The judgments that count: everybody is compared with those of others.
    fast_below : float, optional
        The seconds below which an answer is too fast to have been read; None if that is unknown.
    """
    agreement, number = _Agreement(table, counting), len(table.assessors)
    everybody = [np.flatnonzero(table.assessor == who) for who in range(number)]
    sides = _sides(table, everybody)
    medians = np.array([_median(table.seconds[rows]) for rows in everybody])
    speeds = _outliers(medians)
    found = {}
    for who, rows in enumerate(everybody):
        seconds = table.seconds[rows]
        timed = np.isfinite(seconds)
        found[table.assessors[who]] = PersonStatistics(
            judgments=len(rows),
            counting=int(counting[rows].sum()),
            topics=len(np.unique(table.topic_of_pair[table.pair[rows]])),
            median_seconds=None if np.isnan(medians[who]) else float(medians[who]),
            others=agreement.with_others(rows),
            majority=agreement.with_majority(rows),
            sides=sides[who],
            ties=int(np.sum(table.answer[rows] == 0)),
            fast=0 if fast_below is None else int(np.sum(seconds[timed] < fast_below)),
            timed=int(timed.sum()),
            speed=int(speeds[who]),
            transitive=_transitive(table, rows),
        )
    return found


class _Agreement:
    """How each judgment compares with those of others of the same pair that count."""

    def __init__(self, table: JudgmentTable, counting: Flags) -> None:
        answers, pairs = len(FOLDED), len(table.pairs)
        column = table.folded + 1
        per_pair = np.bincount(table.pair[counting] * answers + column[counting], minlength=pairs * answers).reshape(
            -1, answers
        )
        _, person_pair = np.unique(table.assessor * max(pairs, 1) + table.pair, return_inverse=True)
        own = np.zeros((int(person_pair.max(initial=-1)) + 1, answers), np.int64)
        np.add.at(own, (person_pair[counting], column[counting]), 1)
        # A row for each judgment: how many others gave each answer.
        others = per_pair[table.pair] - own[person_pair]
        most = others.max(axis=1, initial=0)
        self.same, self.of = others[np.arange(len(column)), column], others.sum(axis=1)
        self.has_majority = (most > 0) & (np.sum(others == most[:, None], axis=1) == 1)
        self.in_majority = self.has_majority & (self.same == most)

    def with_others(self, rows: Ints) -> Share:
        return share_of(int(self.same[rows].sum()), int(self.of[rows].sum()))

    def with_majority(self, rows: Ints) -> Share:
        return share_of(int(self.in_majority[rows].sum()), int(self.has_majority[rows].sum()))


def _sides(table: JudgmentTable, everybody: list[Ints]) -> list[Sides]:
    """The exact binomial test of each person, corrected over all people by Holm."""
    counts = [left_preferences(table, rows) for rows in everybody]
    p = np.array([binomtest(left, of).pvalue if of else 1.0 for left, of in counts], np.float64)
    leans = holm(p) < SIGNIFICANT if len(p) else p < 0
    return [
        Sides(share_of(left, of), float(value) if of else None, bool(lean))
        for (left, of), value, lean in zip(counts, p, leans, strict=True)
    ]


def left_preferences(table: JudgmentTable, rows: Ints) -> tuple[int, int]:
    """How many of these judgments prefer the item on the left, and how many prefer one at all."""
    sided = rows[(table.first_left[rows] != UNKNOWN) & (table.answer[rows] != 0)]
    left = (table.answer[sided] < 0) == (table.first_left[sided] == 1)
    return int(left.sum()), len(left)


def _median(seconds: NDArray[np.float64]) -> float:
    known = seconds[np.isfinite(seconds)]
    return float(np.median(known)) if len(known) else float("nan")


def _outliers(medians: NDArray[np.float64]) -> Ints:
    """-1 for people who are much faster than the others, 1 for much slower, by the logarithm of their median time."""
    logs = np.log(np.maximum(medians, 1e-3))
    known = np.isfinite(logs)
    found = np.zeros(len(medians), np.int64)
    if known.sum() < FEWEST_PEOPLE:
        return found
    middle = np.median(logs[known])
    deviation = TO_DEVIATION * np.median(np.abs(logs[known] - middle))
    if deviation:
        away = (logs[known] - middle) / deviation
        found[known] = np.where(np.abs(away) > FAR, np.sign(away), 0).astype(np.int64)
    return found


def _transitive(table: JudgmentTable, rows: Ints) -> Share:
    """Triples of the person's own latest answers; the last judgment of a pair holds."""
    latest = dict(zip(table.pair[rows].tolist(), table.folded[rows].tolist(), strict=True))
    pairs = np.array(list(latest), np.int64)
    transitive, triples = count_triples(table.pairs[pairs], np.array(list(latest.values()), np.int64))
    return share_of(transitive, triples)
