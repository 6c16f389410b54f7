"""What assessors write to the organiser: comments, and flags at a task. They see their own, with the answers."""

from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import Arrival, ensure_assessor
from assess.campaign.judging.refusals import Reason, RefusedError
from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.formats.syntax.texts import is_text
from assess.store.assignments import lock_assignment
from assess.store.comments import CommentRow, comments_by, has_flag, is_id
from assess.store.tables import Assignment, Comment, CommentKind, FlagReason, StoredTopic, Task

LONGEST_COMMENT = 10_000
FLAG_REASONS: tuple[FlagReason, ...] = get_args(FlagReason)


@dataclass(frozen=True)
class Place:
    """What a comment is about: an assignment, or the task at a position of it, or nothing in particular."""

    assignment: int | None = None
    position: int | None = None


def comment(session: Session, arrival: Arrival, text: str, place: Place, now: datetime) -> None:
    """Store a comment, with the assignment and the task that it is about if they are named."""
    if not text.strip():
        raise ParameterError("found an empty comment, expected some text")
    _check(arrival, text)
    task_id = _own_task(session, arrival, place)
    _add(session, arrival, Comment(kind="comment", text=text, assignment_id=place.assignment, task_id=task_id, at=now))


def flag(session: Session, arrival: Arrival, place: Place, reason: str, note: str, now: datetime) -> bool:
    """Flag a task for a reason in one word, with an optional note; return whether the flag is new.

    The same flag of the same task, with the same note, is stored once.
    """
    known = [one for one in FLAG_REASONS if one == reason]
    if not known:
        raise ParameterError(f"found the reason {reason!r}, expected one of {', '.join(FLAG_REASONS)}")
    _check(arrival, note)
    task_id = _own_task(session, arrival, place)
    assert place.assignment is not None
    assert task_id is not None
    lock_assignment(session, place.assignment)  # of two calls at once, the second sees the first one's flag
    if has_flag(session, task_id, known[0], note):
        return False
    new = Comment(kind="flag", reason=known[0], text=note, assignment_id=place.assignment, task_id=task_id, at=now)
    _add(session, arrival, new)
    return True


def _check(arrival: Arrival, text: str) -> None:
    if arrival.preview:
        raise RefusedError(Reason.PREVIEW)
    if arrival.assessor is not None and arrival.assessor.withdrawn_at is not None:
        raise ConflictError("you have withdrawn from this study: comments are not stored any more")
    if len(text) > LONGEST_COMMENT:
        raise ParameterError(f"found a comment of {len(text):,} characters, expected at most {LONGEST_COMMENT:,}")
    if not is_text(text):
        raise ParameterError("found a comment with NUL or a lone surrogate, expected plain text")


def _own_task(session: Session, arrival: Arrival, place: Place) -> int | None:
    """The id of the task at the place, if a position is named. Only what was handed out to the assessor exists."""
    if place.assignment is None:
        if place.position is not None:
            raise ParameterError("found a position without an assignment, expected both or none")
        return None
    theirs = arrival.assessor.id if arrival.assessor is not None else None
    own = select(Assignment.id).where(Assignment.id == place.assignment, Assignment.assessor_id == theirs)
    if not is_id(place.assignment) or session.scalar(own) is None:
        raise UnknownNameError(f"found no assignment {place.assignment}, expected one that was handed out to you")
    if place.position is None:
        return None
    at = select(Task.id).where(Task.assignment_id == place.assignment, Task.position == place.position)
    task_id = session.scalar(at) if is_id(place.position) else None
    if task_id is None:
        raise UnknownNameError(f"found no task {place.position} in assignment {place.assignment}")
    return task_id


def question_at(session: Session, arrival: Arrival, place: Place) -> str | None:
    """The question of the task that a comment will name; None if it names no task."""
    task_id = _own_task(session, arrival, place)
    query = select(StoredTopic.question).join(Task, Task.topic_id == StoredTopic.id).where(Task.id == task_id)
    return None if task_id is None else session.scalar(query)


def _add(session: Session, arrival: Arrival, new: Comment) -> None:
    new.campaign_id, new.assessor_id = arrival.campaign.id, ensure_assessor(session, arrival)
    session.add(new)
    session.flush()


@dataclass(frozen=True)
class OwnComment:
    """A comment or flag as its writer sees it. Nothing here names an item, a number of ours or the organiser."""

    at: datetime
    kind: CommentKind
    reason: FlagReason | None
    text: str
    place: Place
    answer: str | None
    answered_at: datetime | None


def own_comments(session: Session, arrival: Arrival) -> list[OwnComment]:
    """Everything that the arrival's assessor wrote, newest first."""
    if arrival.assessor is None:
        return []
    found = [_own(row) for row in comments_by(session, arrival.assessor.id)]
    return sorted(found, key=lambda own: own.at, reverse=True)


def _own(row: CommentRow) -> OwnComment:
    written = row.comment
    place = Place(written.assignment_id, row.task.position if row.task else None)
    return OwnComment(
        written.at, written.kind, written.reason, written.text, place, written.answer, written.answered_at
    )
