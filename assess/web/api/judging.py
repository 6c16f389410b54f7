"""The JSON API: take an assignment, save answers, finish it. For the judging page and for programs."""

from dataclasses import asdict
from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from assess.campaign.access.arrivals import arrive
from assess.campaign.access.consent import consent, decline
from assess.campaign.inbox.comments import Place, comment, flag, own_comments
from assess.campaign.inbox.record import own_record
from assess.campaign.judging.answers import Reply, Saved, save
from assess.campaign.judging.assignment_view import read_assignment
from assess.campaign.judging.finishing import finish
from assess.campaign.judging.leases import release
from assess.campaign.judging.refusals import NoWork
from assess.campaign.privacy.withdrawal import withdraw_by_oneself
from assess.campaign.withdrawal_terms import judgments_after_withdrawal
from assess.web.api.errors import answer_errors
from assess.web.api.openapi import openapi_document
from assess.web.api.requests import bearer_token, json_body, optional_field, required_field
from assess.web.assignment_json import assignment_as_json
from assess.web.site import site

judging_api = Blueprint("api", __name__, url_prefix="/api")
answer_errors(judging_api)


@judging_api.after_request
def open_to_any_origin(response: Any) -> Any:
    """A sandboxed frame has no origin. There is no cookie to misuse: who has the token may call from anywhere."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
        response.headers["Access-Control-Allow-Methods"] = "GET, POST, PUT"
        response.headers["Access-Control-Max-Age"] = "86400"
    return response


@judging_api.get("/openapi.json")
def openapi() -> ResponseReturnValue:
    return jsonify(openapi_document())


@judging_api.post("/arrivals")
def add_arrival() -> ResponseReturnValue:
    """Arrive by the link of a panel or a platform, as a browser does."""
    body = json_body()
    parameters: dict[str, Any] = required_field(body, "parameters", dict)
    pairs = [(str(name), str(value)) for name, value in parameters.items()]
    with site().reading() as session:
        arrival = arrive(session, site().key, required_field(body, "link", str), pairs, site().now())
    return jsonify(token=site().key.token(arrival.claim), preview=arrival.preview), 201


@judging_api.post("/consent")
def give_consent() -> ResponseReturnValue:
    agreed = required_field(json_body(), "agree", bool)
    with site().writing() as session:
        arrival = site().arrival(session, bearer_token())
        (consent if agreed else decline)(session, arrival, site().now())
    return jsonify(agreed=agreed)


@judging_api.post("/assignments")
def take_assignment() -> ResponseReturnValue:
    """The assignment that the caller holds, or a new one."""
    token = bearer_token()
    _, found = site().hand_out(token)
    if isinstance(found, NoWork):
        return jsonify(reason=found.reason, message=found.reason.message, assignment=found.assignment_id), 409
    return jsonify(assignment_as_json(found, token)), 201


@judging_api.get("/assignments/<int:assignment>")
def show_assignment(assignment: int) -> ResponseReturnValue:
    token = bearer_token()
    with site().reading() as session:
        held = read_assignment(session, site().arrival(session, token), assignment)
    return jsonify(assignment_as_json(held, token))


@judging_api.put("/assignments/<int:assignment>/tasks/<int:position>")
def save_answer(assignment: int, position: int) -> ResponseReturnValue:
    return _save(assignment, position, "answer")


@judging_api.put("/assignments/<int:assignment>/grades/<int:position>")
def save_grade(assignment: int, position: int) -> ResponseReturnValue:
    return _save(assignment, position, "grade")


def _save(assignment: int, position: int, field: str) -> ResponseReturnValue:
    reply = _reply(field)
    claim = site().key.read(bearer_token())
    now, is_grade = site().now(), field == "grade"
    saved = site().writer.run(
        lambda connection: save(connection, claim, assignment, position, reply, now, grade=is_grade)
    )
    return jsonify(_saved(saved))


def _saved(saved: Saved) -> dict[str, Any]:
    shown = {"saved": True, "position": saved.position, "answered": saved.answered, "of": saved.of}
    return shown if saved.feedback is None else shown | {"feedback": asdict(saved.feedback)}


@judging_api.post("/assignments/<int:assignment>/finish")
def finish_assignment(assignment: int) -> ResponseReturnValue:
    token, here = bearer_token(), site()
    outcome = here.writer.run_session(
        lambda session: finish(session, here.arrival(session, token), assignment, here.now())
    )
    return jsonify(asdict(outcome))


@judging_api.post("/assignments/<int:assignment>/release")
def release_assignment(assignment: int) -> ResponseReturnValue:
    with site().writing() as session:
        release(session, site().arrival(session, bearer_token()), assignment, site().now())
    return jsonify(released=True)


@judging_api.post("/comments")
def send_comment() -> ResponseReturnValue:
    body = json_body()
    text = required_field(body, "text", str)
    place = Place(optional_field(body, "assignment", int), optional_field(body, "position", int))
    with site().writing() as session:
        comment(session, site().arrival(session, bearer_token()), text, place, site().now())
    return jsonify(stored=True), 201


@judging_api.get("/comments/mine")
def list_own_comments() -> ResponseReturnValue:
    """What the caller wrote, with the organiser's answers."""
    with site().reading() as session:
        found = own_comments(session, site().arrival(session, bearer_token()))
    return jsonify([own_record(own) for own in found])


@judging_api.post("/assignments/<int:assignment>/tasks/<int:position>/flag")
def flag_task(assignment: int, position: int) -> ResponseReturnValue:
    """Tell the organiser that something is wrong with a task. The same flag again is stored once."""
    body = json_body()
    reason, note = required_field(body, "reason", str), optional_field(body, "note", str) or ""
    with site().writing() as session:
        arrival = site().arrival(session, bearer_token())
        is_new = flag(session, arrival, Place(assignment, position), reason, note, site().now())
    return jsonify(stored=True), 201 if is_new else 200


@judging_api.post("/withdraw")
def withdraw() -> ResponseReturnValue:
    """Withdraw, and have everything erased that identifies the caller; who is to be paid has to wait for that."""
    with site().writing() as session:
        arrival = site().arrival(session, bearer_token())
        outcome = withdraw_by_oneself(session, arrival, site().now())
        judgments = judgments_after_withdrawal(arrival.campaign)
    return jsonify(outcome=outcome, judgments=judgments)


def _reply(field: str) -> Reply:
    body = json_body()
    return Reply(
        answer=required_field(body, field, float),
        seconds=optional_field(body, "seconds", float),
        changes=optional_field(body, "changes", int) or 0,
        key=optional_field(body, "key", str),
    )
