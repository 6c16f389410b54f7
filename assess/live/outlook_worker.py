"""Compute the outlook of every campaign that is judged, in short slices, and close what is decided."""

import logging
from collections.abc import Callable
from datetime import datetime
from time import monotonic

from sqlalchemy import Engine

from assess.database.engine import reading, writing
from assess.live.outlook import OutlookBuilder
from assess.live.rank_cache import ScoreCache
from assess.live.stop_rule import apply_rule
from assess.store.scores import campaign_versions, put_outlook
from assess.store.tables import Campaign

# Seconds of resampling in one slice: other threads need the processor too.
SLICE = 0.05
# Seconds between two outlooks of a campaign that is being judged.
EVERY = 2.0
# After an outlook the worker pauses for this many times as long as its last slice took.
REST = 4

log = logging.getLogger(__name__)


class OutlookWorker:
    """Keeps the stored outlook of each campaign up to date. It follows the scores after a few seconds.

    A campaign waits until its outlook is complete. While it is not, what is known is stored every few seconds, and the
    campaign goes to the end of the queue. *clock* counts seconds.
    """

    def __init__(
        self, engine: Engine, cache: ScoreCache, now: Callable[[], datetime], clock: Callable[[], float] = monotonic
    ) -> None:
        self._engine, self._cache, self._now, self._clock = engine, cache, now, clock
        self._outlooks: dict[int, OutlookBuilder] = {}
        self._versions: dict[int, int] = {}
        # Campaign ids in the order of the queue: a dict, so that none waits twice.
        self._waiting: dict[int, None] = {}
        self._next_check = float("-inf")
        self._store_by = 0.0

    def work(self) -> bool:
        """Work for one slice; return whether there is more to do."""
        began = self._clock()
        if began >= self._next_check:
            self._check()
        if self._waiting:
            self._work_on(next(iter(self._waiting)), began)
        return bool(self._waiting)

    def update_all(self) -> None:
        """Work until every outlook is up to date, however long it takes."""
        self._check()
        while self._waiting:
            self.work()

    def _check(self) -> None:
        """Queue the campaigns that changed since the last check."""
        with reading(self._engine) as session:
            versions = campaign_versions(session)
        if not self._waiting:
            self._store_by = self._clock() + EVERY
        changed = (id_ for id_, version in versions.items() if self._versions.get(id_) != version)
        self._waiting |= dict.fromkeys(changed)
        self._versions = versions
        self._next_check = self._clock() + EVERY

    def _work_on(self, campaign_id: int, began: float) -> None:
        """Update the outlook for a slice. Store it if it is complete, or if it is time; the next campaign follows."""
        outlook = self._outlooks.setdefault(campaign_id, OutlookBuilder(campaign_id, self._cache, self._clock))
        with reading(self._engine) as session:
            complete = outlook.renew(session, SLICE)
        if not complete and self._clock() < self._store_by:
            return
        self._store(outlook)
        del self._waiting[campaign_id]
        if complete:
            self._next_check = max(self._next_check, self._clock() + REST * (self._clock() - began))
        else:
            self._waiting[campaign_id] = None
        self._store_by = self._clock() + EVERY

    def _store(self, outlook: OutlookBuilder) -> None:
        """Store what is known, if it is enough for figures, and close what is decided."""
        with reading(self._engine) as session:
            figures, judged = outlook.figures(session)
        if figures is None:
            return
        with writing(self._engine) as session:
            put_outlook(session, outlook.campaign_id, sum(judged.values()), figures, self._now())
            campaign = session.get_one(Campaign, outlook.campaign_id)
            for name in apply_rule(session, campaign, figures, judged, self._now()):
                log.warning("campaign %s: %s is decided and closed", campaign.name, name)
