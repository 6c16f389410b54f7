"""Handing out work: take, finish, release; leases that end come back into play.

Whoever hands out work of a campaign does so alone for a moment; whoever ends a HIT holds the HIT first and its topics
next. So nobody is asked for more than is needed, and nobody waits for somebody who waits for them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Literal

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import Visit, known_assessor
from assess.campaign.access.consent import has_declined, needs_consent
from assess.campaign.judging.completion import completion_code, fresh_code, return_url
from assess.campaign.judging.refusals import Nothing, Reason, RefusedError
from assess.campaign.judging.rounds import advance
from assess.campaign.judging.tasks import choose_tasks
from assess.campaign.setup.settings import Terms, terms_of
from assess.database.engine import reading, writing
from assess.errors import UnknownNameError
from assess.store.answers import latest_answers
from assess.store.assignments import (
    add_hit,
    count_hits,
    end_hit,
    ended_hit,
    former_hits,
    held_hit,
    lapsed_hits,
    lock_hit,
    release_tasks,
    set_grading,
    tasks_of,
    unanswered,
)
from assess.store.progress import count_pairing, hand_out_alone, hold_topics, progress_of, release_pairing
from assess.store.tables import Assessor, Hit, HitState, Task

# Leases that end are few at a time; whoever comes next takes care of the others.
LAPSED_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a HIT that was handed in; ``next``: the same person may go on at once."""

    outcome: Literal["kept", "discarded", "unfinished"]
    completion_code: str | None = None
    return_url: str | None = None
    next: bool = False


def take(session: Session, visit: Visit, now: datetime, rng: Random) -> int | Nothing:
    """The id of a HIT for the visitor: the one that she holds, else a new one; or why there is none."""
    if visit.preview:
        return Nothing(Reason.PREVIEW)
    hand_out_alone(session, visit.campaign.id)
    terms = terms_of(visit)
    if visit.assessor is not None:
        known = _known_hit(session, visit, visit.assessor, terms, now)
        if known is not None:
            return known
    if needs_consent(session, visit):
        return Nothing(Reason.DECLINED if has_declined(session, visit) else Reason.CONSENT)
    if visit.campaign.state != "open":
        return Nothing(Reason.CLOSED if visit.campaign.state == "closed" else Reason.PAUSED)
    return _new_hit(session, visit, terms, now, rng)


def _known_hit(session: Session, visit: Visit, assessor: Assessor, terms: Terms, now: datetime) -> int | Nothing | None:
    """What is decided already for somebody who was here before; None: she may get a new HIT."""
    held = held_hit(session, assessor.id, visit.claim.visit)
    if held is not None:
        if terms.renews:
            held.expires_at = now + terms.lease
        return held.id if held.expires_at >= now else Nothing(Reason.EXPIRED)
    # A visit that was handed in leads to its end again: the platform may not have got it.
    ended = None if visit.own_link else ended_hit(session, assessor.id, visit.claim.visit)
    if ended is not None:
        return Nothing(Reason.ALREADY_TAKEN, ended)
    if assessor.excluded_at is not None:
        return Nothing(Reason.EXCLUDED)
    if terms.hits_per_person is not None and count_hits(session, assessor.id) >= terms.hits_per_person:
        return Nothing(Reason.ALREADY_TAKEN)
    return None


def _new_hit(session: Session, visit: Visit, terms: Terms, now: datetime, rng: Random) -> int | Nothing:
    assessor_id = known_assessor(session, visit)
    if visit.framed:
        _end_former(session, visit, assessor_id, now)
    kind, tasks = choose_tasks(session, visit.campaign, assessor_id, terms, rng)
    if not tasks:
        progress = progress_of(session, visit.campaign.id)
        left = progress.missing or progress.ungraded
        return Nothing(Reason.COME_BACK_LATER if left else Reason.ALL_DONE)
    values = {
        "campaign_id": visit.campaign.id,
        "assessor_id": assessor_id,
        "link_id": visit.link.id,
        "kind": kind,
        "state": "held",
        "screened": kind == "judging" and any(task.expected is not None for task in tasks),
        "visit": visit.claim.visit,
        "platform": dict(visit.claim.platform),
        "completion_code": fresh_code(),
        "taken_at": now,
        "expires_at": now + terms.lease,
    }
    return add_hit(session.connection(), values, tasks)


