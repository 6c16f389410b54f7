"""The stage: one clock, and all events in the order of their time.

Each actor is a generator that does something and yields the seconds until its next act. The clock jumps from act to
act, so that days pass as quickly as the servers answer, and the same seed plays the same campaign.
"""

import heapq
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from assess.clock import set_clock
from assess.rehearsal.processes import Server

Life = Iterator[float]


class Stage:
    """The clock of a rehearsal: a file for the judging app; the marketplace's is moved before somebody acts there."""

    def __init__(self, clock: Path, marketplace: Server) -> None:
        self._clock, self._marketplace = clock, marketplace
        self.now = self._move(0.0, speed=0.0)
        self._shown: datetime | None = self.now
        set_clock(clock, self.now)
        self._acts: list[tuple[datetime, int, Life]] = []
        self._numbers = count()

    def add(self, life: Life, after: float = 0.0) -> None:
        """Let somebody act for the first time in so many seconds."""
        heapq.heappush(self._acts, (self.now + timedelta(seconds=after), next(self._numbers), life))

    def play(self, until: datetime) -> Iterator[datetime]:
        """Let everybody act, one after the other; yield the time after each act."""
        while self._acts and self._acts[0][0] <= until:
            self.now, _, life = heapq.heappop(self._acts)
            set_clock(self._clock, self.now)
            pause = next(life, None)
            if pause is not None:
                self.add(life, pause)
            yield self.now

    def meet(self) -> None:
        """Bring the marketplace's clock to the stage's, before somebody does something there."""
        shown = self._shown or self._move(0.0)
        self._shown = None  # unknown if the answer gets lost
        if shown < self.now:
            self._move((self.now - shown).total_seconds())
        self._shown = max(shown, self.now)

    def _move(self, seconds: float, **speed: float) -> datetime:
        now = self._marketplace.post("/admin/clock", {"advance": seconds, **speed})["now"]
        return datetime.fromtimestamp(now, UTC)
