"""Notifications on their way: posted to web addresses by a thread of each server, at least once, in no promised order.

A notification is leased before it is posted, so two processes do not send it at the same time; one that is killed in
between leaves it to the next attempt.
"""

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException

from sqlalchemy import select

from assess.marketplace.faults.switches import read_faults
from assess.marketplace.market import Market
from assess.marketplace.tables import Control, Notification

PAUSE = 0.25  # seconds between two looks at what is waiting
PATIENCE = 5.0  # seconds for an answer
FIRST_RETRY = 8.0  # seconds until the second attempt; then twice as long each time
ATTEMPTS = 6
BATCH = 20
LATE = 1.0  # seconds until a duplicate follows


@dataclass(frozen=True)
class Letter:
    """A notification that was leased for delivery."""

    id: int
    destination: str
    body: bytes
    again: bool


@contextmanager
def delivering(market: Market) -> Iterator[None]:
    """Deliver notifications while the block runs."""
    stopping = threading.Event()
    thread = threading.Thread(target=_deliver_until, args=(market, stopping), name="delivery", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()


def deliver(market: Market) -> int:
    """Post what is due and return how many notifications arrived."""
    arrived = [letter for letter in _lease(market) if _post(letter)]
    _settle(market, arrived)
    return len(arrived)


def _deliver_until(market: Market, stopping: threading.Event) -> None:
    while not stopping.wait(PAUSE):
        deliver(market)


def _lease(market: Market) -> list[Letter]:
    now = time.time()
    with market.store.transaction() as session:
        duplicates = read_faults(session.get_one(Control, 1)).duplicate_events
        due = select(Notification).where(Notification.state == "waiting", Notification.due_at <= now)
        letters = []
        for row in session.scalars(due.order_by(Notification.id).limit(BATCH)):
            row.attempts += 1
            row.due_at = now + FIRST_RETRY * 2.0 ** (row.attempts - 1)
            if row.attempts >= ATTEMPTS:
                row.state = "failed"
            again = row.attempts == 1 and market.happens(duplicates)
            letters.append(Letter(row.id, row.destination, json.dumps(row.body).encode(), again))
        return letters


def _post(letter: Letter) -> bool:
    headers = {"Content-Type": "application/json"}
    try:
        request = urllib.request.Request(letter.destination, letter.body, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE):
            return True
    except (OSError, HTTPException, ValueError):
        return False


def _settle(market: Market, arrived: list[Letter]) -> None:
    if not arrived:
        return
    with market.store.transaction() as session:
        for letter in arrived:
            row = session.get_one(Notification, letter.id)
            row.state = "waiting" if letter.again else "delivered"
            row.due_at = time.time() + LATE
