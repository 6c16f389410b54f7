"""Runs and scores for programs: the organiser's part of the JSON API. The token is that of the organiser's link."""

from dataclasses import asdict

from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from assess.live.uploads import coverage_of_runs, helpful_pairings, run_named, set_hidden, upload
from assess.web.api.errors import answer_errors
from assess.web.api.requests import bearer_token, json_body, required_field
from assess.web.live.access import organiser_campaign
from assess.web.live.board_cache import board_cache_of
from assess.web.run_uploads import LARGEST_RUN, read_run
from assess.web.site import site

runs_api = Blueprint("runs_api", __name__, url_prefix="/api")
answer_errors(runs_api)


@runs_api.get("/board")
def show_board() -> ResponseReturnValue:
    """The leaderboard, as ``assess watch --json`` prints it."""
    with site().reading() as session:
        campaign = organiser_campaign(session, bearer_token())
        found = board_cache_of(current_app).part(session, campaign, "board", request.args.get("measure"))
    return Response(found.body, mimetype="application/json")


@runs_api.get("/runs")
def list_runs() -> ResponseReturnValue:
    """Every run, hidden ones too, and how much of its top ranks was judged."""
    with site().reading() as session:
        found = coverage_of_runs(session, organiser_campaign(session, bearer_token()))
    return jsonify([asdict(run) for run in found])


@runs_api.post("/runs")
def add_run() -> ResponseReturnValue:
    """Store the run in the body, gzip or not."""
    request.max_content_length = LARGEST_RUN
    described, hidden = request.args.get("description") or None, "hidden" in request.args
    with site().reading() as session:
        organiser_campaign(session, bearer_token())
    run = read_run(request.get_data(), "the body")
    with site().writing() as session:
        [taken] = upload(
            session, organiser_campaign(session, bearer_token()), [run], description=described, hidden=hidden
        )
    return jsonify(asdict(taken)), 201


@runs_api.patch("/runs/<path:name>")
def change_run(name: str) -> ResponseReturnValue:
    """Hide a run from the leaderboard, show it, or describe it."""
    body = json_body()
    with site().writing() as session:
        run = run_named(session, organiser_campaign(session, bearer_token()), name)
        if "hidden" in body:
            set_hidden(session, run, hidden=required_field(body, "hidden", bool))
        if "description" in body:
            run.description = required_field(body, "description", str) or None
        return jsonify(name=run.name, description=run.description, hidden=run.hidden)


@runs_api.get("/runs/<path:name>/helpful")
def list_helpful_pairings(name: str) -> ResponseReturnValue:
    """Pairings that would tell more about a run, best ranks first."""
    with site().reading() as session:
        campaign = organiser_campaign(session, bearer_token())
        found = helpful_pairings(session, campaign, run_named(session, campaign, name))
    return jsonify([asdict(pairing) for pairing in found])
