"""The live page: the organiser's behind a signed link, and a public one if the organiser wants it."""

from collections.abc import Callable

from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from assess.live.board import as_plain, read_board
from assess.live.uploads import coverage_of_runs
from assess.live.view_settings import live_settings
from assess.web.live.access import campaign_at
from assess.web.live.board_cache import PARTS, board_cache_of
from assess.web.live.pages import show
from assess.web.site import site

live = Blueprint("live", __name__)


def at_both_addresses(rule: str) -> Callable[[Callable[..., ResponseReturnValue]], Callable[..., ResponseReturnValue]]:
    """Serve a view at the organiser's address and at the public one."""

    def register(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        live.add_url_rule(f"/live/<token>{rule}", view.__name__, view)
        live.add_url_rule(f"/scores/<name>/<secret>{rule}", view.__name__, view)
        return view

    return register


@at_both_addresses("")
def board_page(**address: str) -> ResponseReturnValue:
    """The leaderboard. What it shows now is in the page; its script keeps it up to date."""
    with site().reading() as session:
        campaign = campaign_at(session, address)
        board = as_plain(read_board(session, campaign, request.args.get("measure")))
        settings = live_settings(campaign)
        runs = coverage_of_runs(session, campaign) if "token" in address and not settings.blind else []
    return show(
        "board",
        title=campaign.texts.get("title") or campaign.name,
        board=board,
        parts=list(PARTS),
        address=address,
        organiser="token" in address,
        settings=settings,
        runs=runs,
    )


@at_both_addresses("/<part>.json")
def board_part(part: str, **address: str) -> ResponseReturnValue:
    """A part of the page; 304 while nothing has changed."""
    if part not in PARTS:
        raise NotFound
    with site().reading() as session:
        campaign = campaign_at(session, address)
        found = board_cache_of(current_app).part(session, campaign, part, request.args.get("measure"))
    answer = Response(found.body, mimetype="application/json")
    answer.set_etag(found.stamp)
    answer.headers["Cache-Control"] = "no-cache, private"
    return answer.make_conditional(request)


@at_both_addresses("/events")
def board_events(**address: str) -> ResponseReturnValue:
    """The leaderboard as a stream of events; 503 when there are too many streams, and the page polls instead."""
    with site().reading() as session:
        campaign = campaign_at(session, address)
        read_board(session, campaign, request.args.get("measure"))
    stream = board_cache_of(current_app).stream(campaign.id, request.args.get("measure"))
    if stream is None:
        return jsonify(message="too many are watching: ask for the board instead"), 503
    return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
