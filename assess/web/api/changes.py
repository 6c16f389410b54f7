"""Corrections by program: see what was changed, change something, take it back. The token is the organiser's."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from assess.campaign.corrections.correction import Author, correct, undo
from assess.campaign.corrections.kinds import KINDS
from assess.campaign.corrections.wording import change_as_json, changes_as_json
from assess.campaign.setup.lifecycle import close_campaign, open_campaign, pause_campaign, reopen_campaign
from assess.errors import ParameterError
from assess.live.preview import preview
from assess.store.tables import Campaign, CampaignChange
from assess.web.api.errors import answer_errors
from assess.web.api.requests import bearer_token, json_body, optional_field, required_field
from assess.web.live.access import organiser_campaign
from assess.web.run_uploads import LARGEST_RUN
from assess.web.site import site

changes_api = Blueprint("changes_api", __name__, url_prefix="/api")
answer_errors(changes_api)

WHO = "the organiser's link"
# The fields of the body that are not the correction's own.
OWN_FIELDS = ("kind", "why", "preview", "token")
Change = Callable[[Session, Campaign], CampaignChange]


@changes_api.get("/changes")
def list_changes() -> ResponseReturnValue:
    """Every change of the campaign, as ``assess changes --json`` prints it."""
    with site().reading() as session:
        return jsonify(changes_as_json(session, organiser_campaign(session, bearer_token())))


@changes_api.post("/changes")
def make_change() -> ResponseReturnValue:
    """Make a correction, or only say what it would do."""
    check_organiser()
    request.max_content_length = LARGEST_RUN
    body = json_body()
    kind = required_field(body, "kind", str)
    if kind not in KINDS:
        raise ParameterError(f"found the kind {kind!r}, expected one of {', '.join(sorted(KINDS))}")
    correction = KINDS[kind].parse({name: value for name, value in body.items() if name not in OWN_FIELDS})
    author, now = author_of(body), site().now()
    return _done(body, lambda session, campaign: correct(session, campaign, correction, author, now))


@changes_api.post("/changes/<int:number>/undo")
def undo_change(number: int) -> ResponseReturnValue:
    """Take a change back, or only say what that would do."""
    check_organiser()
    body = json_body() if request.get_data() else {}
    author, now = author_of(body), site().now()
    return _done(body, lambda session, campaign: undo(session, campaign, number, KINDS, author, now))


@changes_api.get("/state")
def show_state() -> ResponseReturnValue:
    with site().reading() as session:
        return jsonify(_state(organiser_campaign(session, bearer_token())))


@changes_api.post("/state")
def change_state() -> ResponseReturnValue:
    """Open, pause, close or reopen the campaign."""
    check_organiser()
    body = json_body()
    action, author, now = required_field(body, "action", str), author_of(body), site().now()
    if action not in ACTIONS:
        raise ParameterError(f"found the action {action!r}, expected one of {', '.join(ACTIONS)}")
    with site().writing() as session:
        campaign = organiser_campaign(session, bearer_token())
        ACTIONS[action](session, campaign, now, author)
        return jsonify(_state(campaign))


def check_organiser() -> None:
    """Refuse any other token before the body is read."""
    with site().reading() as session:
        organiser_campaign(session, bearer_token())


def author_of(body: dict[str, Any]) -> Author:
    return Author(WHO, optional_field(body, "why", str))


def _done(body: dict[str, Any], change: Change) -> ResponseReturnValue:
    if optional_field(body, "preview", bool):
        with site().reading() as session:
            name = organiser_campaign(session, bearer_token()).name
        return jsonify(asdict(preview(site().engine, name, change)))
    with site().writing() as session:
        return jsonify(change_as_json(change(session, organiser_campaign(session, bearer_token())))), 201


def _open(session: Session, campaign: Campaign, now: datetime, author: Author) -> None:
    open_campaign(session, campaign, now, author=author)


def _state(campaign: Campaign) -> dict[str, str]:
    return {"name": campaign.name, "state": campaign.state}


ACTIONS = {"open": _open, "pause": pause_campaign, "close": close_campaign, "reopen": reopen_campaign}
