"""Comments and flags by program: read them, answer, resolve. The token is the organiser's."""

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from assess.campaign.inbox.inbox import Answered, answer, read_entry, read_inbox, read_task, reopen, resolve
from assess.campaign.inbox.record import entry_record, entry_with_task_record
from assess.web.api.changes import WHO, check_organiser
from assess.web.api.errors import answer_errors
from assess.web.api.requests import bearer_token, json_body, optional_field, required_field
from assess.web.live.access import organiser_campaign
from assess.web.site import site

inbox_api = Blueprint("inbox_api", __name__, url_prefix="/api")
answer_errors(inbox_api)


@inbox_api.get("/comments")
def list_comments() -> ResponseReturnValue:
    """The comments and flags, as ``assess inbox NAME --json`` prints them: the open ones, or all of them."""
    everything = "all" in request.args
    with site().reading() as session:
        found = read_inbox(session, organiser_campaign(session, bearer_token()))
    return jsonify([entry_record(entry) for entry in found if everything or entry.is_open])


@inbox_api.get("/comments/<int:number>")
def show_comment(number: int) -> ResponseReturnValue:
    """One of them, with the texts that its assessor saw."""
    with site().reading() as session:
        entry = read_entry(session, organiser_campaign(session, bearer_token()), number)
        return jsonify(entry_with_task_record(entry, read_task(session, entry)))


@inbox_api.post("/comments/<int:number>/answer")
def answer_comment(number: int) -> ResponseReturnValue:
    """Answer it; this also resolves it, unless it is kept open."""
    check_organiser()
    body = json_body()
    given = Answered(
        required_field(body, "text", str),
        keep_open=optional_field(body, "keep_open", bool) or False,
        replace=optional_field(body, "replace", bool) or False,
    )
    with site().writing() as session:
        campaign = organiser_campaign(session, bearer_token())
        return jsonify(entry_record(answer(session, campaign, number, given, WHO, site().now())))


@inbox_api.post("/comments/<int:number>/resolve")
def resolve_comment(number: int) -> ResponseReturnValue:
    """Mark it as done with, or open it again."""
    check_organiser()
    undo = optional_field(json_body(), "undo", bool) if request.get_data() else False
    with site().writing() as session:
        campaign = organiser_campaign(session, bearer_token())
        if undo:
            [done] = reopen(session, campaign, [number])
        else:
            [done] = resolve(session, campaign, [number], WHO, site().now())
        return jsonify(entry_record(done))
