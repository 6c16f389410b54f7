"""Runs that are uploaded, by the form of the live page or by the API: how large they may be, and how they are read."""

from assess.files import unpacked
from assess.formats.runs import Run, parse_run

# Bytes. Runs are larger than anything else that is sent here.
LARGEST_RUN = 200_000_000


def read_run(data: bytes, source: str) -> Run:
    """The run that the bytes hold, gzip or not; *source* is its name in messages."""
    return parse_run(unpacked(data, source), source)
