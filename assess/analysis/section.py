"""A section of an analysis: a table with a title, and notes on how to read it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from assess.errors import NotDefinedError
from assess.stats.agreement.jackknife import Estimated

Kind = Literal["text", "count", "share", "number", "p", "money"]
Cell = str | int | float | None
Row = tuple[Cell, ...]
T = TypeVar("T")


class Column(NamedTuple):
    """The name of a column, and what its numbers are: a share is between 0 and 1, p a p-value.

    Money is text, so that no cent is lost. ``short`` is the heading where there is little room; it need not be the only
    one of its name.
    """

    name: str
    kind: Kind = "count"
    short: str = ""


@dataclass(frozen=True)
class Section:
    """A table; its first column names the rows. None is a value that is not defined: the notes say why."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    def as_records(self) -> list[dict[str, Cell]]:
        """The rows with their columns by name."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]


INTERVAL = (Column("low", "number"), Column("high", "number"))
SHARE = (Column("share", "share"), Column("low", "share"), Column("high", "share"))
NO_VALUE = (None, None, None)


def cells(estimated: Estimated | None) -> Row:
    """The value and its interval, as three cells."""
    return NO_VALUE if estimated is None else tuple(estimated)


def or_note(name: str, title: str, compute: Callable[[], Section]) -> Section:
    """The section, or one without rows that says why it is not defined, so that the others are told all the same."""
    try:
        return compute()
    except NotDefinedError as error:
        return Section(name, title, (), (), (str(error),))


def attempt(compute: Callable[[], T], notes: list[str], what: str) -> T | None:
    """The value, or None with the reason added to the notes; what has the same reason as the note before joins it."""
    try:
        return compute()
    except NotDefinedError as error:
        reason = f": {error}"
        if notes and notes[-1].endswith(reason):
            what = f"{notes.pop().removesuffix(reason)}; {what}"
        notes.append(what + reason)
        return None
