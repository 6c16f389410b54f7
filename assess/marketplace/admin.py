"""Calls that control a rehearsal: move the clock, switch faults, enrol workers, read notifications.

They exist in rehearsals only. They accept requests from this machine only, and JSON only, so that web pages cannot send
them.
"""

import ipaddress
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request
from sqlalchemy import select

from assess.errors import AssessError, ParameterError
from assess.marketplace import clock
from assess.marketplace.faults.switches import change_faults
from assess.marketplace.market import Market
from assess.marketplace.people.workers import Profile, enrol
from assess.marketplace.tables import Control, Notification


def admin_calls() -> Blueprint:
    calls = Blueprint("admin", __name__, url_prefix="/admin")
    calls.before_request(_protect)
    calls.register_error_handler(AssessError, _refuse)
    calls.post("/clock")(move_clock)
    calls.post("/faults")(switch_faults)
    calls.post("/workers")(enrol_worker)
    calls.post("/notifications")(list_notifications)
    return calls


def move_clock() -> Response:
    """``{"advance": seconds, "speed": factor}``, both optional; returns the marketplace's time."""
    wanted = _body()
    with _market().moment() as moment:
        now = clock.advance(moment.session, _number(wanted, "advance", 0.0))
        if "speed" in wanted:
            now = clock.set_speed(moment.session, _number(wanted, "speed", 1.0))
    return jsonify({"now": now})


def switch_faults() -> Response:
    """``{"drop": 0.1, "lag": 30}``: set these switches; returns all switches."""
    with _market().moment() as moment:
        faults = change_faults(moment.session.get_one(Control, 1), _body())
    return jsonify(vars(faults))


def enrol_worker() -> Response:
    """``{"worker": "A1", "country": "US", ...}``: set the profile of a worker; returns their id."""
    wanted = _body()
    worker_id = str(wanted.pop("worker", ""))
    unknown = wanted.keys() - vars(Profile()).keys()
    if unknown:
        raise ParameterError(f"found {', '.join(sorted(unknown))}, expected worker, {', '.join(vars(Profile()))}")
    with _market().moment() as moment:
        enrol(moment.session, worker_id, Profile(**wanted), moment.now)
    return jsonify({"worker": worker_id})


def list_notifications() -> Response:
    """``{"after": id}``: return the notifications with larger ids, delivered or not."""
    with _market().moment() as moment:
        later = select(Notification).where(Notification.id > int(_number(_body(), "after", 0.0)))
        found = moment.session.scalars(later.order_by(Notification.id)).all()
        return jsonify([{"id": n.id, "destination": n.destination, "state": n.state, "body": n.body} for n in found])


def _market() -> Market:
    market: Market = current_app.extensions["marketplace"]
    return market


def _protect() -> None:
    if not ipaddress.ip_address(request.remote_addr or "0.0.0.0").is_loopback:
        abort(403, "Only this machine may run the rehearsal.")
    if not request.is_json:
        abort(415, "Send JSON.")


def _body() -> dict[str, Any]:
    body = request.get_json()
    if not isinstance(body, dict):
        raise ParameterError(f"found {type(body).__name__}, expected a JSON object")
    return body


def _number(body: dict[str, Any], name: str, default: float) -> float:
    value = body.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ParameterError(f"{name}: found {value!r}, expected a number")
    return float(value)


def _refuse(error: Exception) -> tuple[Response, int]:
    return jsonify({"error": str(error)}), 400
