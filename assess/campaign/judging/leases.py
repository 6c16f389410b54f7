"""Leases: an assignment that is not finished in time is ended, and its pairings are handed out to others.

Every transaction locks the assignment first, then its topics, so that no deadlock can arise.
"""

from datetime import datetime

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.assignments.screening import left_behind
from assess.campaign.access.arrivals import Arrival
from assess.database.engine import reading, writing
from assess.errors import UnknownNameError
from assess.store.assignments import (
    end_assignment,
    former_assignments,
    lapsed_assignments,
    lock_assignment,
    release_tasks,
    tasks_of,
    unanswered_tasks,
)
from assess.store.graders import release_gradings
from assess.store.progress import lock_topics, release_pairings
from assess.store.tables import Assignment, AssignmentState

# How long an assignment may be held, in minutes, unless the organiser says otherwise. Each answer of a dedicated
# assessor starts the time again; a worker has the time once.
DEDICATED_MINUTES, CROWD_MINUTES = 30, 60
# Most assignments to reclaim in one request; the next request reclaims the others.
LAPSED_AT_ONCE = 20


def own_assignment(session: Session, arrival: Arrival, assignment_id: int) -> Assignment:
    """The person's own assignment, locked for this transaction. Any other id is an error."""
    return _check_owner(arrival, assignment_id, lock_assignment(session, assignment_id))


def read_own_assignment(session: Session, arrival: Arrival, assignment_id: int) -> Assignment:
    """The person's own assignment, not locked: only for pages that show it."""
    return _check_owner(arrival, assignment_id, session.get(Assignment, assignment_id))


def _check_owner(arrival: Arrival, assignment_id: int, assignment: Assignment | None) -> Assignment:
    if assignment is None or arrival.assessor is None or assignment.assessor_id != arrival.assessor.id:
        raise UnknownNameError(f"found no assignment {assignment_id}, expected one that was handed out to you")
    return assignment


def release(session: Session, arrival: Arrival, assignment_id: int, now: datetime) -> None:
    """Return an assignment. Its unanswered pairings, or all of them if it has challenges, are free at once."""
    assignment = own_assignment(session, arrival, assignment_id)
    if assignment.state == "held":
        _end_early(session, assignment, "returned", now)


def take_back(session: Session, assignment_id: int, now: datetime, *, for_good: bool = False) -> None:
    """End an assignment that somebody holds. Answers that were given stay.

    A late answer is accepted as after the end of a lease, while nobody else has the pairing; *for_good*: it is refused.
    """
    assignment = lock_assignment(session, assignment_id)
    if assignment is not None and assignment.state == "held":
        _end_early(session, assignment, "returned" if for_good else "expired", now)


def end_former_assignments(session: Session, arrival: Arrival, assessor_id: int, now: datetime) -> None:
    """End assignments that others hold under the same platform id: they must have returned them on the platform."""
    for assignment_id in former_assignments(session, arrival.link, arrival.claim.external_id, assessor_id):
        assignment = lock_assignment(session, assignment_id)
        if assignment is not None and assignment.state == "held":
            _end_early(session, assignment, "returned", now)


def has_lapsed_assignments(session: Session, arrival: Arrival, now: datetime) -> bool:
    """Whether a lease in the campaign is over, not counting that of the assessor who just came back."""
    return bool(lapsed_assignments(session.connection(), arrival.campaign.id, now, returning_assessor(arrival), 1))


def reclaim_lapsed(engine: Engine, campaign_id: int, now: datetime, returning: int | None = None) -> None:
    """End assignments whose lease is over, each in its own transaction.

    *returning* is a dedicated assessor who just came back: they keep their assignment, as nobody else has taken it.
    """
    with reading(engine) as session:
        lapsed = lapsed_assignments(session.connection(), campaign_id, now, returning, LAPSED_AT_ONCE)
    for assignment_id in lapsed:
        with writing(engine) as session:
            assignment = lock_assignment(session, assignment_id)
            if assignment is not None and assignment.state == "held" and assignment.expires_at < now:
                _end_early(session, assignment, "expired", now)


def returning_assessor(arrival: Arrival) -> int | None:
    """The id of a dedicated assessor, who keeps their assignment even if its lease is over."""
    return arrival.assessor.id if arrival.assessor is not None and arrival.own_link else None


def _end_early(session: Session, assignment: Assignment, state: AssignmentState, now: datetime) -> None:
    open_tasks = unanswered_tasks(session, assignment.id)
    if assignment.purpose == "tournament":
        pairings = left_behind(tasks_of(session, assignment.id), open_tasks, screened=assignment.screened)
        lock_topics(session.connection(), {task.topic_id for task in pairings})
        release_pairings(session.connection(), pairings)
    release_tasks(session, [task.id for task in open_tasks])
    release_gradings(session, [task.left_id for task in open_tasks if assignment.kind == "grading"])
    end_assignment(session, assignment, state, now)
