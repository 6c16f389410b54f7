"""Forget people by program. The token is the organiser's."""

from dataclasses import asdict

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from assess.campaign.privacy.erasure import erasure_of
from assess.campaign.privacy.withdrawal import check_person, withdraw
from assess.store.assessors import assessor_numbered
from assess.web.api.changes import author_of, check_organiser
from assess.web.api.errors import answer_errors
from assess.web.api.requests import bearer_token, json_body, optional_field
from assess.web.live.access import organiser_campaign
from assess.web.site import site

privacy_api = Blueprint("privacy_api", __name__, url_prefix="/api")
answer_errors(privacy_api)


@privacy_api.post("/people/<int:number>/forget")
def forget_person(number: int) -> ResponseReturnValue:
    """Forget a person, or only say what that would erase. Who is to be paid is forgotten when that is settled."""
    check_organiser()
    body = json_body() if request.get_data() else {}
    discard, author = optional_field(body, "discard", bool), author_of(body)
    only_look = optional_field(body, "preview", bool)
    with site().writing() as session:
        campaign = organiser_campaign(session, bearer_token())
        assessor = assessor_numbered(session, campaign, number)
        check_person(assessor)
        erasure = erasure_of(session, campaign, assessor, discard=discard)
        told = asdict(erasure) | {"paid": str(erasure.paid)}
        if not only_look:
            told["outcome"] = withdraw(session, campaign, assessor, author, site().now(), discard=discard)
    return jsonify(told)
