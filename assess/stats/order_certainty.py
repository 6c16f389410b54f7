"""Is the order of the systems settled, or could other topics, workers and judgments change it?"""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

import numpy as np

from assess.stats.evidence import Evidence, contrasts, plausible_truths
from assess.stats.resampling import Floats

LEVEL = 0.95
# Multiples of the judgments so far that are tried to find how many are needed.
MULTIPLES: list[float] = np.geomspace(1.0, 64.0, 19).tolist()

Comparison = Literal["order", "leader"]


@dataclass(frozen=True)
class Settled:
    """How certain the current order of the runs is.

    Attributes
    ----------
    order, leader : float
        The probability that the true order is the current one; that the current leader is truly the best.
    ahead : array of runs x runs
        The probability that the run of the row is truly better than the run of the column.
    swaps : float
        The expected number of pairs of systems whose true order differs from the current one.
    change : float
        By how much a mean would change, on average, if others judged the same topics again.
    topic_share : float
        The share of the uncertainty from the choice of topics: more judgments of the same topics cannot reduce it.
    """

    order: float
    leader: float
    ahead: Floats
    swaps: float
    change: float
    topic_share: float


def settle(evidence: Evidence, rng: np.random.Generator) -> Settled:
    """Return how certain the order is, given the evidence.

    ``scripts/calibrate-settled`` shows how often an order that these figures called settled was the true one. Runs
    that score the same on every topic are one system, so they have no order.
    """
    means, truths = evidence.means, plausible_truths(evidence, rng)
    ahead = np.array([(truth[:, None] > truths).mean(axis=0) for truth in truths.T])
    np.fill_diagonal(ahead, 0.5)
    return Settled(
        order=probability("order", means, truths),
        leader=probability("leader", means, truths),
        ahead=ahead[np.ix_(evidence.system, evidence.system)],
        swaps=float(ahead.T[means[:, None] > means].sum()),
        change=float(np.abs(evidence.judging).mean()),
        topic_share=_topic_share(evidence),
    )


def probability(comparison: Comparison, means: Floats, truths: Floats) -> float:
    """The share of *truths* that agree with the *means* about the whole order, or about the leader."""
    if comparison == "leader":
        return float(np.mean(truths.argmax(axis=1) == means.argmax()))
    ordered = truths[:, np.argsort(-means)]
    return float(np.mean((np.diff(ordered, axis=1) < 0).all(axis=1)))


def multiple_needed(
    evidence: Evidence, comparison: Comparison, rng: np.random.Generator, level: float = LEVEL
) -> float | None:
    """Return the multiple of the evidence so far that would settle the comparison; None if 64 times would not.

    This is an estimate: it assumes that the means stay the same, and that topics grow in number with the judgments.
    """

    def settles(more: float) -> bool:
        return probability(comparison, evidence.means, plausible_truths(evidence, rng, more=more)) >= level

    # More evidence never unsettles the order, so a binary search finds the smallest multiple.
    found = bisect_left(MULTIPLES, True, key=settles)
    return MULTIPLES[found] if found < len(MULTIPLES) else None


def _topic_share(evidence: Evidence) -> float:
    """The share of the variance of differences between systems that rejudging does not explain."""
    basis = contrasts(len(evidence.means))
    whole = np.trace(basis.T @ evidence.chance @ basis)
    judging = np.trace(basis.T @ np.cov(evidence.judging, rowvar=False) @ basis)
    return float(np.clip(1 - judging / whole, 0, 1)) if whole > 0 else 0.0
