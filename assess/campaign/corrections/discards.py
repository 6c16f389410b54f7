"""Discard the judgments of an assessor, all of them or those from a date on, and take that back."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.correction import Corrected
from assess.campaign.corrections.fields import date_field, whole_number_field
from assess.campaign.judging.leases import take_back
from assess.campaign.people.exclusions import ALWAYS, moment, set_discarded
from assess.errors import ConflictError, ParameterError
from assess.store.assessors import assessor_numbered, topics_judged_by
from assess.store.assignments import held_assignments
from assess.store.tables import Assessor, Campaign, CampaignChange


@dataclass(frozen=True)
class Discard:
    """Judgments of this assessor do not count, from *since* on; None: none of them counts.

    They stay in the log. Pairings that miss a judgment now are asked again. What the assessor holds is taken back, and
    they get no more work until the discard is undone.
    """

    field: ClassVar[str] = "discard"
    assessor: int
    since: datetime | None = None

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        assessor = assessor_numbered(session, campaign, self.assessor)
        since, before = self.since or ALWAYS, assessor.discarded_from
        if since > now:
            raise ParameterError(f"found the date {since:%Y-%m-%d %H:%M}, expected one that is not in the future")
        if before is not None and before <= since:
            raise ConflictError(f"the judgments of assessor {assessor.id} from then on are discarded already")
        for assignment_id in held_assignments(session, campaign.id, assessor.id):
            take_back(session, assignment_id, now, for_good=True)
        return _set(session, assessor, since)

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        assessor = assessor_numbered(session, campaign, change.new["assessor"])
        if moment(assessor.discarded_from) != change.new["from"]:
            raise ConflictError(
                f"the judgments of assessor {assessor.id} were discarded in another way since: undo that first"
            )
        for assignment_id in held_assignments(session, campaign.id, assessor.id):
            take_back(session, assignment_id, now)
        before = change.old["from"]
        return _set(session, assessor, None if before is None else datetime.fromisoformat(before))

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "Discard":
        return cls(whole_number_field(fields, "assessor"), date_field(fields, "since"))


def _set(session: Session, assessor: Assessor, since: datetime | None) -> Corrected:
    old, new = set_discarded(assessor, since)
    session.flush()
    return Corrected(topics_judged_by(session, assessor.id), old, new)
