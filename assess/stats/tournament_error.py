"""Errors of the means that all topics share: tournaments are not finished, or judge items rarely."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

# The variance of such an error after one judgment per item, in units of the variance between topics. It falls with the
# judgments per item. The numbers are calibrated by scripts/calibrate-settled.
UNFINISHED, FINISHED = 0.08, 0.04


@dataclass(frozen=True)
class TopicProgress:
    """How far a topic is judged: judgments and items so far, and whether its tournament is finished."""

    judgments: int
    items: int
    finished: bool


def tournament_error(topics: Sequence[TopicProgress]) -> float:
    """Return the standard deviation of the shared error of the means, in standard deviations between topics.

    The first round of a tournament compares all candidates, later rounds only the best. So scores after the first round
    say which systems find candidates, and the final scores also which systems order them. This change is the same in
    all topics: neither more topics nor resampled judgments show it. Finished topics change no more, but the mistakes of
    a crowd blur how well systems order the candidates, in all topics alike, unless items are judged often.
    """
    return float(np.mean([_deviation(topic) for topic in topics])) if topics else 0.0


def _deviation(topic: TopicProgress) -> float:
    judgments_per_item = max(1.0, 2 * topic.judgments / max(1, topic.items))
    variance = FINISHED if topic.finished else UNFINISHED
    return float((variance / judgments_per_item) ** 0.5)
