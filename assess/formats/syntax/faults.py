"""Faults: what is wrong in a file, and where.

A reader passes each fault to a report function, which raises an error or collects the fault.
"""

from collections.abc import Callable
from dataclasses import dataclass

from assess.errors import FormatError

SHOWN = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file; ``line`` is 0 if it concerns the whole file."""

    source: str
    line: int
    found: str
    expected: str
    remedy: str = ""

    def __str__(self) -> str:
        where = f"{self.source}, line {self.line}" if self.line else self.source
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{where}: found {self.found}, expected {self.expected}{remedy}"


Report = Callable[[Fault], None]


def refuse(fault: Fault) -> None:
    """Raise an error at the first fault: the default report of every reader."""
    raise FormatError(str(fault))


def quoted(value: object) -> str:
    """The value as shown in a fault: on one line, control characters escaped, cut when long."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 2]}…{text[0]}"


class MisfitError(Exception):
    """A fault in one line, raised while it is parsed; the reader adds file and line number."""

    def __init__(self, found: str, expected: str, remedy: str = "") -> None:
        super().__init__(found, expected, remedy)
        self.found, self.expected, self.remedy = found, expected, remedy

    def at(self, source: str, line: int) -> Fault:
        return Fault(source, line, self.found, self.expected, self.remedy)
