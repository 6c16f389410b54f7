"""Whether the gradings, their grades and the items that wait for one are what the answers say."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.campaign.consistency.check import Check, Difference, compared
from assess.store.tables import Answer, Assignment, Campaign, Grade, Grading, StoredItem, StoredTopic, Task
from assess.store.topics import topics_of


@dataclass
class GraderTasks:
    """The tasks of an item: who graded it, the newest grade, and how many hold it without an answer."""

    graders: set[int] = field(default_factory=set)
    newest: tuple[int, float] = (0, 0.0)
    held: int = 0

    def state(self, wanted: int) -> str:
        given = len(self.graders)
        return "graded" if given >= wanted else "held" if given + self.held >= wanted else "open"


def check_gradings(session: Session, campaign: Campaign) -> list[Check]:
    """Compare each grading with the answers of its tasks, and each topic with its gradings."""
    query = (
        select(StoredTopic.topic, StoredItem.docno, Grading, Grade.grade)
        .join(StoredTopic, StoredTopic.id == Grading.topic_id)
        .join(StoredItem, StoredItem.id == Grading.item_id)
        .outerjoin(Grade, (Grade.item_id == Grading.item_id) & (Grade.source == "collected"))
        .where(StoredTopic.campaign_id == campaign.id)
        .order_by(Grading.item_id)
    )
    tasks, waiting = _tasks(session, campaign), Counter[int]()
    differences: list[Difference] = []
    rows = session.execute(query).all()
    for topic, docno, grading, grade in rows:
        own = tasks[grading.item_id]
        waiting[grading.topic_id] += own.state(grading.wanted) != "graded"
        differences += _differences(f"topic {topic}, item {docno}", grading, grade, own)
    for stored in topics_of(session, campaign.id):
        differences += compared(f"topic {stored.topic}", "items to grade", stored.ungraded, waiting[stored.id])
    return [Check("gradings", len(rows), tuple(differences))]


def _differences(where: str, grading: Grading, grade: float | None, tasks: GraderTasks) -> Iterator[Difference]:
    yield from compared(where, "grading", grading.state, tasks.state(grading.wanted))
    if len(tasks.graders) <= 1:  # the grade of several people is none of their answers
        yield from compared(where, "collected grade", grade, tasks.newest[1] if tasks.graders else None)


def _tasks(session: Session, campaign: Campaign) -> defaultdict[int, GraderTasks]:
    """Item id to its tasks."""
    newest = select(func.max(Answer.id)).where(Answer.task_id == Task.id).correlate(Task).scalar_subquery()
    query = (
        select(Task, Assignment.state, Answer.id, Answer.value)
        .join(Assignment, Assignment.id == Task.assignment_id)
        .outerjoin(Answer, Answer.id == newest)
        .where(Assignment.campaign_id == campaign.id, Assignment.kind == "grading")
    )
    found: defaultdict[int, GraderTasks] = defaultdict(GraderTasks)
    for task, state, answer, value in session.execute(query):
        own = found[task.left_id]
        if answer is not None:
            own.graders.add(task.assessor_id)
            own.newest = max(own.newest, (answer, value))
        elif state == "held" and not task.released:
            own.held += 1
    return found
