"""The states of a HIT, from Assignable to Disposed, and the money held for it."""

from decimal import Decimal

from sqlalchemy.orm import Session

from assess.marketplace.domain.fees import reward_fee
from assess.marketplace.domain.system_qualifications import MASTERS
from assess.marketplace.errors import insufficient_funds
from assess.marketplace.notifications.events import announce
from assess.marketplace.tables import Hit, HitType


def available(hit: Hit) -> int:
    """The number of slots not accepted, submitted or reviewed; an expired HIT has them, but does not offer them."""
    return hit.max_assignments - hit.pending - hit.submitted - hit.completed


def price(hit_type: HitType, max_assignments: int) -> tuple[Decimal, Decimal]:
    """The reward and the fee of one assignment."""
    masters = any(requirement["QualificationTypeId"] in MASTERS for requirement in hit_type.requirements)
    return hit_type.reward, reward_fee(hit_type.reward, max_assignments, masters=masters)


def expire(session: Session, hit: Hit, at: float) -> None:
    """Stop offering the HIT; workers who hold an assignment may finish it."""
    hit.expired, hit.expiration = True, at
    announce(session, "HITExpired", hit, at)
    refresh(session, hit, at)


def dispose(session: Session, hit: Hit, at: float) -> None:
    hit.status, hit.changed_at = "Disposed", at
    hold(hit)
    announce(session, "HITDisposed", hit, at)


def refresh(session: Session, hit: Hit, at: float) -> None:
    """Update the status and the held money from the counts of assignments and the expiration."""
    status = _status(hit)
    if status != hit.status:
        hit.status, hit.changed_at = status, at
        if status == "Reviewable":
            announce(session, "HITReviewable", hit, at)
    hold(hit)


def _status(hit: Hit) -> str:
    if hit.status == "Disposed":
        return "Disposed"
    if available(hit) and not hit.expired:
        return "Assignable"
    if hit.pending:
        return "Unassignable"
    return "Reviewing" if hit.status == "Reviewing" else "Reviewable"


def hold(hit: Hit) -> None:
    """Hold exactly what the HIT may still cost; refuse if the account has too little, release what is too much."""
    payable = hit.pending + hit.submitted
    if hit.status == "Assignable":
        payable += available(hit)
    due = payable * sum(price(hit.type, hit.max_assignments), Decimal("0.00"))
    account = hit.type.requester
    if due - hit.held > account.available:
        raise insufficient_funds()
    account.available -= due - hit.held
    hit.held = due
