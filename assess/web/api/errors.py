"""Errors as the JSON API answers them: a reason for programs, a message for people."""

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from assess.campaign.judging.refusals import RefusedError
from assess.errors import AssessError, ConflictError, LinkError, UnknownNameError

STATUS: dict[type[AssessError], int] = {
    LinkError: 401,
    UnknownNameError: 404,
    RefusedError: 409,
    ConflictError: 409,
}


def answer_errors(blueprint: Blueprint) -> None:
    """Answer the errors of a blueprint in JSON."""
    blueprint.register_error_handler(AssessError, refused)
    blueprint.register_error_handler(HTTPException, http_error)


def refused(error: AssessError) -> ResponseReturnValue:
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
    reason = getattr(error, "reason", "unknown" if status == 404 else "wrong")
    return jsonify(reason=reason, message=str(error)), status


def http_error(error: HTTPException) -> ResponseReturnValue:
    return jsonify(reason="wrong", message=error.description or error.name), error.code or 500
