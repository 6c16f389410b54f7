"""The requester's own account: its balance, its notifications."""

from decimal import Decimal

from sqlalchemy import func, select

from assess.marketplace.api.call import Answer, Call
from assess.marketplace.api.operations.hit_types import find_hit_type
from assess.marketplace.api.operations.hits import find_hit
from assess.marketplace.errors import parameter_error, request_error
from assess.marketplace.notifications.events import notification, test_body
from assess.marketplace.tables import Hit

VERSIONS = ("2014-08-15", "2006-05-05")


def get_account_balance(call: Call) -> Answer:
    held = call.session.scalar(select(func.sum(Hit.held)).where(Hit.requester_id == call.requester.id))
    return {"AvailableBalance": str(call.requester.available), "OnHoldBalance": str(held or Decimal("0.00"))}


def update_notification_settings(call: Call) -> Answer:
    hit_type, given = find_hit_type(call, call["HITTypeId"]), call.get("Notification")
    if given is None and "Active" not in call.parameters:
        raise parameter_error("You must specify either the Notification parameter or the Active parameter.")
    if given is not None:
        _check_specification(given)
        hit_type.notification = given
    if hit_type.notification is None:
        raise request_error("InvalidParameterValue", "The HIT type has no notification specification yet.")
    hit_type.notifying = call.get("Active", True)
    return {}


def send_test_event_notification(call: Call) -> Answer:
    _check_specification(call["Notification"])
    event = test_body(call["TestEventType"], call.now)
    call.session.add(notification(call.requester, call["Notification"], event))
    return {}


def list_review_policy_results(call: Call) -> Answer:
    """HITs have no review policies here, so the answer has only the HIT."""
    return {"HITId": find_hit(call).hit_id}


def _check_specification(specification: dict[str, object]) -> None:
    if specification["Version"] not in VERSIONS:
        raise parameter_error(f"Version {specification['Version']} is not one of {', '.join(VERSIONS)}.")
    if not specification["EventTypes"]:
        raise parameter_error("EventTypes must name at least one event.")
    if specification["Transport"] == "Email":
        raise request_error("InvalidTransportEndpoint", "Email notifications are not supported: use SQS or SNS.")
