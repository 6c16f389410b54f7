"""How the campaign stands, who judges and who holds work, for programs of the organiser. The token is their link's."""

from dataclasses import asdict

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from assess.campaign.consistency.check import checks_as_json
from assess.campaign.judging.disagreement_records import disagreement_records
from assess.campaign.judging.held_work import Chosen, held_record, held_work, reclaim
from assess.campaign.overview.overview import read_overview
from assess.campaign.overview.record import overview_record
from assess.campaign.verification import check_campaign
from assess.errors import ParameterError
from assess.live.people import people_records
from assess.live.side_by_side import side_by_side
from assess.live.verification import check_scores
from assess.web.api.errors import answer_errors
from assess.web.api.requests import bearer_token, json_body, required_field
from assess.web.live.access import organiser_campaign
from assess.web.site import site

progress_api = Blueprint("progress_api", __name__, url_prefix="/api")
answer_errors(progress_api)

# What may be taken back, and the type that names it.
CHOICES: dict[str, type] = {"person": str, "assignment": int, "link": int, "all": bool}


@progress_api.get("/status")
def show_status() -> ResponseReturnValue:
    """How the campaign stands, as ``assess status NAME --json`` prints it, without the money of its crowd."""
    with site().reading() as session:
        found = read_overview(session, organiser_campaign(session, bearer_token()), site().now())
    return jsonify(overview_record(found))


@progress_api.get("/verify")
def verify() -> ResponseReturnValue:
    """What differs from the log, as ``assess verify NAME --json`` prints it, without the ledger of its crowd."""
    with site().reading() as session:
        campaign = organiser_campaign(session, bearer_token())
        checks = [*check_campaign(session, campaign), *check_scores(session, campaign)]
        return jsonify(checks_as_json(campaign.name, checks))


@progress_api.get("/people")
def show_people() -> ResponseReturnValue:
    """Everybody who judges, as ``assess people NAME --json`` prints it."""
    with site().reading() as session:
        return jsonify(people_records(session, organiser_campaign(session, bearer_token()), site().now()))


@progress_api.get("/machines")
def show_machines() -> ResponseReturnValue:
    """People and machines side by side, as ``assess machines NAME --json`` prints it."""
    with site().reading() as session:
        return jsonify(asdict(side_by_side(session, organiser_campaign(session, bearer_token()))))


@progress_api.get("/disagreements")
def show_disagreements() -> ResponseReturnValue:
    """Where people disagree, as ``assess disagreements NAME --json`` prints it; with ``texts=1`` what they saw."""
    with site().reading() as session:
        campaign = organiser_campaign(session, bearer_token())
        found = disagreement_records(session, campaign, texts=request.args.get("texts") == "1")
    return jsonify(found)


@progress_api.get("/held")
def show_held() -> ResponseReturnValue:
    """Who holds which work, as ``assess held NAME --json`` prints it."""
    with site().reading() as session:
        found = held_work(session, organiser_campaign(session, bearer_token()))
    return jsonify([held_record(work, site().now()) for work in found])


@progress_api.post("/reclaim")
def take_work_back() -> ResponseReturnValue:
    """Take held work back at once, as ``assess reclaim NAME --json`` does."""
    body, now = json_body(), site().now()
    named = [choice for choice in CHOICES if choice in body]
    if len(named) != 1 or body.get("all") is False:
        raise ParameterError(
            f"found {', '.join(named) or 'nothing'} to take back, expected one of: {', '.join(CHOICES)}"
        )
    value = required_field(body, named[0], CHOICES[named[0]])
    chosen = Chosen() if named == ["all"] else Chosen(**{named[0]: value})
    with site().writing() as session:
        taken = reclaim(session, organiser_campaign(session, bearer_token()), chosen, now)
    return jsonify([held_record(work, now) for work in taken])
