"""The data of the live page, as JSON: computed once for each change, however many people watch."""

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.database.engine import reading
from assess.live.board import as_plain, read_board
from assess.live.board_scores import by_topic, history, read_table, significance
from assess.live.view_settings import as_parameter, live_settings
from assess.store.runs import shown_runs
from assess.store.scores import outlook_time, versions_of
from assess.store.tables import Campaign

# Seconds between two checks for a change, between two keepalive comments, and until a stream ends (the page then opens
# the next one by itself).
CHECK_INTERVAL, KEEPALIVE_INTERVAL, LONGEST_STREAM = 0.2, 10.0, 300.0
# After a check the stream rests this many times as long as the check took, as checks of many runs are slow.
REST_FACTOR = 2.0

# name of a part -> what it is, given session, campaign and measure
PARTS: dict[str, Callable[[Session, Campaign, str | None], Any]] = {
    "board": lambda session, campaign, measure: as_plain(read_board(session, campaign, measure)),
    "significance": lambda session, campaign, measure: significance(read_table(session, campaign, measure)),
    "topics": lambda session, campaign, measure: by_topic(read_table(session, campaign, measure)),
    "history": lambda session, campaign, measure: history(session, campaign, read_table(session, campaign, measure)),
}


@dataclass(frozen=True)
class BoardPart:
    """A part of the page as it is sent, and the stamp of the state that it shows."""

    stamp: str
    body: str


def stamp_of(session: Session, campaign: Campaign) -> str:
    """A short text that changes with anything that the live page shows."""
    state = (
        versions_of(session, campaign.id),
        outlook_time(session, campaign.id),
        campaign.state,
        as_parameter(live_settings(campaign)),
        shown_runs(session, campaign.id),
    )
    return hashlib.sha256(repr(state).encode()).hexdigest()[:20]


class BoardCache:
    """The parts of all live pages, cached until something changes; and the streams to the people who watch."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._parts: dict[tuple[int, str, str | None], BoardPart] = {}
        self._streams = 0
        self.most_streams = 2
        self.stopping = threading.Event()

    def part(self, session: Session, campaign: Campaign, name: str, measure: str | None) -> BoardPart:
        """A part of the page as it is now. Who asks while it is computed waits for it and does not compute it again."""
        key = (campaign.id, name, measure)
        stamp = stamp_of(session, campaign)
        with self._lock:
            kept = self._parts.get(key)
            if kept is None or kept.stamp != stamp:
                kept = BoardPart(stamp, json.dumps(PARTS[name](session, campaign, measure), ensure_ascii=False))
                self._parts[key] = kept
        return kept

    def stream(self, campaign_id: int, measure: str | None) -> Iterator[str] | None:
        """The leaderboard as server-sent events, whenever it changes; None when too many are watching already.

        A stream takes a thread of the server for as long as it lasts, so only some of the threads serve streams;
        everybody else's page asks once a second.
        """
        with self._lock:
            if self._streams >= self.most_streams or self.stopping.is_set():
                return None
            self._streams += 1
        return self._events(campaign_id, measure)

    def _events(self, campaign_id: int, measure: str | None) -> Iterator[str]:
        try:
            yield "retry: 1000\n\n"
            sent, quiet_since, end = "", time.monotonic(), time.monotonic() + LONGEST_STREAM
            rest = CHECK_INTERVAL
            while time.monotonic() < end and not self.stopping.wait(rest):
                began = time.monotonic()
                with reading(self._engine) as session:
                    part = self.part(session, session.get_one(Campaign, campaign_id), "board", measure)
                rest = max(CHECK_INTERVAL, REST_FACTOR * (time.monotonic() - began))
                if part.stamp != sent:
                    yield f"id: {part.stamp}\ndata: {part.body}\n\n"
                    sent, quiet_since = part.stamp, time.monotonic()
                elif time.monotonic() - quiet_since > KEEPALIVE_INTERVAL:
                    yield ": still here\n\n"
                    quiet_since = time.monotonic()
        finally:
            with self._lock:
                self._streams -= 1


def board_cache_of(app: Flask) -> BoardCache:
    """The cache of the app."""
    found = app.extensions["assess.board_cache"]
    assert isinstance(found, BoardCache)
    return found
