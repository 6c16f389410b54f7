"""The pace of a campaign: judgments an hour while somebody worked, and how long the rest takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

# Between two judgments more than this apart, nobody worked.
BREAK = timedelta(minutes=30)
# The pace is that of the latest hours of work.
WINDOW = timedelta(hours=3)
# Shorter work says nothing about the pace.
SHORTEST = timedelta(minutes=1)
# Enough of the latest judgments to fill the window in all but the largest crowds.
LATEST = 5_000


@dataclass(frozen=True)
class Pace:
    """How many judgments an hour were made in the latest ``hours`` of work, breaks left out."""

    per_hour: float
    hours: float

    def hours_for(self, judgments: int) -> float:
        """The hours of work that so many judgments take."""
        return judgments / self.per_hour


def measure_pace(times: Sequence[datetime]) -> Pace | None:
    """The pace by the *times* of judgments, newest first; None if they are too few or too close together."""
    worked, number = timedelta(), 0
    for later, earlier in pairwise(times):
        if worked >= WINDOW:
            break
        if later - earlier <= BREAK:
            worked += later - earlier
            number += 1
    if worked < SHORTEST:
        return None
    hours = worked / timedelta(hours=1)
    return Pace(number / hours, hours)
