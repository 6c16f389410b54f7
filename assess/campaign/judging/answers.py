"""Save an answer exactly once, as soon as it is given.

The page gives each answer a key. An answer that is sent again with the same key is acknowledged and not stored again.
A different answer to the same task supersedes the one before, which stays in the log.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from assess.assignments.screening import is_expected
from assess.campaign.access.links import refuse_link
from assess.campaign.access.tokens import Claim
from assess.campaign.judging.grading import count_grade
from assess.campaign.judging.refusals import Reason, RefusedError
from assess.campaign.judging.rounds import advance, recount
from assess.campaign.judging.training import explanation
from assess.errors import ParameterError, UnknownNameError
from assess.store.answers import (
    AskedTask,
    GivenAnswer,
    append_answer,
    append_judgment,
    asked_task,
    given_answers,
    renew_lease,
)
from assess.store.progress import count_pairing, lock_topics, take_released_pairing
from assess.store.tables import Campaign

# Number of answers that a pair offers -> allowed strengths of a preference; 0 is a tie.
STRENGTHS = {2: (1,), 3: (0, 1), 4: (1, 2), 5: (0, 1, 2)}
LONGEST_KEY = 64


@dataclass(frozen=True, slots=True)
class Reply:
    """What the page sends: the answer (negative: left; 0: a tie; 2 and -2: definitely; or a grade).

    ``seconds`` is the time of attention, ``changes`` how often the answer was changed before sending, and ``key`` the
    page's id of this answer.
    """

    answer: float
    seconds: float | None = None
    changes: int = 0
    key: str | None = None

    def __post_init__(self) -> None:
        if not math.isfinite(self.answer):
            raise ParameterError(f"found the answer {self.answer}, expected a number")
        if self.seconds is not None and not 0 <= self.seconds < math.inf:
            raise ParameterError(f"found {self.seconds} seconds, expected 0 or more")
        if self.changes < 0:
            raise ParameterError(f"found {self.changes} changes, expected 0 or more")
        if self.key is not None and len(self.key) > LONGEST_KEY:
            raise ParameterError(f"found a key of {len(self.key)} characters, expected at most {LONGEST_KEY}")


@dataclass(frozen=True, slots=True)
class Feedback:
    """Feedback on a training pair: whether the answer was right, the expected side, and why."""

    right: bool
    expected: int
    why: str


@dataclass(frozen=True, slots=True)
class Saved:
    """The answer is stored. ``answered`` tasks of the assignment have an answer now, of ``of`` tasks."""

    position: int
    answered: int
    of: int
    feedback: Feedback | None = None


def save(
    connection: Connection,
    claim: Claim,
    assignment_id: int,
    position: int,
    reply: Reply,
    now: datetime,
    *,
    grade: bool = False,
) -> Saved:
    """Store the answer to a task of the assessor's assignment; do nothing if it is stored already.

    *grade* says that the answer is a grade, not a side.
    """
    task = _own_task(connection, claim, assignment_id, position, now)
    if grade != (task.kind == "grading"):
        raise ParameterError(f"found {'a grade' if grade else 'a side'} as the answer in an assignment of {task.kind}")
    earlier = _earlier_answers(connection, task) if task.answered_before else []
    if not _is_stored(earlier, reply):
        _store(connection, task, earlier, reply, now)
        _renew(connection, task, now)
    answered = task.answered + (not task.answered_before)
    return Saved(position, answered, task.tasks, _feedback(connection, task, reply))


def _earlier_answers(connection: Connection, task: AskedTask) -> list[GivenAnswer]:
    return [answer for answer in given_answers(connection, task.assignment_id) if answer.position == task.position]


def _own_task(connection: Connection, claim: Claim, assignment_id: int, position: int, now: datetime) -> AskedTask:
    """The task, if its assignment was handed out to the person in the claim, by a link that is still valid."""
    task = asked_task(connection, assignment_id, position, claim.link_id, now)
    if task is None or task.identity != (claim.identity or task.link_identity):
        raise UnknownNameError(
            f"found no task {position} in an assignment {assignment_id}, expected one that was handed out to you"
        )
    refuse_link(expired=bool(task.link_expired), revoked=task.link_revoked)
    return task


def _is_stored(earlier: Sequence[GivenAnswer], reply: Reply) -> bool:
    """Whether an answer with this key is stored already, or the latest answer is the same."""
    if reply.key is not None and any(answer.key == reply.key for answer in earlier):
        return True
    return bool(earlier) and earlier[-1].value == reply.answer


def _store(
    connection: Connection, task: AskedTask, earlier: Sequence[GivenAnswer], reply: Reply, now: datetime
) -> None:
    _check_in_time(connection, task, earlier)
    values = {"seconds": reply.seconds, "changes": reply.changes, "key": reply.key, "at": now}
    if task.kind != "grading":
        _check_side(task, reply.answer)
    if task.pairing_id is None:
        append_answer(connection, {"task_id": task.id, "value": reply.answer, **values})
        if task.kind == "grading":
            with Session(connection) as session:
                count_grade(session, task, reply.answer, now)
                session.commit()
        return
    append_judgment(connection, values | _judgment(task, reply.answer, earlier[-1].id if earlier else None))
    if task.purpose == "adjudication":
        _decide(connection, task, now)
    elif task.purpose == "tournament" and not task.screened:
        _count(connection, task, now, correction=bool(earlier))


def _check_in_time(connection: Connection, task: AskedTask, earlier: Sequence[GivenAnswer]) -> None:
    """Refuse an answer that comes too late. After the lease it is still accepted if the pairing needs a judgment."""
    if task.state in ("finished", "discarded"):
        raise RefusedError(Reason.ALREADY_TAKEN)
    if task.state == "held":
        return
    if task.state == "returned" or task.screened or task.purpose != "tournament" or task.pairing_id is None or earlier:
        raise RefusedError(Reason.EXPIRED)
    lock_topics(connection, [task.topic_id])
    if not take_released_pairing(connection, task.id, task.assessor_id, task.pairing_id):
        raise RefusedError(Reason.EXPIRED)


def _check_side(task: AskedTask, side: float) -> None:
    strengths = STRENGTHS[task.answers]
    if abs(side) not in strengths:
        expected = ", ".join(str(value) for value in sorted({s * sign for s in strengths for sign in (-1, 1)}))
        raise ParameterError(f"found the answer {side:g}, expected one of {expected} (negative: left)")


def _judgment(task: AskedTask, side: float, supersedes: int | None) -> dict[str, int | bool | None]:
    """The columns of a judgment; a tie has no preferred item."""
    return {
        "pairing_id": task.pairing_id,
        "assessor_id": task.assessor_id,
        "left_id": task.left_id,
        "preferred_id": None if side == 0 else task.left_id if side < 0 else task.right_id,
        "strength": int(abs(side)) or 1,
        "supersedes_id": supersedes,
        "adjudicates": task.purpose == "adjudication",
    }


def _count(connection: Connection, task: AskedTask, now: datetime, *, correction: bool) -> None:
    """Count the judgment. A correction advances the topic again, because its next pairings used the old answer."""
    lock_topics(connection, [task.topic_id])
    missing = 0 if correction else count_pairing(connection, task)
    if missing != 0 and missing is not None:
        return
    with Session(connection) as session:
        step = recount if missing is None else advance
        step(session, session.get_one(Campaign, task.campaign_id), task.topic_id, now)
        session.commit()


def _decide(connection: Connection, task: AskedTask, now: datetime) -> None:
    """An adjudicator decided a pairing: the topic is counted and advanced again."""
    lock_topics(connection, [task.topic_id])
    with Session(connection) as session:
        recount(session, session.get_one(Campaign, task.campaign_id), task.topic_id, now)
        session.commit()


def _renew(connection: Connection, task: AskedTask, now: datetime) -> None:
    """Renew the lease of a dedicated assessor, who keeps the assignment while they are at work."""
    if task.lease_seconds is not None and task.state == "held" and task.expires_soon:
        renew_lease(connection, task.assignment_id, now + timedelta(seconds=task.lease_seconds))


def _feedback(connection: Connection, task: AskedTask, reply: Reply) -> Feedback | None:
    if task.kind != "training" or task.expected is None:
        return None
    with Session(connection) as session:
        why = explanation(session.get_one(Campaign, task.campaign_id), task.position)
    return Feedback(is_expected(reply.answer, task.expected), task.expected, why)
