"""Deliver notifications: a thread of each server posts them to web addresses, at least once, in any order.

A notification is leased before it is posted, so that two processes do not send it at the same time. If a process is
killed before it finishes, the notification is retried later.
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

POLL_INTERVAL = 0.25  # seconds between two checks for waiting notifications
TIMEOUT = 5.0  # seconds for an answer
FIRST_RETRY = 8.0  # seconds until the second attempt; then twice as long each time
ATTEMPTS = 6
BATCH = 20
DUPLICATE_DELAY = 1.0  # seconds until a duplicate is sent


@dataclass(frozen=True)
class LeasedNotification:
    """A notification leased for delivery; ``again`` asks for a duplicate later."""

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
    """Post the notifications that are due and return how many arrived."""
    arrived = [notification for notification in _lease(market) if _post(notification)]
    _mark_delivered(market, arrived)
    return len(arrived)


def _deliver_until(market: Market, stopping: threading.Event) -> None:
    while not stopping.wait(POLL_INTERVAL):
        deliver(market)


def _lease(market: Market) -> list[LeasedNotification]:
    now = time.time()
    with market.store.transaction() as session:
        duplicates = read_faults(session.get_one(Control, 1)).duplicate_events
        due = select(Notification).where(Notification.state == "waiting", Notification.due_at <= now)
        leased = []
        for row in session.scalars(due.order_by(Notification.id).limit(BATCH)):
            row.attempts += 1
            row.due_at = now + FIRST_RETRY * 2.0 ** (row.attempts - 1)
            if row.attempts >= ATTEMPTS:
                row.state = "failed"
            again = row.attempts == 1 and market.happens(duplicates)
            leased.append(LeasedNotification(row.id, row.destination, json.dumps(row.body).encode(), again))
        return leased


def _post(notification: LeasedNotification) -> bool:
    headers = {"Content-Type": "application/json"}
    try:
        request = urllib.request.Request(notification.destination, notification.body, headers)
        with urllib.request.urlopen(request, timeout=TIMEOUT):
            return True
    except (OSError, HTTPException, ValueError):
        return False


def _mark_delivered(market: Market, arrived: list[LeasedNotification]) -> None:
    if not arrived:
        return
    with market.store.transaction() as session:
        for notification in arrived:
            row = session.get_one(Notification, notification.id)
            row.state = "waiting" if notification.again else "delivered"
            row.due_at = time.time() + DUPLICATE_DELAY
