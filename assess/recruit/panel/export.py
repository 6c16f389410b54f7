"""The list of submissions that a panel's pages export: all that a panel tells us."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from assess.formats.panel import PanelRow
from assess.recruit.crowd import Submitted


@dataclass(frozen=True)
class PanelExport:
    """A source of submissions: the latest list of one study, read at that time."""

    rows: Sequence[PanelRow]
    read_at: datetime

    def submissions(self, hit_id: str) -> list[Submitted]:
        """All rows that were submitted: a list is of one study. Without an assignment, each person is one."""
        return [
            Submitted(row.assignment or row.participant, row.participant, row.state, self.read_at, row.code)
            for row in self.rows
            if row.state != "left"
        ]
