"""Limits that are in the service's documentation but not in its model: sizes and ranges of members."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from assess.marketplace.clock import DAY
from assess.marketplace.errors import not_a_value, parameter_error

Check = Callable[[str, Any], None]

YEAR = 365 * DAY
MOST_BYTES = 65_535
MOST_DOLLARS = 1_000_000
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def characters(most: int, least: int = 0) -> Check:
    def check(name: str, value: str) -> None:
        if len(value) < least:
            raise parameter_error(f"Your request parameter {name} has a minimum length of {least}.")
        if len(value) > most:
            raise parameter_error(f"Your request parameter {name} has a maximum length of {most}.")

    return check


def document(name: str, value: str) -> None:
    if not 1 <= len(value.encode()) <= MOST_BYTES:
        raise parameter_error(f"Your request parameter {name} must have between 1 and {MOST_BYTES} bytes.")


def between(least: int, most: int) -> Check:
    def check(name: str, value: int) -> None:
        if not least <= value <= most:
            message = f'The value "{value}" is invalid for {name}. Valid values range from {least} to {most}.'
            raise parameter_error(message)

    return check


def money(name: str, value: str) -> None:
    if len(value) > len(str(MOST_DOLLARS)) + 3 or Decimal(value) > MOST_DOLLARS:
        raise not_a_value(name, value)


def entries(most: int, least: int = 0) -> Check:
    def check(name: str, value: list[Any]) -> None:
        if not least <= len(value) <= most:
            raise parameter_error(f"{name} has {len(value)} entries; between {least} and {most} are allowed.")

    return check


def feedback(name: str, value: str) -> None:
    characters(1024)(name, value)
    if _CONTROL_CHARACTERS.search(value):
        raise parameter_error(f"Your request parameter {name} contains control characters.")


_HIT_TYPE = {
    "Title": characters(128, 1),
    "Description": characters(2000, 1),
    "Keywords": characters(1000),
    "Reward": money,
    "AssignmentDurationInSeconds": between(30, YEAR),
    "AutoApprovalDelayInSeconds": between(0, 30 * DAY),
    "QualificationRequirements": entries(10),
}
_HIT = {
    "LifetimeInSeconds": between(30, YEAR),
    "MaxAssignments": between(1, 1_000_000_000),
    "Question": document,
    "RequesterAnnotation": characters(255),
}
_QUALIFICATION_TYPE = {
    "Name": characters(200, 1),
    "Description": characters(2000, 1),
    "Keywords": characters(1000),
    "RetryDelayInSeconds": between(0, 2**31 - 1),
}
_REASON = {"Reason": characters(2000)}

LIMITS: Mapping[str, Mapping[str, Check]] = {
    "CreateHITType": _HIT_TYPE,
    "CreateHIT": _HIT_TYPE | _HIT,
    "CreateHITWithHITType": _HIT,
    "CreateAdditionalAssignmentsForHIT": {"NumberOfAdditionalAssignments": between(1, 1_000_000_000)},
    "ApproveAssignment": {"RequesterFeedback": feedback},
    "RejectAssignment": {"RequesterFeedback": feedback},
    "SendBonus": {"BonusAmount": money, "Reason": characters(2000, 1)},
    "NotifyWorkers": {
        "Subject": characters(200, 1),
        "MessageText": characters(4096, 1),
        "WorkerIds": entries(100, 1),
    },
    "CreateQualificationType": _QUALIFICATION_TYPE,
    "UpdateQualificationType": _QUALIFICATION_TYPE,
    "CreateWorkerBlock": {"Reason": characters(2000, 1)},
    "DeleteWorkerBlock": _REASON,
    "DisassociateQualificationFromWorker": _REASON,
    "RejectQualificationRequest": _REASON,
}


def check_limits(operation: str, parameters: Mapping[str, Any]) -> None:
    """Refuse the first member that is outside its documented limits."""
    for name, check in LIMITS.get(operation, {}).items():
        if name in parameters:
            check(name, parameters[name])
