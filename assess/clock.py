"""The time: that of the machine, or in a rehearsal that of a file, which the rehearsal moves."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


def clock(path: str | None) -> Clock:
    """The machine's clock; or, given a file, the instant that it holds, in seconds since 1970."""
    if path is None:
        return utc_now
    file = Path(path)
    return lambda: datetime.fromtimestamp(float(file.read_text()), UTC)


def set_clock(path: Path, now: datetime) -> None:
    """Move a rehearsal's clock; whoever reads it meanwhile sees the old time or the new one."""
    fresh = path.with_suffix(".new")
    fresh.write_text(repr(now.timestamp()))
    fresh.replace(path)
