"""Compute the outlook of every campaign that is judged, in short slices, and close what is decided."""

import logging
from collections import deque
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
    """Keeps the stored outlook of each campaign up to date. It follows the scores after a few seconds."""

    def __init__(self, engine: Engine, cache: ScoreCache, now: Callable[[], datetime]) -> None:
        self._engine, self._cache, self._now = engine, cache, now
        self._outlooks: dict[int, OutlookBuilder] = {}
        self._versions: dict[int, int] = {}
        self._waiting: deque[int] = deque()
        self._next_check = 0.0
        self._store_by = 0.0

    def work(self) -> bool:
        """Work for one slice; return whether there is more to do."""
        began = monotonic()
        if not self._waiting and began >= self._next_check:
            self._check()
        if self._waiting and self._update(self._waiting[0]):
            self._waiting.popleft()
            self._store_by = monotonic() + EVERY
            self._next_check = max(self._next_check, monotonic() + REST * (monotonic() - began))
        return bool(self._waiting)

    def update_all(self) -> None:
        """Work until every outlook is up to date."""
        self._check()
        while self._waiting:
            self.work()

    def _check(self) -> None:
        """Queue the campaigns that changed since the last check."""
        with reading(self._engine) as session:
            versions = campaign_versions(session)
        self._waiting.extend(id_ for id_, version in versions.items() if self._versions.get(id_) != version)
        self._versions = versions
        self._next_check = monotonic() + EVERY
        self._store_by = monotonic() + EVERY

    def _update(self, campaign_id: int) -> bool:
        """Update the outlook for a slice. Store it if it is complete or took too long; return whether it was."""
        outlook = self._outlooks.setdefault(campaign_id, OutlookBuilder(campaign_id, self._cache))
        with reading(self._engine) as session:
            if not outlook.renew(session, SLICE) and monotonic() < self._store_by:
                return False
            figures, judged = outlook.figures(session)
        if figures is None:
            return True
        with writing(self._engine) as session:
            put_outlook(session, campaign_id, sum(judged.values()), figures, self._now())
            campaign = session.get_one(Campaign, campaign_id)
            for name in apply_rule(session, campaign, figures, judged, self._now()):
                log.warning("campaign %s: %s is decided and closed", campaign.name, name)
        return True
