"""The live scorer at work beside a server: in each process, one of them all with the lease."""

import logging
import os
import socket
import threading
from collections.abc import Callable
from datetime import timedelta
from time import monotonic

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from assess.clock import utc_now
from assess.database.engine import writing
from assess.live.outlook_worker import SLICE, Foresight
from assess.live.rank_cache import ScoreCache
from assess.live.rescoring import Scorer
from assess.store.process_leases import acquire_lease, release_lease

LEASE = "live scorer"
LENGTH = 10.0  # seconds
LEASE_LENGTH = timedelta(seconds=LENGTH)
# Seconds between two looks for judged topics, and between two tries for the lease.
POLL, TRY_AGAIN = 0.1, 2.0

log = logging.getLogger(__name__)


class LiveService:
    """Scores what is judged, and works out whether orders are settled. Any number may run; one at a time works.

    Two threads: a score must not wait for an outlook, which takes seconds where there are many runs.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._scorer = Scorer(engine)
        self._foresight = Foresight(engine, ScoreCache(), utc_now)
        self._holder = f"{socket.gethostname()}/{os.getpid()}/{id(self)}"
        self._renew_at = self._held_until = 0.0
        self._end = threading.Event()
        self._threads = [
            threading.Thread(target=self._repeat, args=(work,), name=LEASE, daemon=True)
            for work in (self.work, self.look_ahead)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End after what was begun, and let another process take over at once."""
        self._end.set()
        for thread in self._threads:
            thread.join()
        try:
            with writing(self._engine) as session:
                release_lease(session, LEASE, self._holder, utc_now())
        except SQLAlchemyError:
            log.warning("the lease of the live scorer was not given back: it ends by itself")

    def catch_up(self) -> None:
        """Bring scores and outlooks up with the judgments now, unless another process has the lease."""
        if self._holds_lease():
            self._scorer.catch_up()
            self._foresight.catch_up()

    def work(self) -> float:
        """Score what there is to score now; return for how many seconds to rest then."""
        if not self._holds_lease():
            return TRY_AGAIN
        return 0.0 if self._scorer.step() else POLL

    def look_ahead(self) -> float:
        """Do a slice of an outlook while the lease is ours; return for how many seconds to rest then."""
        if monotonic() >= self._held_until:
            return POLL
        return 3 * SLICE if self._foresight.work() else POLL

    def _holds_lease(self) -> bool:
        """Whether this one has the lease; it is renewed in good time."""
        now = monotonic()
        if now < self._renew_at:
            return True
        with writing(self._engine) as session:
            held = acquire_lease(session, LEASE, self._holder, utc_now(), LEASE_LENGTH)
        if held:
            self._renew_at, self._held_until = now + LENGTH / 3, now + LENGTH
        return held

    def _repeat(self, work: Callable[[], float]) -> None:
        """Work until the end, and rest at least as long in between: assessors want the processor, too."""
        while not self._end.is_set():
            began = monotonic()
            try:
                rest = work()
            except SQLAlchemyError:  # a database that is restarted: it will be there again
                log.exception("live scores wait for the database")
                rest = TRY_AGAIN
            self._end.wait(max(rest, monotonic() - began))
