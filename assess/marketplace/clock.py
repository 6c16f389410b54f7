"""The marketplace's clock: real time, unless somebody moved it, stopped it or changed its speed.

The clock is a row in the database, so all processes of a marketplace see the same time, even after a restart. Times
are seconds since 1970 in UTC.
"""

import time
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from assess.errors import ParameterError
from assess.marketplace.tables import Control

DAY = 86_400  # seconds


def now(control: Control) -> float:
    """The marketplace's time: its time at the anchor, plus the real time since then multiplied by the speed."""
    return control.shown_anchor + (time.time() - control.real_anchor) * control.speed


def advance(session: Session, seconds: float) -> float:
    """Move the clock forward and return the new time."""
    if seconds < 0:
        raise ParameterError(f"the clock can only go forward: found {seconds:g} seconds, expected 0 or more")
    control = session.get_one(Control, 1)
    return _anchor(control, now(control) + seconds, control.speed)


def set_speed(session: Session, speed: float) -> float:
    """Make the clock run *speed* times as fast as real time (0 stops it) and return its time."""
    if speed < 0:
        raise ParameterError(f"the clock can only go forward: found speed {speed:g}, expected 0 or more")
    control = session.get_one(Control, 1)
    return _anchor(control, now(control), speed)


def _anchor(control: Control, shown: float, speed: float) -> float:
    control.shown_anchor, control.real_anchor, control.speed = shown, time.time(), speed
    return shown


def as_iso(at: float) -> str:
    """The time to the second as text, such as 2026-01-31T12:00:00Z."""
    return datetime.fromtimestamp(int(at), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
