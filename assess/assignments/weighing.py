"""Weighing: keep, discard or exclude by all that is known about a person, instead of by one failed challenge.

The rule beside `screening`. It compares two models of a person: careful people look at what they are shown, careless
people answer without looking.
"""

from dataclasses import dataclass
from math import exp, log
from typing import Literal

# The rules for assignments with challenges: that of the paper (`screening`), and this one.
Screening = Literal["paper", "weighed"]
SCREENING = "paper or weighed"
Decision = Literal["keep", "discard", "exclude"]

# The share of people who are careless, before anything is known about somebody.
CARELESS = 0.1
# How often careful and careless people pass a challenge; the first as in assess.simulation.assessors.
CAREFUL_PASSES, CARELESS_PASSES = 0.97, 0.5
# How often they agree with most others about a pair. Careful people differ about items that are nearly as good.
CAREFUL_AGREES, CARELESS_AGREES = 0.7, 0.5
# How often an answer takes less than `FAST` times the median of other people.
CAREFUL_FAST, CARELESS_FAST = 0.1, 0.5
FAST = 1 / 8
# Agreement and speed may make carelessness at most so many times more or less likely: another taste, or a quick
# reader, is not enough to exclude somebody who passes challenges.
MOST = 10.0
# Above this probability of carelessness an assignment does not count; above that, none of the person's work does.
# scripts/compare-screening prints what other thresholds do.
DOUBTFUL, TOO_LIKELY = 0.2, 0.9


@dataclass(frozen=True)
class CareEvidence:
    """What is known about a person: challenges, pairs that others judged too, and answers whose time is known.

    ``agreed`` and ``disagreed`` are with the majority of others; pairs without a majority and ties tell nothing.
    """

    passed: int = 0
    failed: int = 0
    agreed: int = 0
    disagreed: int = 0
    fast: int = 0
    timed: int = 0


def carelessness(evidence: CareEvidence) -> float:
    """Return the probability that the person is careless.

    Challenges, agreement and speed are taken as independent. Slow answers say nothing for a person, as anybody can
    wait; fast ones speak against them.
    """
    weight = log(CARELESS / (1 - CARELESS))
    weight += evidence.passed * log(CARELESS_PASSES / CAREFUL_PASSES)
    weight += evidence.failed * log((1 - CARELESS_PASSES) / (1 - CAREFUL_PASSES))
    agreement = evidence.agreed * log(CARELESS_AGREES / CAREFUL_AGREES)
    agreement += evidence.disagreed * log((1 - CARELESS_AGREES) / (1 - CAREFUL_AGREES))
    weight += max(-log(MOST), min(log(MOST), agreement))
    speed = evidence.fast * log(CARELESS_FAST / CAREFUL_FAST)
    speed += (evidence.timed - evidence.fast) * log((1 - CARELESS_FAST) / (1 - CAREFUL_FAST))
    weight += max(0.0, min(log(MOST), speed))
    return 1 / (1 + exp(-weight)) if weight > -700 else 0.0


def weigh(evidence: CareEvidence, doubtful: float = DOUBTFUL, too_likely: float = TOO_LIKELY) -> Decision:
    """Decide about an assignment by all that is known about the person, this assignment included.

    ``exclude`` means that nothing of what they did counts, earlier work included: it was kept by luck.
    """
    found = carelessness(evidence)
    if found >= too_likely:
        return "exclude"
    return "discard" if found >= doubtful else "keep"


def fast_below(median_seconds: float) -> float:
    """The time below which an answer is fast, given the median of other people."""
    return FAST * median_seconds
