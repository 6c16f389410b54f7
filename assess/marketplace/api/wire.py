"""Amazon's JSON 1.1 over HTTP: turn a signed request into a call, and its answer or refusal into a response."""

import json
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from assess.marketplace.api.call import Call
from assess.marketplace.api.limits import check_limits
from assess.marketplace.api.operations import OPERATIONS
from assess.marketplace.api.schema import operation_model, read_body
from assess.marketplace.api.signature import Signature, check_signature, read_signature
from assess.marketplace.errors import Refusal, service_fault, throttled
from assess.marketplace.market import Market, Moment
from assess.marketplace.people.requesters import find_requester, open_account
from assess.marketplace.tables import Requester

TARGET = "MTurkRequesterServiceV20170117"
CONTENT_TYPE = "application/x-amz-json-1.1"


@dataclass(frozen=True)
class WireReply:
    """The response to a request; with ``dropped``, the connection is closed instead."""

    status: int
    body: dict[str, Any]
    request_id: str
    dropped: bool = False

    def encoded(self) -> bytes:
        return json.dumps(self.body).encode()


def answer(market: Market, headers: Mapping[str, str], body: bytes) -> WireReply:
    """Carry out one request of the requester API."""
    request_id = str(uuid.uuid4())
    try:
        result, dropped = _carry_out(market, headers, body, request_id)
    except Refusal as refusal:
        return WireReply(refusal.status, _error_body(refusal), request_id)
    except OperationalError:  # the database is down or too busy: nothing was done, the client may retry
        fault = service_fault()
        return WireReply(fault.status, _error_body(fault), request_id)
    return WireReply(200, result, request_id, dropped)


def _carry_out(market: Market, headers: Mapping[str, str], body: bytes, request_id: str) -> tuple[dict[str, Any], bool]:
    """The operation's answer, and whether to drop it; its changes are committed by then."""
    operation = _operation(headers.get("X-Amz-Target", ""))
    signature = read_signature(headers)
    with market.moment() as moment:
        faults = moment.faults
        _strike_before(market, moment)
        requester = _requester(market, moment, signature, headers, body)
        parameters = read_body(operation, body)
        check_limits(operation, parameters)
        call = Call(moment.session, requester, parameters, moment.now, request_id, market.settings, faults)
        result = OPERATIONS[operation](call)
    if market.happens(faults.fail_after):
        raise service_fault()
    return result, market.happens(faults.drop)


def _operation(target: str) -> str:
    service, _, operation = target.partition(".")
    return operation_model(operation if service == TARGET else "").name


def _strike_before(market: Market, moment: Moment) -> None:
    if market.happens(moment.faults.throttle):
        raise throttled()
    if market.happens(moment.faults.fail_before):
        raise service_fault()


def _requester(
    market: Market, moment: Moment, signature: Signature, headers: Mapping[str, str], body: bytes
) -> Requester:
    """The account of the access key. In-house it must exist and have signed; in a rehearsal it is created if needed."""
    session: Session = moment.session
    account = find_requester(session, signature.access_key)
    if not market.settings.in_house:
        return account or open_account(session, signature.access_key, market.settings.starting_balance, moment.now)
    if account is None or account.secret is None:
        raise Refusal("UnrecognizedClientException", "The security token included in the request is invalid.")
    check_signature(signature, account.secret, headers, body, time.time())
    return account


def _error_body(refusal: Refusal) -> dict[str, Any]:
    body = {"__type": refusal.code, "Message": refusal.message}
    return body | ({"TurkErrorCode": refusal.turk_code} if refusal.turk_code else {})
