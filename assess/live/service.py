"""The live scorer at work beside a server: a thread in each process, one of them all with the lease."""

import logging
import os
import socket
import threading
from datetime import timedelta
from time import monotonic

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from assess.live.foresight import Foresight
from assess.live.scorer import Scorer, utc_now
from assess.store.engine import writing
from assess.store.leases import give_up_lease, hold_lease

LEASE = "live scorer"
LEASE_LENGTH = timedelta(seconds=10)
# Seconds between two looks for judged topics, and between two tries for the lease.
POLL, TRY_AGAIN = 0.1, 2.0

log = logging.getLogger(__name__)


class LiveService:
    """Scores what is judged, and works out whether orders are settled. Any number may run; one at a time works."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._scorer = Scorer(engine)
        self._foresight = Foresight(engine, self._scorer.cache, utc_now)
        self._holder = f"{socket.gethostname()}/{os.getpid()}/{id(self)}"
        self._renew_at = 0.0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name=LEASE, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End after what was begun, and let another process take over at once."""
        self._end.set()
        self._thread.join()

    def catch_up(self) -> None:
        """Bring scores and outlooks up with the judgments now, unless another process has the lease."""
        if self._holds_lease():
            self._scorer.catch_up()
            self._foresight.catch_up()

    def work(self) -> float:
        """Do what there is to do now; return for how many seconds to rest then."""
        if not self._holds_lease():
            return TRY_AGAIN
        if self._scorer.step():
            return 0.0
        self._foresight.work()
        return POLL

    def _holds_lease(self) -> bool:
        """Whether this one has the lease; it is renewed in good time."""
        if monotonic() < self._renew_at:
            return True
        with writing(self._engine) as session:
            held = hold_lease(session, LEASE, self._holder, utc_now(), LEASE_LENGTH)
        if held:
            self._renew_at = monotonic() + LEASE_LENGTH.total_seconds() / 3
        return held

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                rest = self.work()
            except SQLAlchemyError:  # a database that is restarted: it will be there again
                log.exception("live scores wait for the database")
                rest = TRY_AGAIN
            self._end.wait(rest)
        try:
            with writing(self._engine) as session:
                give_up_lease(session, LEASE, self._holder, utc_now())
        except SQLAlchemyError:
            log.warning("the lease of the live scorer was not given back: it ends by itself")
