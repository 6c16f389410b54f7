"""Qualifications of workers: grant, revoke, and answer requests."""

from sqlalchemy import select

from assess.marketplace.api.call import Answer, Call, present, stamp
from assess.marketplace.api.messages import send_message
from assess.marketplace.api.operations.qualification_types import find_own_type
from assess.marketplace.api.operations.workers import check_worker
from assess.marketplace.api.paging import page
from assess.marketplace.errors import request_error
from assess.marketplace.people.qualifications import grant
from assess.marketplace.tables import Qualification, QualificationRequest, QualificationType


def associate_qualification(call: Call) -> Answer:
    """Grant the qualification or change its value; the worker gets a message unless the call says no."""
    check_worker(call, call["WorkerId"])
    kind = find_own_type(call, call["QualificationTypeId"])
    grant(call.session, kind, call["WorkerId"], call.get("IntegerValue", 1), call.now)
    if call.get("SendNotification", True):
        send_message(call, call["WorkerId"], f"You have been granted a qualification: {kind.name}", kind.description)
    return {}


def disassociate_qualification(call: Call) -> Answer:
    check_worker(call, call["WorkerId"])
    found = _find(call, find_own_type(call, call["QualificationTypeId"]), call["WorkerId"])
    found.status = "Revoked"
    send_message(call, found.worker_id, f"A qualification was taken back: {found.type.name}", call.get("Reason", ""))
    return {}


def get_qualification_score(call: Call) -> Answer:
    check_worker(call, call["WorkerId"])
    return {"Qualification": _view(_find(call, find_own_type(call, call["QualificationTypeId"]), call["WorkerId"]))}


def list_workers_with_qualification_type(call: Call) -> Answer:
    kind = find_own_type(call, call["QualificationTypeId"])
    status = call.get("Status", "Granted")
    having = select(Qualification).where(Qualification.type_id == kind.id, Qualification.status == status)
    return page(call.session, having, Qualification.id, call.parameters, "Qualifications", _view)


def list_qualification_requests(call: Call) -> Answer:
    waiting = (
        select(QualificationRequest)
        .join(QualificationType)
        .where(QualificationType.requester_id == call.requester.id, QualificationRequest.state == "Submitted")
    )
    if "QualificationTypeId" in call.parameters:
        kind = find_own_type(call, call["QualificationTypeId"])
        waiting = waiting.where(QualificationRequest.type_id == kind.id)
    key = QualificationRequest.id
    return page(call.session, waiting, key, call.parameters, "QualificationRequests", _view_of_request)


def accept_qualification_request(call: Call) -> Answer:
    asked = _find_request(call)
    asked.state = "Granted"
    grant(call.session, asked.type, asked.worker_id, call.get("IntegerValue", 1), call.now)
    return {}


def reject_qualification_request(call: Call) -> Answer:
    asked = _find_request(call)
    asked.state = "Rejected"
    send_message(call, asked.worker_id, f"Your request for {asked.type.name} was declined", call.get("Reason", ""))
    return {}


def _find(call: Call, kind: QualificationType, worker_id: str) -> Qualification:
    wanted = select(Qualification).where(Qualification.type_id == kind.id, Qualification.worker_id == worker_id)
    found = call.session.scalar(wanted)
    if found is None:
        raise request_error("QualificationDoesNotExist", "You requested a Qualification that does not exist.")
    if found.status != "Granted":
        message = "This operation can be called with a status of: Granted"
        raise request_error("InvalidQualificationState", message)
    return found


def _find_request(call: Call) -> QualificationRequest:
    request_id = call["QualificationRequestId"]
    found = call.session.scalar(select(QualificationRequest).where(QualificationRequest.request_id == request_id))
    if found is None or found.type.requester_id != call.requester.id:
        message = f"QualificationRequest {request_id} does not exist."
        raise request_error("QualificationRequestDoesNotExist", message)
    if found.state != "Submitted":
        message = "This operation can be called with a status of: Submitted"
        raise request_error("InvalidQualificationRequestState", message)
    return found


def _view(row: Qualification) -> Answer:
    return {
        "QualificationTypeId": row.type.qualification_type_id,
        "WorkerId": row.worker_id,
        "GrantTime": stamp(row.granted_at),
        "IntegerValue": row.value,
        "Status": row.status,
    }


def _view_of_request(row: QualificationRequest) -> Answer:
    return present(
        QualificationRequestId=row.request_id,
        QualificationTypeId=row.type.qualification_type_id,
        WorkerId=row.worker_id,
        SubmitTime=stamp(row.submitted_at),
    )
