"""Leases: work that somebody holds and does not finish comes back into play.

A lock order keeps everybody moving: an assignment is locked first, then its topics.
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
    set_grading,
    tasks_of,
    unanswered_tasks,
)
from assess.store.progress import lock_topics, release_pairings
from assess.store.tables import Assignment, AssignmentState

# Few leases end at a time; the next request takes care of the others.
LAPSED_AT_ONCE = 20


def own_assignment(session: Session, arrival: Arrival, assignment_id: int) -> Assignment:
    """The person's assignment, locked for this transaction; those of others do not exist for them."""
    return _of_person(arrival, assignment_id, lock_assignment(session, assignment_id))


def read_own_assignment(session: Session, arrival: Arrival, assignment_id: int) -> Assignment:
    """The person's assignment, only to be looked at: nothing is locked."""
    return _of_person(arrival, assignment_id, session.get(Assignment, assignment_id))


def _of_person(arrival: Arrival, assignment_id: int, assignment: Assignment | None) -> Assignment:
    if assignment is None or arrival.assessor is None or assignment.assessor_id != arrival.assessor.id:
        raise UnknownNameError(f"found no assignment {assignment_id}, expected one that was handed out to you")
    return assignment


def release(session: Session, arrival: Arrival, assignment_id: int, now: datetime) -> None:
    """Give an assignment back; what was not answered, and everything if it holds challenges, returns at once."""
    assignment = own_assignment(session, arrival, assignment_id)
    if assignment.state == "held":
        _end_early(session, assignment, "returned", now)


def take_back_former(session: Session, arrival: Arrival, assessor_id: int, now: datetime) -> None:
    """End what others hold under the same platform id: it comes again because they returned it there."""
    for assignment_id in former_assignments(session, arrival.link, arrival.claim.external_id, assessor_id):
        assignment = lock_assignment(session, assignment_id)
        if assignment is not None and assignment.state == "held":
            _end_early(session, assignment, "returned", now)


def has_lapsed(session: Session, arrival: Arrival, now: datetime) -> bool:
    """Whether somebody's lease in the campaign is over, except that of the person who just came back."""
    return bool(lapsed_assignments(session.connection(), arrival.campaign.id, now, spared(arrival), 1))


def reclaim(engine: Engine, campaign_id: int, now: datetime, spare: int | None = None) -> None:
    """End assignments whose lease is over, each in a transaction of its own.

    *spare* is a dedicated assessor who is just coming back: nobody has asked for their pairings before they did.
    """
    with reading(engine) as session:
        lapsed = lapsed_assignments(session.connection(), campaign_id, now, spare, LAPSED_AT_ONCE)
    for assignment_id in lapsed:
        with writing(engine) as session:
            assignment = lock_assignment(session, assignment_id)
            if assignment is not None and assignment.state == "held" and assignment.expires_at < now:
                _end_early(session, assignment, "expired", now)


def spared(arrival: Arrival) -> int | None:
    """The dedicated assessor who keeps their assignment although its lease is over."""
    return arrival.assessor.id if arrival.assessor is not None and arrival.own_link else None


def _end_early(session: Session, assignment: Assignment, state: AssignmentState, now: datetime) -> None:
    open_tasks = unanswered_tasks(session, assignment.id)
    pairings = left_behind(tasks_of(session, assignment.id), open_tasks, screened=assignment.screened)
    lock_topics(session.connection(), {task.topic_id for task in pairings})
    release_pairings(session.connection(), pairings)
    release_tasks(session, [task.id for task in open_tasks])
    set_grading(session, [task.left_id for task in open_tasks if assignment.kind == "grading"], "open")
    end_assignment(session, assignment, state, now)
