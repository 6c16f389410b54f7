"""Qualification types, which HITs may require."""

from typing import Any

from sqlalchemy import or_, select

from assess.marketplace.api.call import Answer, Call, present, stamp
from assess.marketplace.api.paging import page
from assess.marketplace.domain.ids import entity_id
from assess.marketplace.errors import parameter_error, request_error
from assess.marketplace.tables import QualificationType


def create_qualification_type(call: Call) -> Answer:
    _check_supported(call)
    same_name = select(QualificationType.id).where(
        QualificationType.requester_id == call.requester.id,
        QualificationType.name == call["Name"],
        QualificationType.deleted.is_(False),
    )
    if call.session.scalar(same_name) is not None:
        message = "You have already created a QualificationType with this name. A QualificationType's name must be "
        raise request_error("QualificationTypeAlreadyExists", message + "unique among all of the types you created.")
    made = QualificationType(
        qualification_type_id=entity_id(),
        requester_id=call.requester.id,
        name=call["Name"],
        description=call["Description"],
        keywords=call.get("Keywords"),
        status=call["QualificationTypeStatus"],
        retry_delay=call.get("RetryDelayInSeconds"),
        auto_granted=call.get("AutoGranted", False),
        auto_granted_value=_auto_granted_value(call, call.get("AutoGranted", False)),
        created_at=call.now,
    )
    call.session.add(made)
    return {"QualificationType": view(made)}


def get_qualification_type(call: Call) -> Answer:
    return {"QualificationType": view(find_type(call, call["QualificationTypeId"]))}


def update_qualification_type(call: Call) -> Answer:
    _check_supported(call)
    changed = find_own_type(call, call["QualificationTypeId"])
    changed.description = call.get("Description", changed.description)
    changed.status = call.get("QualificationTypeStatus", changed.status)
    changed.retry_delay = call.get("RetryDelayInSeconds", changed.retry_delay)
    changed.auto_granted = call.get("AutoGranted", changed.auto_granted)
    changed.auto_granted_value = _auto_granted_value(call, changed.auto_granted)
    return {"QualificationType": view(changed)}


def delete_qualification_type(call: Call) -> Answer:
    """Delete the type now: workers keep the qualification, but new HITs cannot require it."""
    find_own_type(call, call["QualificationTypeId"]).deleted = True
    return {}


def list_qualification_types(call: Call) -> Answer:
    conditions: list[Any] = [QualificationType.created_at <= call.known_until, QualificationType.deleted.is_(False)]
    if call.get("MustBeOwnedByCaller", False):
        conditions.append(QualificationType.requester_id == call.requester.id)
    if call["MustBeRequestable"]:
        conditions.append(QualificationType.requester_id.is_not(None) & (QualificationType.status == "Active"))
    for word in call.get("Query", "").split():
        columns = (QualificationType.name, QualificationType.description, QualificationType.keywords)
        conditions.append(or_(*(column.icontains(word, autoescape=True) for column in columns)))
    found = select(QualificationType).where(*conditions)
    return page(call.session, found, QualificationType.id, call.parameters, "QualificationTypes", view)


def find_type(call: Call, qualification_type_id: str) -> QualificationType:
    wanted = select(QualificationType).where(
        QualificationType.qualification_type_id == qualification_type_id, QualificationType.deleted.is_(False)
    )
    found = call.session.scalar(wanted)
    if found is None:
        message = f"QualificationType {qualification_type_id} does not exist."
        raise request_error("QualificationTypeDoesNotExist", message)
    return found


def find_own_type(call: Call, qualification_type_id: str) -> QualificationType:
    found = find_type(call, qualification_type_id)
    if found.requester_id != call.requester.id:
        message = f"You do not own QualificationType {qualification_type_id}."
        raise request_error("PermissionDeniedException", message)
    return found


def check_usable(call: Call, qualification_type_id: str) -> None:
    """Refuse a type that HITs cannot require, because it does not exist or is not active."""
    if find_type(call, qualification_type_id).status != "Active":
        message = f"QualificationType {qualification_type_id} is not Active."
        raise request_error("InvalidQualificationTypeState", message)


def view(row: QualificationType) -> Answer:
    return present(
        QualificationTypeId=row.qualification_type_id,
        CreationTime=stamp(row.created_at),
        Name=row.name,
        Description=row.description,
        Keywords=row.keywords,
        QualificationTypeStatus=row.status,
        RetryDelayInSeconds=row.retry_delay,
        IsRequestable=row.requester_id is not None,
        AutoGranted=row.auto_granted,
        AutoGrantedValue=row.auto_granted_value,
    )


def _check_supported(call: Call) -> None:
    if call.parameters.keys() & {"Test", "AnswerKey", "TestDurationInSeconds"}:
        raise parameter_error("This marketplace gives no qualification tests: create the type without Test.")


def _auto_granted_value(call: Call, auto_granted: bool) -> int | None:
    return int(call.get("AutoGrantedValue", 1)) if auto_granted else None
