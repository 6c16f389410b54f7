"""The time that commands go by."""

from datetime import datetime

from assess.clock import clock
from assess.settings import read_settings


def current_time() -> datetime:
    """The machine's time; or that of the file ASSESS_CLOCK, which tests and rehearsals move."""
    return clock(read_settings().clock)()
