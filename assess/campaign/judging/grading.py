"""Collect grades in the judging app: ask for those that are missing, and count those that are given."""

from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from assess.assignments.final_grade import final_grade
from assess.campaign.judging.rounds import advance
from assess.campaign.settings import settings_of
from assess.errors import ParameterError
from assess.store.answers import AskedTask
from assess.store.graders import count_grading, given_grades
from assess.store.grades import put_collected_grade
from assess.store.progress import lock_topics
from assess.store.tables import Campaign, Grade, Grading, StoredItem, StoredTopic


def ask_for_grades(session: Session, topic_id: int, graders: int) -> int:
    """Ask for grades of every item of the topic that can be shown and has none, by so many *graders* each.

    Returns how many items of the topic wait for a grade.
    """
    graded = select(Grade.item_id).where(Grade.item_id == StoredItem.id).exists()
    asked = select(Grading.item_id).where(Grading.item_id == StoredItem.id).exists()
    query = select(StoredItem.id).where(StoredItem.topic_id == topic_id, StoredItem.body.is_not(None), ~graded, ~asked)
    known = {"topic_id": topic_id, "state": "open", "wanted": graders}
    rows = [known | {"item_id": item_id} for item_id in session.scalars(query)]
    if rows:
        session.execute(insert(Grading), rows)
        session.execute(
            update(StoredTopic).where(StoredTopic.id == topic_id).values(ungraded=StoredTopic.ungraded + len(rows))
        )
    return session.execute(select(StoredTopic.ungraded).where(StoredTopic.id == topic_id)).scalar_one()


def count_grade(session: Session, task: AskedTask, grade: float, now: datetime) -> None:
    """Count the grade, and compute the item's from all that it got; the answer is in the log already.

    When no item of the topic waits for a grade, advance its tournament.
    """
    campaign = session.get_one(Campaign, task.campaign_id)
    scale = [known.value for known in settings_of(campaign).scale]
    if grade not in scale:
        raise ParameterError(f"found the grade {grade:g}, expected one of {', '.join(f'{value:g}' for value in scale)}")
    lock_topics(session.connection(), [task.topic_id])
    completes = not task.answered_before and count_grading(session, task.left_id)
    given = [row.grade for row in given_grades(session, campaign.id, task.left_id)]
    put_collected_grade(session, task.left_id, final_grade(given))
    values = {"ungraded": StoredTopic.ungraded - int(completes), "version": StoredTopic.version + 1}
    waiting = update(StoredTopic).where(StoredTopic.id == task.topic_id).values(values)
    if session.execute(waiting.returning(StoredTopic.ungraded)).scalar_one() == 0:
        advance(session, campaign, task.topic_id, now)
