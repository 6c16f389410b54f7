"""Assignments: read, approve and reject them, pay bonuses."""

from typing import Any

from sqlalchemy import select

from assess.marketplace.api.call import Answer, Call, present, stamp
from assess.marketplace.api.operations.hits import find_hit, view
from assess.marketplace.api.operations.workers import check_worker
from assess.marketplace.api.paging import page
from assess.marketplace.api.request_tokens import remember, used_for
from assess.marketplace.clock import DAY
from assess.marketplace.domain.assignments import approve, give_bonus, reject
from assess.marketplace.domain.fees import bonus_fee, dollars
from assess.marketplace.errors import (
    already_processed,
    no_such_assignment,
    not_a_value,
    parameter_error,
    wrong_assignment_state,
    wrong_hit_state,
)
from assess.marketplace.tables import GIVEN_BACK, Assignment, Hit, Payment

SEEN = ("Submitted", "Approved", "Rejected")
OVERRIDE_WITHIN = 30 * DAY


def get_assignment(call: Call) -> Answer:
    found = _find(call)
    if found.state not in SEEN or not _known(call, found):
        raise wrong_assignment_state("Reviewable", "Approved", "Rejected")
    return {"Assignment": _view(found), "HIT": view(call, found.hit)}


def list_assignments_for_hit(call: Call) -> Answer:
    hit = find_hit(call)
    if hit.status == "Disposed":
        raise wrong_hit_state(hit.status, "Assignable", "Unassignable", "Reviewable", "Reviewing")
    statuses = call.get("AssignmentStatuses") or SEEN
    wanted = select(Assignment).where(
        Assignment.hit_key == hit.id, Assignment.state.in_(statuses), Assignment.ended_at <= call.known_until
    )
    return page(call.session, wanted, Assignment.id, call.parameters, "Assignments", _view)


def approve_assignment(call: Call) -> Answer:
    assignment = _find(call)
    override = call.get("OverrideRejection", False) and assignment.state == "Rejected"
    if override:
        _check_override(call, assignment)
    elif assignment.state != "Submitted":
        raise wrong_assignment_state("Submitted")
    _check_reviewable(call, assignment)
    approve(call.session, assignment, call.now, call.get("RequesterFeedback"))
    return {}


def reject_assignment(call: Call) -> Answer:
    assignment = _find(call)
    if assignment.state != "Submitted":
        raise wrong_assignment_state("Submitted")
    _check_reviewable(call, assignment)
    reject(call.session, assignment, call.now, call["RequesterFeedback"])
    return {}


def send_bonus(call: Call) -> Answer:
    check_worker(call, call["WorkerId"])
    token, amount = call.get("UniqueRequestToken"), dollars(call["BonusAmount"])
    if earlier := used_for(call.session, call.requester, "bonus", token, call.now):
        raise already_processed(token, earlier)
    if not amount:
        raise not_a_value("BonusAmount", call["BonusAmount"])
    assignment = _find(call)
    if assignment.state not in SEEN or assignment.worker_id != call["WorkerId"] or not _known(call, assignment):
        raise no_such_assignment(call["AssignmentId"])
    give_bonus(call.session, assignment, amount, bonus_fee(amount), call["Reason"], call.now)
    remember(call.session, call.requester, "bonus", token, call.request_id, call.now)
    return {}


def list_bonus_payments(call: Call) -> Answer:
    bonuses = select(Payment).join(Assignment).where(Payment.kind == "bonus", Payment.paid_at <= call.known_until)
    if "AssignmentId" in call.parameters:
        bonuses = bonuses.where(Payment.assignment_key == _find(call).id)
    elif "HITId" in call.parameters:
        bonuses = bonuses.where(Assignment.hit_key == find_hit(call).id)
    else:
        raise parameter_error("Either the HITId or the AssignmentId must be specified.")
    return page(call.session, bonuses, Payment.id, call.parameters, "BonusPayments", _view_of_bonus)


def get_file_upload_url(call: Call) -> Answer:
    raise parameter_error("The FileUploadAnswer was removed in 2017: there are no uploaded files.")


def _find(call: Call) -> Assignment:
    """The assignment that has this id now; if it was given back, the last one."""
    mine = (
        select(Assignment)
        .join(Hit)
        .where(Assignment.assignment_id == call["AssignmentId"], Hit.requester_id == call.requester.id)
        .order_by(Assignment.state.in_(GIVEN_BACK), Assignment.id.desc())
    )
    found = call.session.scalars(mine).first()
    if found is None:
        raise no_such_assignment(call["AssignmentId"])
    return found


def _known(call: Call, assignment: Assignment) -> bool:
    return assignment.ended_at is not None and assignment.ended_at <= call.known_until


def _check_reviewable(call: Call, assignment: Assignment) -> None:
    if assignment.hit.status == "Disposed":
        raise wrong_assignment_state("Submitted")
    if not _known(call, assignment):
        raise wrong_assignment_state("null")  # as on the live service, until it has processed a submission


def _check_override(call: Call, assignment: Assignment) -> None:
    if call.now > (assignment.ended_at or 0.0) + OVERRIDE_WITHIN:
        raise wrong_assignment_state("Submitted")


def _view(row: Assignment) -> dict[str, Any]:
    reviewed = None if row.reviewed_at is None else stamp(row.reviewed_at)
    return present(
        AssignmentId=row.assignment_id,
        WorkerId=row.worker_id,
        HITId=row.hit.hit_id,
        AssignmentStatus=row.state,
        AutoApprovalTime=stamp(row.auto_approval_at or 0.0),
        AcceptTime=stamp(row.accepted_at),
        SubmitTime=stamp(row.ended_at or 0.0),
        ApprovalTime=reviewed if row.state == "Approved" else None,
        RejectionTime=reviewed if row.state == "Rejected" else None,
        Deadline=stamp(row.deadline),
        Answer=row.answer,
        RequesterFeedback=row.feedback,
    )


def _view_of_bonus(row: Payment) -> dict[str, Any]:
    return present(
        WorkerId=row.worker_id,
        BonusAmount=str(row.amount),
        AssignmentId=row.assignment.assignment_id,
        Reason=row.reason,
        GrantTime=stamp(row.paid_at),
    )
