"""The current time: from the machine's clock, or in a rehearsal from a file that the rehearsal updates."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


def clock(path: str | None) -> Clock:
    """The machine's clock, or a clock that reads a file: the file holds the time in seconds since 1970."""
    if path is None:
        return utc_now
    file = Path(path)
    return lambda: datetime.fromtimestamp(float(file.read_text()), UTC)


def set_clock(path: Path, now: datetime) -> None:
    """Set a rehearsal's clock; the file is replaced in one step, so readers see the old time or the new one."""
    fresh = path.with_suffix(".new")
    fresh.write_text(repr(now.timestamp()))
    fresh.replace(path)
