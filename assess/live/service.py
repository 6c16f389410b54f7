"""The live scorer beside a server, and other work in the background.

Every server process has one; only the one with the lease works.
"""

import logging
import os
import socket
import threading
from collections.abc import Callable
from datetime import timedelta
from time import monotonic

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from assess.campaign.judging.restocking import Restocker
from assess.clock import utc_now
from assess.database.engine import writing
from assess.live.outlook_worker import SLICE, OutlookWorker
from assess.live.rank_cache import ScoreCache
from assess.live.rescoring import Scorer
from assess.store.process_leases import acquire_lease, release_lease

LEASE = "live scorer"
LENGTH = 10.0  # seconds
LEASE_LENGTH = timedelta(seconds=LENGTH)
# Seconds between two checks for judged topics, and between two attempts to get the lease.
POLL, RETRY = 0.1, 2.0

log = logging.getLogger(__name__)


class LiveService:
    """Scores what is judged, and updates the outlooks. Any number may run; only the one with the lease works.

    It has three threads: scores must not wait for an outlook, which takes seconds with many runs, and people must not
    wait for the pairings that a topic asks next.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._scorer = Scorer(engine)
        self._outlooks = OutlookWorker(engine, ScoreCache(), utc_now)
        self._restocker = Restocker(engine, utc_now)
        self._holder = f"{socket.gethostname()}/{os.getpid()}/{id(self)}"
        self._renew_at = self._held_until = 0.0
        self._end = threading.Event()
        self._threads = [
            threading.Thread(target=self._repeat, args=(work,), name=LEASE, daemon=True)
            for work in (self.score, self.update_outlook, self.restock)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Finish the current work, stop, and release the lease, so that another process can take over at once."""
        self._end.set()
        for thread in self._threads:
            thread.join()
        try:
            with writing(self._engine) as session:
                release_lease(session, LEASE, self._holder, utc_now())
        except SQLAlchemyError:
            log.warning("the lease of the live scorer was not released: it will expire")

    def update_all(self) -> None:
        """Update all scores and outlooks now, unless another process has the lease."""
        if self._holds_lease():
            self._scorer.score_all()
            self._outlooks.update_all()

    def score(self) -> float:
        """Score a batch of topics; return how many seconds to pause after it."""
        if not self._holds_lease():
            return RETRY
        return 0.0 if self._scorer.score_batch() else POLL

    def update_outlook(self) -> float:
        """Work on an outlook for a slice if we hold the lease; return how many seconds to pause after it."""
        if monotonic() >= self._held_until:
            return POLL
        return 3 * SLICE if self._outlooks.work() else POLL

    def restock(self) -> float:
        """Top up topics with little to hand out if we hold the lease; return how many seconds to pause after it."""
        if monotonic() >= self._held_until:
            return POLL
        return 0.0 if self._restocker.work() else POLL

    def _holds_lease(self) -> bool:
        """Whether we hold the lease. It is taken if it is free, and renewed well before it expires."""
        now = monotonic()
        if now < self._renew_at:
            return True
        with writing(self._engine) as session:
            held = acquire_lease(session, LEASE, self._holder, utc_now(), LEASE_LENGTH)
        if held:
            self._renew_at, self._held_until = now + LENGTH / 3, now + LENGTH
        return held

    def _repeat(self, work: Callable[[], float]) -> None:
        """Call *work* until the service stops. Pause at least as long as it took: requests need the processor too."""
        while not self._end.is_set():
            began = monotonic()
            try:
                rest = work()
            except SQLAlchemyError:  # for example, the database is being restarted: retry
                log.exception("live scores wait for the database")
                rest = RETRY
            self._end.wait(max(rest, monotonic() - began))
