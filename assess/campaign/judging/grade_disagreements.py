"""Items on whose grade people disagree."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from assess.assignments.final_grade import final_grade
from assess.store.graders import GivenGrade, given_grades, graded_items
from assess.store.grades import decided_grades
from assess.store.tables import Campaign


@dataclass(frozen=True)
class GradeDisagreement:
    """An item to which people gave different grades, and what the organiser decided, if anything."""

    said: tuple[GivenGrade, ...]
    decided: float | None

    @property
    def item(self) -> GivenGrade:
        """A row that names the item and its topic."""
        return self.said[0]

    @property
    def grade(self) -> float:
        """The grade that the item has: the decision, or the lower median."""
        return final_grade([row.grade for row in self.said]) if self.decided is None else self.decided

    @property
    def spread(self) -> float:
        """How far the highest grade is above the lowest."""
        grades = [row.grade for row in self.said]
        return max(grades) - min(grades)

    @property
    def hardness(self) -> tuple[object, ...]:
        """The order of the list: what waits for a decision and what is far apart first."""
        return self.decided is not None, -self.spread, self.item.topic_id, self.item.docno


def list_grade_disagreements(session: Session, campaign: Campaign) -> list[GradeDisagreement]:
    """Every item that has all its grades, not all the same; those furthest apart first."""
    decided, complete = decided_grades(session, campaign.id), graded_items(session, campaign.id)
    found = [
        GradeDisagreement(tuple(rows), decided.get(item_id))
        for item_id, rows in by_item(given_grades(session, campaign.id)).items()
        if item_id in complete and len({row.grade for row in rows}) > 1
    ]
    return sorted(found, key=lambda known: known.hardness)


def by_item(rows: Sequence[GivenGrade]) -> dict[int, list[GivenGrade]]:
    """Item id to the grades that people gave it."""
    found: defaultdict[int, list[GivenGrade]] = defaultdict(list)
    for row in rows:
        found[row.item_id].append(row)
    return found
