"""The likelihood of comparisons, given the log-odds of each row and the log of Davidson's tie parameter.

With log-odds h, the first item is preferred, the second one is, or neither is, in the proportions
exp(h / 2) : exp(-h / 2) : nu. This is an exponential family: its statistics are +1/2, -1/2 or 0 (for h), and whether
the comparison is a tie (for log nu). Score and information follow from their means and variances.
"""

from dataclasses import dataclass

import numpy as np

from assess.stats.strengths.counted import FIRST, OUTCOMES, SECOND, TIE, Vector

SIDES = np.array([0.5, -0.5, 0.0])  # the first statistic, by outcome
IS_TIE = np.array([0.0, 0.0, 1.0])  # the second one


@dataclass(frozen=True)
class Moments:
    """The log-likelihood, and for each row: sums of residuals (statistic, row), and of products of two statistics.

    ``information`` has the variances that the model expects, ``found`` the squared residuals that were found.
    """

    log_likelihood: float
    residuals: Vector
    information: Vector
    found: Vector


def moments(log_odds: Vector, log_tie: float | None, counts: Vector) -> Moments:
    """Return the moments of the rows; without a tie parameter, a tie is half a win for each item."""
    scores = np.stack([log_odds / 2, -log_odds / 2])
    if log_tie is not None:
        scores = np.vstack([scores, np.full_like(log_odds, log_tie)])
    top = scores.max(axis=0)
    log_total = top + np.log(np.exp(scores - top).sum(axis=0))
    chances = np.zeros((OUTCOMES, len(log_odds)))
    chances[: len(scores)] = np.exp(scores - log_total)
    statistics = np.stack([SIDES, IS_TIE])[: len(scores) - 1]
    means = statistics @ chances
    residuals = statistics[:, :, None] - means[:, None, :]  # statistic, outcome, row
    gains = counts[:, FIRST] * log_odds / 2 - counts[:, SECOND] * log_odds / 2 + counts[:, TIE] * (log_tie or 0.0)
    return Moments(
        float((gains - counts.sum(axis=1) * log_total).sum()),
        np.einsum("sor,ro->sr", residuals, counts),
        np.einsum("sor,tor,or,r->str", residuals, residuals, chances, counts.sum(axis=1)),
        np.einsum("sor,tor,ro->str", residuals, residuals, counts),
    )
