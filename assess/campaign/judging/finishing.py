"""Finish an assignment: its challenges decide whether its judgments count or its pairings are handed out again."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from assess.assignments.screening import screen
from assess.campaign.access.arrivals import Arrival
from assess.campaign.judging.completion_codes import completion_code, return_url
from assess.campaign.judging.leases import own_assignment, read_own_assignment
from assess.campaign.judging.refusals import Reason, RefusedError
from assess.campaign.judging.rounds import count_pairings
from assess.campaign.judging.weighed_screening import close_weighed
from assess.campaign.people.exclusions import exclude
from assess.campaign.settings import settings_of
from assess.store.answers import latest_answers
from assess.store.assignments import end_assignment, tasks_of, unanswered_tasks
from assess.store.progress import lock_handing_out, lock_topics, release_pairings
from assess.store.tables import Assessor, Assignment


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a submitted assignment. ``next``: the same person may get another one at once."""

    outcome: Literal["kept", "discarded", "unfinished"]
    completion_code: str | None = None
    return_url: str | None = None
    next: bool = False


def finish(session: Session, arrival: Arrival, assignment_id: int, now: datetime) -> Outcome:
    """Submit an assignment. Submitting it again gives the same outcome. If answers are missing, nothing changes."""
    if settings_of(arrival.campaign).screening == "weighed":
        # Before the assignment is locked, as in handing out: the verdict may change other work of the person.
        lock_handing_out(session, arrival.campaign.id)
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
    if settings_of(arrival.campaign).screening == "weighed":
        close_weighed(session, arrival.campaign, assignment, now)
        return
    tasks = tasks_of(session, assignment.id)
    challenges = [task.id for task in tasks if task.expected is not None]
    verdict = screen(tasks, latest_answers(session, challenges))
    lock_topics(session.connection(), {task.topic_id for task in (*verdict.counting, *verdict.back)})
    end_assignment(session, assignment, "finished" if verdict.kept else "discarded", now)
    if assignment.purpose == "tournament":
        count_pairings(session, arrival.campaign, verdict.counting, now)
        release_pairings(session.connection(), verdict.back)
    if not verdict.kept:
        exclude(session.get_one(Assessor, assignment.assessor_id), now)
