"""Exclude an assessor of any kind from further work, and admit them again."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.correction import Corrected
from assess.campaign.corrections.fields import whole_number_field
from assess.campaign.people.exclusions import moment, set_excluded
from assess.errors import ConflictError, ParameterError
from assess.store.assessors import assessor_numbered
from assess.store.tables import Assessor, Campaign, CampaignChange


@dataclass(frozen=True)
class Exclude:
    """Hand out no more work to an assessor; with ``excluded`` false, hand out work to them again.

    What they hold may be finished, and their judgments go on counting: `Discard` takes those back.
    """

    field: ClassVar[str] = "exclude"
    assessor: int
    excluded: bool = True

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        assessor = assessor_numbered(session, campaign, self.assessor)
        if (assessor.excluded_at is not None) == self.excluded:
            state = "excluded already" if self.excluded else "not excluded"
            raise ConflictError(f"assessor {assessor.id} is {state}: assess people {campaign.name} shows who is")
        return _set(session, assessor, now if self.excluded else None)

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        assessor = assessor_numbered(session, campaign, change.new["assessor"])
        if moment(assessor.excluded_at) != change.new["at"]:
            raise ConflictError(f"assessor {assessor.id} was excluded or admitted again since: undo that first")
        before = change.old["at"]
        return _set(session, assessor, None if before is None else datetime.fromisoformat(before))

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "Exclude":
        excluded = fields.get("excluded", True)
        if not isinstance(excluded, bool):
            raise ParameterError(f"found excluded = {excluded!r}, expected true or false")
        return cls(whole_number_field(fields, "assessor"), excluded)


def _set(session: Session, assessor: Assessor, at: datetime | None) -> Corrected:
    old, new = set_excluded(assessor, at)
    session.flush()
    return Corrected((), old, new)
