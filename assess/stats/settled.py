"""Is the order of the systems settled, or would other topics, workers and judgments turn it round?"""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

import numpy as np

from assess.stats.evidence import Evidence, contrasts, plausible_truths
from assess.stats.resampling import Floats

LEVEL = 0.95
# Judgments still needed are looked for up to this multiple of those made.
MULTIPLES: list[float] = np.geomspace(1.0, 64.0, 19).tolist()

Comparison = Literal["order", "leader"]


@dataclass(frozen=True)
class Settled:
    """How firmly the current order of the runs stands.

    Attributes
    ----------
    order, leader : float
        The probability that the true order is the current one; that the current leader is truly the best.
    ahead : array of runs x runs
        The probability that the run of the row is truly better than the run of the column.
    swaps : float
        How many pairs of systems would change places, on average, if the truth came out.
    change : float
        How far a mean would move, on average, if the same topics were judged as much again, by others.
    topic_share : float
        The part of the uncertainty that is due to the choice of topics: more judgments of the same topics leave it.
    """

    order: float
    leader: float
    ahead: Floats
    swaps: float
    change: float
    topic_share: float


def settle(evidence: Evidence, rng: np.random.Generator) -> Settled:
    """Return how firmly the order stands, given what the scores say.

    ``scripts/calibrate-settled`` shows how often an order that was declared settled by these figures was the true
    one. Runs that score the same on every topic are one system, and their order is no question.
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


def times_as_much(
    evidence: Evidence, comparison: Comparison, rng: np.random.Generator, level: float = LEVEL
) -> float | None:
    """Return how many times the evidence so far would settle the comparison; None when 64 times would not.

    The means are supposed to stay where they are, and topics to grow in number with the judgments: it is an outlook,
    not a promise.
    """

    def settles(more: float) -> bool:
        return probability(comparison, evidence.means, plausible_truths(evidence, rng, more=more)) >= level

    # More evidence never unsettles it, so the least multiple is found by halving.
    found = bisect_left(MULTIPLES, True, key=settles)
    return MULTIPLES[found] if found < len(MULTIPLES) else None


def _topic_share(evidence: Evidence) -> float:
    """The part of the variance of differences between systems that rejudging does not explain."""
    basis = contrasts(len(evidence.means))
    whole = np.trace(basis.T @ evidence.chance @ basis)
    judging = np.trace(basis.T @ np.cov(evidence.judging, rowvar=False) @ basis)
    return float(np.clip(1 - judging / whole, 0, 1)) if whole > 0 else 0.0
