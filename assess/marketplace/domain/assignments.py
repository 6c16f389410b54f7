"""The states of an assignment: accepted; then returned, abandoned or submitted; then approved or rejected."""

from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.errors import ConflictError
from assess.marketplace.domain.hits import available, price, refresh
from assess.marketplace.domain.ids import entity_id
from assess.marketplace.errors import insufficient_funds
from assess.marketplace.notifications.events import announce
from assess.marketplace.tables import GIVEN_BACK, Assignment, Hit, Payment, Worker

MOST_HELD = 25  # assignments that a worker may hold at the same time


def accept(session: Session, hit: Hit, worker: Worker, at: float, *, reuse_ids: bool) -> Assignment:
    """Give the worker a slot of the HIT; the caller checks before that they are qualified."""
    if hit.status != "Assignable" or not available(hit):
        raise ConflictError("This HIT is no longer available. Choose another one from the list.")
    if _works_on(session, hit, worker):
        raise ConflictError("You already have this HIT, or have done it. Choose another one from the list.")
    if _held_by(session, worker) >= MOST_HELD:
        raise ConflictError(f"You hold {MOST_HELD} HITs, the most that is allowed: submit or return one first.")
    assignment = Assignment(
        assignment_id=_slot_id(session, hit) if reuse_ids else entity_id(),
        hit=hit,
        worker_id=worker.worker_id,
        state="Accepted",
        accepted_at=at,
        deadline=at + hit.type.duration,
    )
    session.add(assignment)
    hit.pending += 1
    _changed(session, "AssignmentAccepted", assignment, at)
    return assignment


def give_back(session: Session, assignment: Assignment, at: float, state: str) -> None:
    """Free the slot; *state* is Returned (by the worker) or Abandoned (their time ran out)."""
    assignment.state, assignment.ended_at = state, at
    assignment.hit.pending -= 1
    _changed(session, f"Assignment{state}", assignment, at)


def submit(session: Session, assignment: Assignment, answer: str, at: float) -> None:
    assignment.state, assignment.ended_at, assignment.answer = "Submitted", at, answer
    assignment.auto_approval_at = at + assignment.hit.type.auto_approval_delay
    assignment.hit.pending -= 1
    assignment.hit.submitted += 1
    _changed(session, "AssignmentSubmitted", assignment, at)


def approve(session: Session, assignment: Assignment, at: float, feedback: str | None = None) -> None:
    """Pay the worker from the money held for the HIT, or from the account if a rejection released it."""
    hit, rejected = assignment.hit, assignment.state == "Rejected"
    reward, fee = price(hit.type, hit.max_assignments)
    if rejected:
        _take_from_account(hit, reward + fee)
    else:
        hit.held -= reward + fee
    session.add(_payment(assignment, "reward", reward, fee, at))
    _review(session, assignment, "Approved", at, feedback, again=rejected)


def reject(session: Session, assignment: Assignment, at: float, feedback: str) -> None:
    """Do not pay the worker: the money held for them goes back to the account, but the slot stays taken."""
    _review(session, assignment, "Rejected", at, feedback, again=False)


def give_bonus(session: Session, assignment: Assignment, amount: Decimal, fee: Decimal, reason: str, at: float) -> None:
    _take_from_account(assignment.hit, amount + fee)
    payment = _payment(assignment, "bonus", amount, fee, at)
    payment.reason = reason
    session.add(payment)


def counts_by_state(session: Session, worker: Worker) -> dict[str, int]:
    """The number of the worker's assignments in each state."""
    by_state = select(Assignment.state, func.count()).where(Assignment.worker_id == worker.worker_id)
    return dict(session.execute(by_state.group_by(Assignment.state)).all())


def _review(
    session: Session, assignment: Assignment, state: str, at: float, feedback: str | None, *, again: bool
) -> None:
    assignment.state, assignment.reviewed_at = state, at
    assignment.feedback = feedback or assignment.feedback
    if not again:
        assignment.hit.submitted -= 1
        assignment.hit.completed += 1
    _changed(session, f"Assignment{state}", assignment, at)


def _changed(session: Session, event: str, assignment: Assignment, at: float) -> None:
    announce(session, event, assignment.hit, at, assignment.assignment_id)
    refresh(session, assignment.hit, at)


def _take_from_account(hit: Hit, amount: Decimal) -> None:
    account = hit.type.requester
    if amount > account.available:
        raise insufficient_funds()
    account.available -= amount


def _payment(assignment: Assignment, kind: str, amount: Decimal, fee: Decimal, at: float) -> Payment:
    return Payment(
        requester_id=assignment.hit.requester_id,
        worker_id=assignment.worker_id,
        assignment=assignment,
        kind=kind,
        amount=amount,
        fee=fee,
        paid_at=at,
    )


def _works_on(session: Session, hit: Hit, worker: Worker) -> bool:
    mine = select(Assignment.id).where(
        Assignment.hit_key == hit.id, Assignment.worker_id == worker.worker_id, Assignment.state.not_in(GIVEN_BACK)
    )
    return session.scalar(mine) is not None


def _held_by(session: Session, worker: Worker) -> int:
    held = select(func.count()).where(Assignment.worker_id == worker.worker_id, Assignment.state == "Accepted")
    return session.scalar(held) or 0


def _slot_id(session: Session, hit: Hit) -> str:
    """The id of the free slot that was given back last, or a new id."""
    taken = select(Assignment.assignment_id).where(Assignment.hit_key == hit.id, Assignment.state.not_in(GIVEN_BACK))
    free = (
        select(Assignment.assignment_id)
        .where(
            Assignment.hit_key == hit.id,
            Assignment.state.in_(GIVEN_BACK),
            Assignment.assignment_id.not_in(taken),
        )
        .order_by(Assignment.id.desc())
    )
    return session.scalars(free).first() or entity_id()
