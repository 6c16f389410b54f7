"""Events on their way to a requester: queued with what caused them, posted at least once."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from mypy_boto3_mturk import MTurkClient
from sqlalchemy import select

from assess.marketplace.faults.switches import change_faults
from assess.marketplace.market import Market
from assess.marketplace.notifications import delivery
from assess.marketplace.tables import Control, Notification
from assess.marketplace.worker_client import WorkerClient
from tests.marketplace.conftest import HIT_TYPE, QUESTION, refusal

EVENTS = [
    "AssignmentAccepted",
    "AssignmentAbandoned",
    "AssignmentReturned",
    "AssignmentSubmitted",
    "AssignmentApproved",
    "AssignmentRejected",
    "HITCreated",
    "HITExtended",
    "HITReviewable",
    "HITExpired",
    "HITDisposed",
]
QUEUE = "https://sqs.us-east-1.amazonaws.com/123/queue"


def specification(destination: str = QUEUE, **changes: Any) -> dict[str, Any]:
    return {"Destination": destination, "Transport": "SQS", "Version": "2014-08-15", "EventTypes": EVENTS} | changes


def sent(market: Market) -> list[dict[str, Any]]:
    with market.moment() as moment:
        rows = moment.session.scalars(select(Notification).order_by(Notification.id)).all()
    return [event for row in rows for event in row.body["Events"]]


def create(client: MTurkClient, hit_type: str) -> str:
    made = client.create_hit_with_hit_type(HITTypeId=hit_type, LifetimeInSeconds=86_400, Question=QUESTION)
    return str(made["HIT"]["HITId"])


def test_all_events_of_a_hit_are_sent_without_naming_the_worker(
    client: MTurkClient, endpoint: str, market: Market, advance: Callable[[float], None]
) -> None:
    hit_type = client.create_hit_type(**HIT_TYPE)["HITTypeId"]
    client.update_notification_settings(HITTypeId=hit_type, Notification=specification(), Active=True)
    hit_id = create(client, hit_type)
    anna = WorkerClient(endpoint, "A1ANNA")
    anna.give_back(anna.accept(hit_id))
    anna.accept(hit_id)
    advance(3600)
    task = anna.accept(hit_id)
    anna.submit(task, {"code": "x"})
    client.approve_assignment(AssignmentId=task.assignment_id)
    client.create_additional_assignments_for_hit(HITId=hit_id, NumberOfAdditionalAssignments=1)
    advance(86_400)
    client.delete_hit(HITId=hit_id)
    kinds = [event["EventType"] for event in sent(market)]
    assert kinds == [
        "HITCreated",
        "AssignmentAccepted",
        "AssignmentReturned",
        "AssignmentAccepted",
        "AssignmentAbandoned",
        "AssignmentAccepted",
        "AssignmentSubmitted",
        "HITReviewable",
        "AssignmentApproved",
        "HITExtended",
        "HITExpired",
        "HITReviewable",
        "HITDisposed",
    ]
    assert "A1ANNA" not in json.dumps(sent(market))
    assert {event["HITId"] for event in sent(market)} == {hit_id}
    assert sent(market)[1]["AssignmentId"] == task.assignment_id


def test_only_the_events_asked_for_are_sent_while_active(client: MTurkClient, market: Market) -> None:
    hit_type = client.create_hit_type(**HIT_TYPE)["HITTypeId"]
    settings = {"HITTypeId": hit_type, "Notification": specification(EventTypes=["HITCreated"])}
    client.update_notification_settings(**settings)
    create(client, hit_type)
    client.update_notification_settings(HITTypeId=hit_type, Active=False)
    create(client, hit_type)
    assert len(sent(market)) == 1


def test_settings_that_cannot_work_are_refused(client: MTurkClient) -> None:
    hit_type = client.create_hit_type(**HIT_TYPE)["HITTypeId"]
    update = client.update_notification_settings
    assert refusal(update, HITTypeId=hit_type)[0] == "ParameterValidationError"
    assert refusal(update, HITTypeId=hit_type, Active=True)[0] == "RequestError"
    email = specification(Transport="Email")
    assert refusal(update, HITTypeId=hit_type, Notification=email)[1] == "InvalidTransportEndpoint"
    for wrong in ({"Version": "1999"}, {"EventTypes": []}):
        assert refusal(update, HITTypeId=hit_type, Notification=specification(**wrong))[0] == "ParameterValidationError"
    update(HITTypeId=hit_type, Notification=specification(Version="2006-05-05"))


class Inbox(ThreadingHTTPServer):
    """A web server that keeps what is posted to it; it can refuse the first few requests."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Reader)
        self.bodies: list[dict[str, Any]] = []
        self.refusals = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/events"


class Reader(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        inbox = self.server
        assert isinstance(inbox, Inbox)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if inbox.refusals:
            inbox.refusals -= 1
            self.send_error(503)
            return
        inbox.bodies.append(body)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    server = Inbox()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def wait_for(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def test_a_web_address_gets_the_event_document(client: MTurkClient, inbox: Inbox) -> None:
    client.send_test_event_notification(Notification=specification(inbox.url), TestEventType="Ping")
    wait_for(lambda: bool(inbox.bodies))
    (body,) = inbox.bodies
    assert (body["EventDocVersion"], body["Events"][0]["EventType"]) == ("2014-08-15", "Ping")
    assert body["CustomerId"].startswith("A")
    assert len(body["EventDocId"]) == 32


def test_an_address_that_fails_is_tried_again(
    client: MTurkClient, inbox: Inbox, market: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "FIRST_RETRY", 0.0)
    inbox.refusals = 1
    client.send_test_event_notification(Notification=specification(inbox.url), TestEventType="Ping")
    wait_for(lambda: bool(inbox.bodies))
    assert inbox.refusals == 0


def test_duplicates_come_with_the_same_document_id(
    client: MTurkClient, inbox: Inbox, market: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "DUPLICATE_DELAY", 0.0)
    with market.moment() as moment:
        change_faults(moment.session.get_one(Control, 1), {"duplicate_events": 1})
    client.send_test_event_notification(Notification=specification(inbox.url), TestEventType="Ping")
    wait_for(lambda: len(inbox.bodies) == 2)
    time.sleep(0.6)
    assert [body["EventDocId"] for body in inbox.bodies] == [inbox.bodies[0]["EventDocId"]] * 2


def test_queues_of_aws_are_kept_for_reading(client: MTurkClient, market: Market) -> None:
    client.send_test_event_notification(Notification=specification(), TestEventType="AssignmentSubmitted")
    with market.moment() as moment:
        (row,) = moment.session.scalars(select(Notification)).all()
    assert (row.state, row.destination) == ("kept", QUEUE)
