"""Hand out work: the assignment that somebody holds, or a new one, or the reason why there is none.

Only one transaction at a time hands out work of a campaign, so that no pairing gets more judgments than needed.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import Random

from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import Arrival, ensure_assessor
from assess.campaign.access.consent import has_declined, needs_consent
from assess.campaign.judging.assignment_view import HeldAssignment, read_assignment
from assess.campaign.judging.completion_codes import new_completion_code
from assess.campaign.judging.handing_out.next_tasks import Asker, choose_tasks
from assess.campaign.judging.handing_out.terms import Terms, terms_of
from assess.campaign.judging.leases import (
    end_former_assignments,
    has_lapsed_assignments,
    reclaim_lapsed,
    returning_assessor,
)
from assess.campaign.judging.refusals import NoWork, Reason
from assess.campaign.judging.restocking import top_up_at_once
from assess.campaign.settings import settings_of
from assess.database.writer import Writer
from assess.store.assignments import (
    add_assignment,
    count_assignments,
    count_pairings_had,
    ended_assignment,
    held_assignment,
)
from assess.store.disagreements import pairings_in_adjudication
from assess.store.progress import lock_handing_out, progress_of
from assess.store.tables import Assessor, Purpose

# Reads who arrived, in the session of the transaction that hands out the work.
ReadArrival = Callable[[Session], Arrival]


def hand_out(
    writer: Writer, read_arrival: ReadArrival, now: datetime, rng: Random
) -> tuple[Arrival, HeldAssignment | NoWork]:
    """Who arrived, and their assignment or why there is none.

    Assignments whose lease is over are reclaimed; if there was no work before that, this tries a second time. It tries
    again if the campaign's strategy can ask for more although others still hold work.
    """

    def attempt(session: Session) -> tuple[Arrival, HeldAssignment | NoWork, bool]:
        arrival = read_arrival(session)
        found = take_assignment(session, arrival, now, rng)
        lapsed = has_lapsed_assignments(session, arrival, now)
        if isinstance(found, NoWork):
            return arrival, found, lapsed
        arrival = arrival if arrival.assessor is not None else read_arrival(session)
        return arrival, read_assignment(session, arrival, found), lapsed

    arrival, found, lapsed = writer.run_session(attempt)
    if lapsed:
        reclaim_lapsed(writer.engine, arrival.campaign.id, now, returning_assessor(arrival))
        if _must_wait(found):
            arrival, found, _ = writer.run_session(attempt)
    if _must_wait(found) and top_up_at_once(writer.engine, arrival.campaign.id, now):
        arrival, found, _ = writer.run_session(attempt)
    return arrival, found


def _must_wait(found: HeldAssignment | NoWork) -> bool:
    return isinstance(found, NoWork) and found.reason is Reason.COME_BACK_LATER


def take_assignment(session: Session, arrival: Arrival, now: datetime, rng: Random) -> int | NoWork:
    """The id of the assignment that the person holds, or of a new one; or why there is none."""
    if arrival.preview:
        return NoWork(Reason.PREVIEW)
    lock_handing_out(session, arrival.campaign.id)
    terms = terms_of(arrival)
    if arrival.assessor is not None:
        known = _known_assignment(session, arrival, arrival.assessor, terms, now)
        if known is not None:
            return known
    if needs_consent(session, arrival):
        return NoWork(Reason.DECLINED if has_declined(session, arrival) else Reason.CONSENT)
    if arrival.campaign.state != "open":
        return NoWork(Reason.CLOSED if arrival.campaign.state == "closed" else Reason.PAUSED)
    return _new_assignment(session, arrival, terms, now, rng)


def _known_assignment(
    session: Session, arrival: Arrival, assessor: Assessor, terms: Terms, now: datetime
) -> int | NoWork | None:
    """The assignment of a known assessor, or why they get none; None if they may get a new one."""
    held = held_assignment(session, assessor.id, arrival.claim.external_id)
    if held is not None:
        if terms.renews:
            held.expires_at = now + terms.lease
        return held.id if held.expires_at >= now else NoWork(Reason.EXPIRED)
    # Show the end of a submitted assignment again: the platform may not have received it.
    ended = None if arrival.own_link else ended_assignment(session, assessor.id, arrival.claim.external_id)
    if ended is not None:
        return NoWork(Reason.ALREADY_TAKEN, ended)
    if assessor.withdrawn_at is not None:
        return NoWork(Reason.WITHDRAWN)
    if assessor.excluded_at is not None or assessor.discarded_from is not None:
        return NoWork(Reason.EXCLUDED)
    if (
        terms.assignments_per_person is not None
        and count_assignments(session, assessor.id) >= terms.assignments_per_person
    ):
        return NoWork(Reason.ALREADY_TAKEN)
    return None


def _room(session: Session, assessor_id: int, terms: Terms) -> int:
    """How many pairings the next assignment may have: its usual size, or what the quota leaves."""
    if terms.quota is None:
        return terms.pairings
    return min(terms.pairings, terms.quota - count_pairings_had(session, assessor_id))


def _purpose(arrival: Arrival, assessor: Assessor) -> Purpose:
    """What the assessor's judgments are for: beside the tournament if those of their kind do not count."""
    if arrival.settings.adjudicator:
        return "adjudication"
    return "tournament" if assessor.counted else "beside"


def _is_work_left(session: Session, arrival: Arrival, purpose: Purpose, terms: Terms) -> bool:
    """Whether there will be work again: what is missing, or disagreements that another adjudicator holds."""
    progress = progress_of(session, arrival.campaign.id, terms.topics)
    held = purpose == "adjudication" and bool(pairings_in_adjudication(session, arrival.campaign.id))
    return progress.missing > 0 or progress.ungraded > 0 or held


def _new_assignment(session: Session, arrival: Arrival, terms: Terms, now: datetime, rng: Random) -> int | NoWork:
    assessor_id = ensure_assessor(session, arrival)
    assessor = session.get_one(Assessor, assessor_id)
    if assessor.excluded_at is not None:
        return NoWork(Reason.EXCLUDED)
    if arrival.framed:
        end_former_assignments(session, arrival, assessor_id, now)
    room = _room(session, assessor_id, terms)
    if room <= 0:
        return NoWork(Reason.QUOTA)
    terms = replace(terms, pairings=room)
    purpose = _purpose(arrival, assessor)
    kind, tasks = choose_tasks(session, arrival.campaign, Asker(assessor_id, purpose, terms), rng)
    if not tasks:
        left = _is_work_left(session, arrival, purpose, terms)
        return NoWork(Reason.COME_BACK_LATER if left else Reason.ALL_DONE)
    values = {
        "campaign_id": arrival.campaign.id,
        "assessor_id": assessor_id,
        "link_id": arrival.link.id,
        "kind": kind,
        "state": "held",
        "screened": kind == "judging" and any(task.expected is not None for task in tasks),
        "external_id": arrival.claim.external_id,
        "platform": dict(arrival.claim.platform),
        "completion_code": new_completion_code(),
        "answers": settings_of(arrival.campaign).answers,
        "lease_seconds": terms.lease_seconds,
        "purpose": purpose,
        "taken_at": now,
        "expires_at": now + terms.lease,
    }
    return add_assignment(session.connection(), values, tasks)
