"""Decide the grade of an item on which people disagree."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.correction import Corrected
from assess.campaign.corrections.fields import text_field
from assess.campaign.judging.grade_disagreements import list_grade_disagreements
from assess.campaign.settings import settings_of
from assess.errors import ConflictError, ParameterError
from assess.store.grades import decided_grades, put_decided_grade
from assess.store.items import item_named
from assess.store.tables import Campaign, CampaignChange


@dataclass(frozen=True)
class DecideGrade:
    """Give an item on whose grade people disagree this grade, in place of the lower median."""

    field: ClassVar[str] = "decide grade"
    topic: str
    docno: str
    grade: float

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        item = item_named(session, campaign, self.topic, self.docno)
        scale = [known.value for known in settings_of(campaign).scale]
        if self.grade not in scale:
            expected = ", ".join(f"{value:g}" for value in scale)
            raise ParameterError(f"found the grade {self.grade:g}, expected one of {expected}")
        if all(known.item.item_id != item.id for known in list_grade_disagreements(session, campaign)):
            raise ConflictError(
                f"topic {self.topic}: there is no disagreement on the grade of {self.docno}: "
                f"assess disagreements {campaign.name} lists those there are"
            )
        before = decided_grades(session, campaign.id).get(item.id)
        if before == self.grade:
            raise ConflictError(f"topic {self.topic}: the grade of {self.docno} is decided so already")
        return _set(session, campaign, self.topic, self.docno, self.grade)

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        made = change.new
        item = item_named(session, campaign, made["topic"], made["docno"])
        if decided_grades(session, campaign.id).get(item.id) != made["grade"]:
            raise ConflictError(f"the grade of {made['docno']} was decided in another way since: undo that first")
        return _set(session, campaign, made["topic"], made["docno"], change.old["grade"])

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "DecideGrade":
        grade = fields.get("grade")
        if isinstance(grade, bool) or not isinstance(grade, int | float):
            raise ParameterError(f"found grade = {grade!r}, expected a number")
        return cls(text_field(fields, "topic"), text_field(fields, "docno"), grade)


def _set(session: Session, campaign: Campaign, topic: str, docno: str, grade: float | None) -> Corrected:
    item = item_named(session, campaign, topic, docno)
    named = {"topic": topic, "docno": docno}
    old = decided_grades(session, campaign.id).get(item.id)
    put_decided_grade(session, item.id, grade)
    return Corrected([item.topic_id], named | {"grade": old}, named | {"grade": grade})
