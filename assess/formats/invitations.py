"""Lists of people to invite: CSV with a heading, one person a line.

The column ``name`` is needed. ``quota`` is the most judgments of the person, ``topics`` are the only ones they get,
separated by spaces or semicolons, and ``expires`` is the date on which the link ends. Other columns, such as an address
for the letter, are passed on as they are.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from assess.errors import FormatError
from assess.formats.syntax.lines import BOM

KNOWN = ("name", "quota", "topics", "expires")


@dataclass(frozen=True)
class Invitation:
    """A person to invite; ``line`` is where they are in the list, ``rest`` the columns that are passed on."""

    name: str
    line: int
    quota: int | None = None
    topics: tuple[str, ...] = ()
    expires: datetime | None = None
    rest: tuple[str, ...] = ()


@dataclass(frozen=True)
class InvitationList:
    """The people of a list in its order, and the names of the columns that are passed on."""

    people: tuple[Invitation, ...]
    passed_on: tuple[str, ...]


def parse_invitations(data: bytes, source: str = "people") -> InvitationList:
    """The people of a CSV file. A fault names the line and the column."""
    try:
        lines = data.removeprefix(BOM).decode().splitlines()
    except UnicodeDecodeError as error:
        raise FormatError(f"{source}: found byte 0x{data[error.start]:02x}, expected UTF-8 text") from None
    reader = csv.reader(lines, strict=True)
    heading = [name.strip().lower() for name in next(reader, [])]
    if "name" not in heading or len(set(heading)) < len(heading):
        raise FormatError(
            f"{source}, line 1: found {', '.join(heading)!r}, expected columns such as {', '.join(KNOWN)}"
        )
    people: dict[str, Invitation] = {}
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                person = _person(f"{source}, line {reader.line_num}", reader.line_num, heading, cells)
                if person.name in people:
                    before = people[person.name].line
                    raise FormatError(
                        f"{source}, line {reader.line_num}, name: found {person.name!r} again, "
                        f"expected each person once (line {before})"
                    )
                people[person.name] = person
    except csv.Error as error:
        raise FormatError(f"{source}, line {reader.line_num}: found {error}, expected CSV") from None
    if not people:
        raise FormatError(f"{source}: found no person, expected a line for each below the heading")
    return InvitationList(tuple(people.values()), tuple(name for name in heading if name not in KNOWN))


def _person(where: str, line: int, heading: Sequence[str], cells: Sequence[str]) -> Invitation:
    if len(cells) != len(heading):
        raise FormatError(f"{where}: found {len(cells)} columns, expected {len(heading)} as in the heading")
    row = {column: cell.strip() for column, cell in zip(heading, cells, strict=True)}
    if not row["name"]:
        raise FormatError(f"{where}, name: found nothing, expected who is invited")
    return Invitation(
        row["name"],
        line,
        _quota(where, row.get("quota", "")),
        tuple(row.get("topics", "").replace(";", " ").split()),
        _expires(where, row.get("expires", "")),
        tuple(cell for column, cell in row.items() if column not in KNOWN),
    )


def _quota(where: str, cell: str) -> int | None:
    if not cell:
        return None
    if not (cell.isascii() and cell.isdigit() and int(cell) > 0):
        raise FormatError(f"{where}, quota: found {cell!r}, expected a whole number of judgments, 1 or more")
    return int(cell)


def _expires(where: str, cell: str) -> datetime | None:
    if not cell:
        return None
    try:
        found = datetime.fromisoformat(cell)
    except ValueError:
        raise FormatError(f"{where}, expires: found {cell!r}, expected a date such as 2026-12-31") from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
