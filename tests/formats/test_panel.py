"""The lists that panels' pages export."""

import pytest

from assess.errors import FormatError
from assess.formats.panel import PanelRow, parse_panel_export

# The columns of a real export of Prolific, with invented people.
PROLIFIC = b"""Submission id,Participant id,Status,Custom study tncs accepted at,Started at,Completed at,Reviewed at,\
Archived at,Time taken,Completion code,Total approvals
s1,p1,APPROVED,Not Applicable,2026-10-25T12:00:00Z,2026-10-25T12:10:00Z,2026-10-26T08:00:00Z,,600,C0DE,12
s2,p2,AWAITING REVIEW,Not Applicable,2026-10-25T12:00:00Z,2026-10-25T12:10:00Z,,,600,NOCODE,3
s3,p3,TIMED-OUT,Not Applicable,2026-10-25T12:00:00Z,,,,,,7
s4,p4,SCREENED OUT,Not Applicable,2026-10-25T12:00:00Z,,,,,,7
"""


def test_an_export_of_prolific_is_understood() -> None:
    assert parse_panel_export(PROLIFIC) == [
        PanelRow("p1", "s1", "approved", "C0DE"),
        PanelRow("p2", "s2", "submitted", None),
        PanelRow("p3", "s3", "left", None),
        PanelRow("p4", "s4", "left", None),
    ]


@pytest.mark.parametrize("heading", ["ParticipantId", "participant_id", "PARTICIPANT ID", "WorkerId"])
def test_headings_are_known_however_they_are_written(heading: str) -> None:
    assert parse_panel_export(f"{heading},Approval Status\np1,Pending\n".encode()) == [
        PanelRow("p1", None, "submitted", None)
    ]


def test_an_unknown_heading_can_be_given() -> None:
    data = b"\xef\xbb\xbfParticipant,Who,Status\nx,p1,paid\n"
    assert parse_panel_export(data, columns={"participant": "Who"}) == [PanelRow("p1", None, "approved", None)]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "expected one for the participant"),
        (b"Status,Code\napproved,x\n", r"one for the participant; name it: --column participant=…"),
        (b"Participant,Code\np1,x\n", "one for the status"),
        (
            b"Participant,Status\np1,approved\np2,vanished\n",
            "export, line 3: found participant 'p2', status 'vanished'",
        ),
        (b"Participant,Status\n,approved\n", "export, line 2: found participant ''"),
    ],
)
def test_a_malformed_list_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        parse_panel_export(data)


def test_empty_lines_are_skipped() -> None:
    assert len(parse_panel_export(b"Participant,Status\np1,approved\n\n,\n")) == 1
