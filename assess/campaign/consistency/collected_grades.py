"""Whether the gradings, their grades and the items that wait for one are what the answers say."""

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy.orm import Session

from assess.assignments.final_grade import final_grade
from assess.campaign.consistency.check import Check, Difference, compared
from assess.campaign.judging.grade_disagreements import by_item
from assess.store.graders import GivenGrade, collected_grades, given_grades, gradings_of, held_gradings
from assess.store.items import item_ids
from assess.store.tables import Campaign, Grading, StoredTopic
from assess.store.topics import topics_of

Given = Mapping[int, Sequence[GivenGrade]]


def check_gradings(session: Session, campaign: Campaign) -> list[Check]:
    """Compare each grading with the answers of its tasks, and each topic with its gradings."""
    given, number = by_item(given_grades(session, campaign.id)), 0
    differences: list[Difference] = []
    for topic in topics_of(session, campaign.id):
        gradings = gradings_of(session, topic.id)
        number += len(gradings)
        if gradings:
            differences += _of_topic(session, topic, gradings, given)
        waiting = sum(len(given.get(grading.item_id, ())) < grading.wanted for grading in gradings)
        differences += compared(f"topic {topic.topic}", "items to grade", topic.ungraded, waiting)
    return [Check("gradings", number, tuple(differences))]


def _of_topic(session: Session, topic: StoredTopic, gradings: Sequence[Grading], given: Given) -> Iterator[Difference]:
    held, grades = held_gradings(session, topic.id), collected_grades(session, topic.id)
    docnos = {item_id: docno for docno, item_id in item_ids(session, topic.id).items()}
    for grading in gradings:
        where, said = f"topic {topic.topic}, item {docnos[grading.item_id]}", given.get(grading.item_id, ())
        numbers = len(said), held.get(grading.item_id, 0)
        yield from compared(where, "grading", grading.state, _state(*numbers, grading.wanted))
        yield from compared(where, "grades given", grading.given, numbers[0])
        yield from compared(where, "grades held", grading.held, numbers[1])
        rebuilt = final_grade([row.grade for row in said]) if said else None
        yield from compared(where, "collected grade", grades.get(grading.item_id), rebuilt)


def _state(given: int, held: int, wanted: int) -> str:
    return "graded" if given >= wanted else "held" if given + held >= wanted else "open"
