"""A panel's list of submissions, as exported by its website: CSV with a header; headings differ between panels."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from assess.formats.syntax.faults import Fault, Report, quoted, refuse

# The state of a submission at the panel: submitted and waiting, approved or rejected, or left without submitting.
PanelState = Literal["submitted", "approved", "rejected", "left"]

# A heading, in lower-case letters without anything else -> our name for it. Prolific calls an assignment a submission.
HEADINGS = {
    "participantid": "participant",
    "prolificpid": "participant",
    "prolificid": "participant",
    "workerid": "participant",
    "participant": "participant",
    "submissionid": "assignment",
    "sessionid": "assignment",
    "assignmentid": "assignment",
    "status": "status",
    "submissionstatus": "status",
    "assignmentstatus": "status",
    "approvalstatus": "status",
    "completioncode": "code",
    "enteredcode": "code",
    "code": "code",
}
STATES: dict[str, PanelState] = {
    "awaitingreview": "submitted",
    "submitted": "submitted",
    "pending": "submitted",
    "pendingreview": "submitted",
    "pendingapproval": "submitted",
    "completed": "submitted",
    "approved": "approved",
    "accepted": "approved",
    "paid": "approved",
    "rejected": "rejected",
    "returned": "left",
    "timedout": "left",
    "expired": "left",
    "abandoned": "left",
    "active": "left",
    "inprogress": "left",
    "reserved": "left",
    "screenedout": "left",
}
# What Prolific writes for a submission without a completion code.
NO_CODE = {"", "NOCODE"}


@dataclass(frozen=True, slots=True)
class PanelRow:
    """One submission in the panel's list."""

    participant: str
    assignment: str | None
    state: PanelState
    code: str | None


def parse_panel_export(
    data: bytes, source: str = "export", columns: Mapping[str, str] | None = None, report: Report = refuse
) -> list[PanelRow]:
    """The submissions of a panel; *columns* maps our names to headings that are not in ``HEADINGS``."""
    lines = csv.reader(io.StringIO(data.decode("utf-8-sig", errors="replace")))
    header = next(lines, [])
    places = _places(header, columns or {})
    for needed in ("participant", "status"):
        if needed not in places:
            found = quoted(", ".join(header))
            report(Fault(source, 1, f"the columns {found}", f"one for the {needed}", f"name it: --column {needed}=…"))
            return []
    return list(_rows(lines, places, source, report))


def _places(header: list[str], columns: Mapping[str, str]) -> dict[str, int]:
    """Our name for a column -> its index; if two columns mean the same, the first."""
    meanings = {heading: meaning for meaning, heading in columns.items()}
    places: dict[str, int] = {}
    for place, heading in enumerate(header):
        meaning = meanings.get(heading) or HEADINGS.get(_letters(heading))
        if meaning and (meaning not in columns or heading in meanings):
            places.setdefault(meaning, place)
    return places


def _rows(lines: Iterator[list[str]], places: dict[str, int], source: str, report: Report) -> Iterator[PanelRow]:
    for number, line in enumerate(lines, 2):
        if not any(line):
            continue
        values = {meaning: line[place].strip() for meaning, place in places.items() if place < len(line)}
        state = STATES.get(_letters(values.get("status", "")))
        if not values.get("participant") or state is None:
            found = f"participant {quoted(values.get('participant', ''))}, status {quoted(values.get('status', ''))}"
            report(Fault(source, number, found, f"a participant, and one of {', '.join(sorted(STATES))}"))
            continue
        code = values.get("code", "")
        yield PanelRow(
            values["participant"], values.get("assignment") or None, state, None if code in NO_CODE else code
        )


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalpha())
