"""Finish an assignment: its challenges decide whether its judgments count or its pairings are handed out again."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from assess.assignments.screening import screen
from assess.campaign.access.arrivals import Arrival
from assess.campaign.judging.completion_codes import completion_code, return_url
from assess.campaign.judging.leases import own_assignment, read_own_assignment
from assess.campaign.judging.refusals import Reason, RefusedError
from assess.campaign.judging.rounds import advance
from assess.campaign.people.exclusions import exclude
from assess.store.answers import latest_answers
from assess.store.assignments import end_assignment, tasks_of, unanswered_tasks
from assess.store.progress import count_pairing, lock_topics, release_pairings
from assess.store.tables import Assessor, Assignment, Task


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a submitted assignment. ``next``: the same person may get another one at once."""

    outcome: Literal["kept", "discarded", "unfinished"]
    completion_code: str | None = None
    return_url: str | None = None
    next: bool = False


def finish(session: Session, arrival: Arrival, assignment_id: int, now: datetime) -> Outcome:
    """Submit an assignment. Submitting it again gives the same outcome. If answers are missing, nothing changes."""
    assignment = own_assignment(session, arrival, assignment_id)
    if assignment.state == "held":
        if unanswered_tasks(session, assignment.id):
            return Outcome("unfinished")
        _close(session, arrival, assignment, now)
    return _outcome(arrival, assignment)


def outcome_of(session: Session, arrival: Arrival, assignment_id: int) -> Outcome:
    """The outcome of an assignment, for pages that show it. Locks nothing and changes nothing."""
    assignment = read_own_assignment(session, arrival, assignment_id)
    return Outcome("unfinished") if assignment.state == "held" else _outcome(arrival, assignment)


def _outcome(arrival: Arrival, assignment: Assignment) -> Outcome:
    if assignment.state not in ("finished", "discarded"):
        raise RefusedError(Reason.EXPIRED)
    if assignment.kind == "training":
        return Outcome("kept", next=True)
    kept = assignment.state == "finished"
    code = completion_code(arrival.settings, assignment)
    address = return_url(arrival, assignment, code)
    return Outcome("kept" if kept else "discarded", code, address, next=arrival.own_link and kept)


def _close(session: Session, arrival: Arrival, assignment: Assignment, now: datetime) -> None:
    """Decide whether the assignment is kept; count its judgments, or release its pairings."""
    if not assignment.screened:
        end_assignment(session, assignment, "finished", now)
        return
    tasks = tasks_of(session, assignment.id)
    challenges = [task.id for task in tasks if task.expected is not None]
    verdict = screen(tasks, latest_answers(session, challenges))
    lock_topics(session.connection(), {task.topic_id for task in (*verdict.counting, *verdict.back)})
    end_assignment(session, assignment, "finished" if verdict.kept else "discarded", now)
    _count(session, arrival, verdict.counting, now)
    release_pairings(session.connection(), verdict.back)
    if not verdict.kept:
        exclude(session.get_one(Assessor, assignment.assessor_id), now)


def _count(session: Session, arrival: Arrival, tasks: Iterable[Task], now: datetime) -> None:
    missing = {task.topic_id: count_pairing(session.connection(), task) for task in tasks}
    for topic_id in sorted(topic_id for topic_id, number in missing.items() if number == 0):
        advance(session, arrival.campaign, topic_id, now)