def _end_former(session: Session, visit: Visit, assessor_id: int, now: datetime) -> None:
    """Take back what somebody else held on the same visit: its id comes again because she returned the HIT there."""
    for hit_id in former_hits(session, visit.link, visit.claim.visit, assessor_id):
        hit = lock_hit(session, hit_id)
        if hit is not None and hit.state == "held":
            _end_early(session, hit, "returned", now)


def own_hit(session: Session, visit: Visit, hit_id: int) -> Hit:
    """The visitor's HIT, held for this transaction; anybody else's does not exist for her."""
    hit = lock_hit(session, hit_id)
    if hit is None or visit.assessor is None or hit.assessor_id != visit.assessor.id:
        raise UnknownNameError(f"found no HIT {hit_id}, expected one that was handed out to you")
    return hit


def finish(session: Session, visit: Visit, hit_id: int, now: datetime) -> Outcome:
    """Hand in a HIT. Handing it in again gives the same outcome; with answers missing, nothing changes."""
    hit = own_hit(session, visit, hit_id)
    if hit.state == "held":
        if unanswered(session, hit.id):
            return Outcome("unfinished")
        _close(session, visit, hit, now)
    if hit.state not in ("finished", "discarded"):
        raise RefusedError(Reason.EXPIRED)
    if hit.kind == "training":
        return Outcome("kept", next=True)
    kept = hit.state == "finished"
    code = completion_code(visit, hit)
    return Outcome("kept" if kept else "discarded", code, return_url(visit, hit, code), next=visit.own_link and kept)


def _close(session: Session, visit: Visit, hit: Hit, now: datetime) -> None:
    """Decide whether the HIT is kept, and let its answers count or its pairings go."""
    if not hit.screened:
        end_hit(session, hit, "finished", now)
        return
    tasks = tasks_of(session, hit.id)
    pairings = [task for task in tasks if task.pairing_id is not None]
    hold_topics(session.connection(), {task.topic_id for task in pairings})
    if _passed(session, tasks):
        end_hit(session, hit, "finished", now)
        _count(session, visit, pairings, now)
    else:
        end_hit(session, hit, "discarded", now)
        _let_go(session, pairings)
        session.get_one(Assessor, hit.assessor_id).excluded_at = now


def _passed(session: Session, tasks: Iterable[Task]) -> bool:
    """Whether every challenge was answered as expected; a tie is not."""
    expected = {task.id: task.expected for task in tasks if task.expected is not None}
    answers = latest_answers(session, expected)
    return all(answers[task_id] * side > 0 for task_id, side in expected.items())


def _count(session: Session, visit: Visit, tasks: Iterable[Task], now: datetime) -> None:
    missing = {task.topic_id: count_pairing(session.connection(), task) for task in tasks}
    for topic_id in sorted(topic_id for topic_id, number in missing.items() if number == 0):
        advance(session, visit.campaign, topic_id, now)


def _let_go(session: Session, tasks: Iterable[Task]) -> None:
    for task in tasks:
        release_pairing(session.connection(), task)


def release(session: Session, visit: Visit, hit_id: int, now: datetime) -> None:
    """Give a HIT back; what was not answered, and all of a HIT with challenges, returns to the others at once."""
    hit = own_hit(session, visit, hit_id)
    if hit.state == "held":
        _end_early(session, hit, "returned", now)


def reclaim(engine: Engine, campaign_id: int, now: datetime, spare: int | None = None) -> None:
    """End HITs whose lease is over, each in a transaction of its own.

    *spare* is a dedicated assessor who is just coming back: nobody has asked for her pairings before she did.
    """
    with reading(engine) as session:
        lapsed = lapsed_hits(session.connection(), campaign_id, now, spare, LAPSED_AT_ONCE)
    for hit_id in lapsed:
        with writing(engine) as session:
            hit = lock_hit(session, hit_id)
            if hit is not None and hit.state == "held" and hit.expires_at < now:
                _end_early(session, hit, "expired", now)


def _end_early(session: Session, hit: Hit, state: HitState, now: datetime) -> None:
    open_tasks = unanswered(session, hit.id)
    back = tasks_of(session, hit.id) if hit.screened else open_tasks
    pairings = [task for task in back if task.pairing_id is not None]
    hold_topics(session.connection(), {task.topic_id for task in pairings})
    _let_go(session, pairings)
    release_tasks(session, [task.id for task in open_tasks])
    set_grading(session, [task.left_id for task in open_tasks if hit.kind == "grading"], "open")
    end_hit(session, hit, state, now)
