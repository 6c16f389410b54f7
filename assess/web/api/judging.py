"""The JSON API: take work, save, finish. The page uses it, and so may any program with a bearer token."""

from dataclasses import asdict
from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from assess.campaign.access.arrivals import arrive
from assess.campaign.access.consent import comment, consent, decline
from assess.campaign.judging.answers import Reply, Saved, save
from assess.campaign.judging.assignment_view import read_hit
from assess.campaign.judging.handing_out import finish, release
from assess.campaign.judging.refusals import Nothing, RefusedError
from assess.errors import AssessError, ConflictError, LinkError, UnknownNameError
from assess.web.api.openapi import describe
from assess.web.api.requests import bearer_token, field_of, json_body, optional_of
from assess.web.assignment_json import hit_as_json
from assess.web.site import site

api = Blueprint("api", __name__, url_prefix="/api")

STATUS: dict[type[AssessError], int] = {
    LinkError: 401,
    UnknownNameError: 404,
    RefusedError: 409,
    ConflictError: 409,
}


@api.errorhandler(AssessError)
def refused(error: AssessError) -> ResponseReturnValue:
    """The error with a reason for programs and words for people."""
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
    reason = getattr(error, "reason", "unknown" if status == 404 else "wrong")
    return jsonify(reason=reason, message=str(error)), status


@api.errorhandler(HTTPException)
def not_understood(error: HTTPException) -> ResponseReturnValue:
    return jsonify(reason="wrong", message=error.description or error.name), error.code or 500


@api.after_request
def open_to_any_origin(response: Any) -> Any:
    """A sandboxed frame has no origin. There is no cookie to misuse: whoever has the token may call from anywhere."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
        response.headers["Access-Control-Allow-Methods"] = "GET, POST, PUT"
        response.headers["Access-Control-Max-Age"] = "86400"
    return response


@api.get("/openapi.json")
def openapi() -> ResponseReturnValue:
    return jsonify(describe())


@api.post("/visits")
def arrived() -> ResponseReturnValue:
    """Come by a panel's or a platform's link, as a browser would by its address."""
    body = json_body()
    parameters: dict[str, Any] = field_of(body, "parameters", dict)
    pairs = [(str(name), str(value)) for name, value in parameters.items()]
    with site().reading() as session:
        visit = arrive(session, site().key, field_of(body, "link", str), pairs, site().now())
    return jsonify(token=site().key.token(visit.claim), preview=visit.preview), 201


@api.post("/consent")
def agree() -> ResponseReturnValue:
    agreed = field_of(json_body(), "agree", bool)
    with site().writing() as session:
        visit = site().visit(session, bearer_token())
        (consent if agreed else decline)(session, visit, site().now())
    return jsonify(agreed=agreed)


@api.post("/hits")
def hits() -> ResponseReturnValue:
    """The HIT that the caller holds, or a new one."""
    token = bearer_token()
    _, found = site().take_hit(token)
    if isinstance(found, Nothing):
        return jsonify(reason=found.reason, message=found.reason.message, hit=found.hit_id), 409
    return jsonify(hit_as_json(found, token)), 201


@api.get("/hits/<int:hit>")
def one_hit(hit: int) -> ResponseReturnValue:
    token = bearer_token()
    with site().reading() as session:
        held = read_hit(session, site().visit(session, token), hit)
    return jsonify(hit_as_json(held, token))


@api.put("/hits/<int:hit>/tasks/<int:position>")
def answer(hit: int, position: int) -> ResponseReturnValue:
    return _save(hit, position, "answer")


@api.put("/hits/<int:hit>/grades/<int:position>")
def grade(hit: int, position: int) -> ResponseReturnValue:
    return _save(hit, position, "grade")


def _save(hit: int, position: int, field: str) -> ResponseReturnValue:
    reply = _reply(field)
    claim = site().key.read(bearer_token())
    now, is_grade = site().now(), field == "grade"
    saved = site().writer.run(lambda connection: save(connection, claim, hit, position, reply, now, grade=is_grade))
    return jsonify(_saved(saved))


def _saved(saved: Saved) -> dict[str, Any]:
    shown = {"saved": True, "position": saved.position, "answered": saved.answered, "of": saved.of}
    return shown if saved.feedback is None else shown | {"feedback": asdict(saved.feedback)}


@api.post("/hits/<int:hit>/finish")
def hand_in(hit: int) -> ResponseReturnValue:
    token, here = bearer_token(), site()
    outcome = here.writer.run_session(lambda session: finish(session, here.visit(session, token), hit, here.now()))
    return jsonify(asdict(outcome))


@api.post("/hits/<int:hit>/release")
def give_back(hit: int) -> ResponseReturnValue:
    with site().writing() as session:
        release(session, site().visit(session, bearer_token()), hit, site().now())
    return jsonify(released=True)


@api.post("/comments")
def tell() -> ResponseReturnValue:
    body = json_body()
    with site().writing() as session:
        visit = site().visit(session, bearer_token())
        comment(session, visit, field_of(body, "text", str), optional_of(body, "hit", int), site().now())
    return jsonify(stored=True), 201


def _reply(field: str) -> Reply:
    body = json_body()
    return Reply(
        answer=field_of(body, field, float),
        seconds=optional_of(body, "seconds", float),
        changes=optional_of(body, "changes", int) or 0,
        key=optional_of(body, "key", str),
    )
