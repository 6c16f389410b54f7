"""The errors of the requester API, with the messages of the live service.

Messages end in a timestamp in milliseconds, as on the live service; clients should match only their beginnings.
"""

import time

TURK = "AWS.MechanicalTurk."


class Refusal(Exception):  # noqa: N818 - the answer to a call, not a fault of ours
    """The error response to a call: its code, message, and Mechanical Turk's own code."""

    def __init__(self, code: str, message: str, turk_code: str | None = None, status: int = 400) -> None:
        super().__init__(message)
        self.code, self.message, self.turk_code, self.status = code, message, turk_code, status


def request_error(turk_code: str, message: str) -> Refusal:
    """The call is not possible in the current state."""
    return Refusal("RequestError", _stamped(message), TURK + turk_code)


def parameter_error(message: str, turk_code: str = "InvalidParameterValue") -> Refusal:
    """A value is well-formed but out of range or meaningless."""
    return Refusal("ParameterValidationError", _stamped(message), TURK + turk_code)


def service_fault() -> Refusal:
    message = "Amazon Mechanical Turk is temporarily unable to process your request. Try your call again."
    return Refusal("ServiceFault", _stamped(message), TURK + "ServiceFault", status=500)


def throttled() -> Refusal:
    return Refusal("ThrottlingException", "Rate exceeded")


def not_a_value(name: str, value: object) -> Refusal:
    return parameter_error(f'The value "{value}" is not valid for the parameter {name}.')


def no_such_hit(hit_id: str) -> Refusal:
    return request_error("HITDoesNotExist", f"Hit {hit_id} does not exist.")


def no_such_assignment(assignment_id: str) -> Refusal:
    return request_error("AssignmentDoesNotExist", f"Assignment {assignment_id} does not exist.")


def wrong_hit_state(status: str, *allowed: str) -> Refusal:
    states = ", ".join(allowed)
    message = f"This HIT is currently in the state '{status}'.  This operation can be called with a status of: {states}"
    return request_error("InvalidHITState", message)


def wrong_assignment_state(*allowed: str) -> Refusal:
    message = f"This operation can be called with a status of: {','.join(allowed)}"
    return request_error("InvalidAssignmentState", message)


def insufficient_funds() -> Refusal:
    message = "This Requester has insufficient funds in their account to complete this transaction."
    return request_error("InsufficientFunds", message)


def already_processed(token: str, request_id: str) -> Refusal:
    message = f'The idempotency token "{token}" has already been processed. Request ID: {request_id}'
    return request_error("DuplicateRequest", message)


def _stamped(message: str) -> str:
    return f"{message} ({time.time_ns() // 1_000_000})"
