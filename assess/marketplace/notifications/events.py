"""Events of HITs and assignments, sent to the requester's destination if they asked for them."""

import time
import uuid
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from assess.marketplace.clock import as_iso
from assess.marketplace.tables import Hit, HitType, Notification, Requester

DOC_VERSION = "2014-08-15"


def announce(session: Session, event: str, hit: Hit, at: float, assignment_id: str | None = None) -> None:
    """Queue a notification of the event if the HIT type asks for events of this kind."""
    specification = hit.type.notification
    if hit.type.notifying and specification and event in specification["EventTypes"]:
        session.add(notification(hit.type.requester, specification, event_body(event, hit, at, assignment_id)))


def event_body(event: str, hit: Hit, at: float, assignment_id: str | None) -> dict[str, Any]:
    body = _event(event, at, hit.type, hit.hit_id)
    return body | ({"AssignmentId": assignment_id} if assignment_id else {})


def test_body(event: str, at: float) -> dict[str, Any]:
    return {"EventType": event, "EventTimestamp": as_iso(at)}


def notification(requester: Requester, specification: dict[str, Any], event: dict[str, Any]) -> Notification:
    """A notification with one event: waiting for delivery, or kept if its destination is on AWS or not a URL."""
    destination = specification["Destination"]
    body = {
        "EventDocVersion": DOC_VERSION,
        "EventDocId": uuid.uuid4().hex,
        "CustomerId": requester.customer_id,
        "Events": [event],
    }
    return Notification(
        requester_id=requester.id,
        destination=destination,
        body=body,
        state="waiting" if deliverable(destination) else "kept",
        due_at=time.time(),
    )


def deliverable(destination: str) -> bool:
    """Whether the destination is an ordinary web address; queues and topics of AWS cannot be reached from here."""
    url = urlsplit(destination)
    host = url.hostname or ""
    return url.scheme in ("http", "https") and bool(host) and not host.endswith(".amazonaws.com")


def _event(event: str, at: float, hit_type: HitType, hit_id: str) -> dict[str, Any]:
    return {
        "EventType": event,
        "EventTimestamp": as_iso(at),
        "HITTypeId": hit_type.hit_type_id,
        "HITGroupId": hit_type.group_id,
        "HITId": hit_id,
    }
