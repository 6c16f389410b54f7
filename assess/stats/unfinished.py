"""The change still to come while the tournaments of topics are not finished."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

# The variance of the change to come after one judgment per item, in units of the variance between topics. It falls with
# the judgments per item. The number is calibrated by scripts/calibrate-settled.
CHANGE = 0.12


@dataclass(frozen=True)
class TopicProgress:
    """How far a topic is judged: judgments and items so far, and whether its tournament is finished."""

    judgments: int
    items: int
    finished: bool


def change_to_come(topics: Sequence[TopicProgress]) -> float:
    """Return the standard deviation of the change of the means still to come, in standard deviations between topics.

    The first round of a tournament compares all candidates, later rounds only the best. So scores after the first round
    say which systems find candidates, and the final scores also which systems order them. This change is the same in
    all topics: neither more topics nor resampled judgments show it. Finished topics do not change any more.
    """
    if not topics:
        return 0.0
    changes = [0.0 if topic.finished else (CHANGE / _judgments_per_item(topic)) ** 0.5 for topic in topics]
    return float(np.mean(changes))


def _judgments_per_item(topic: TopicProgress) -> float:
    return max(1.0, 2 * topic.judgments / max(1, topic.items))
