"""The live page: the organiser's behind a signed link, and one for everybody if she wants it."""

from collections.abc import Callable

from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from assess.live.board import as_plain, read_board
from assess.live.uploads import coverage_of_runs
from assess.live.view_settings import live_settings
from assess.web.live.access import looked_at
from assess.web.live.board_cache import PARTS, boards_of
from assess.web.live.pages import show
from assess.web.site import site

live = Blueprint("live", __name__)


def of_both(rule: str) -> Callable[[Callable[..., ResponseReturnValue]], Callable[..., ResponseReturnValue]]:
    """Serve a view at the organiser's address and at that for everybody."""

    def register(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        live.add_url_rule(f"/live/<token>{rule}", view.__name__, view)
        live.add_url_rule(f"/scores/<name>/<secret>{rule}", view.__name__, view)
        return view

    return register


@of_both("")
def page(**door: str) -> ResponseReturnValue:
    """The leaderboard. What it shows now is in the page; its script keeps it up to date."""
    with site().reading() as session:
        campaign = looked_at(session, door)
        board = as_plain(read_board(session, campaign, request.args.get("measure")))
        settings = live_settings(campaign)
        runs = coverage_of_runs(session, campaign) if "token" in door and not settings.blind else []
    return show(
        "board",
        title=campaign.texts.get("title") or campaign.name,
        board=board,
        parts=list(PARTS),
        door=door,
        organiser="token" in door,
        settings=settings,
        runs=runs,
    )


@of_both("/<part>.json")
def part(part: str, **door: str) -> ResponseReturnValue:
    """A part of the page; 304 while nothing has changed."""
    if part not in PARTS:
        raise NotFound
    with site().reading() as session:
        campaign = looked_at(session, door)
        found = boards_of(current_app).part(session, campaign, part, request.args.get("measure"))
    answer = Response(found.body, mimetype="application/json")
    answer.set_etag(found.stamp)
    answer.headers["Cache-Control"] = "no-cache, private"
    return answer.make_conditional(request)


@of_both("/events")
def events(**door: str) -> ResponseReturnValue:
    """The leaderboard as a stream of events; 503 when there are too many streams, and the page asks again and again."""
    with site().reading() as session:
        campaign = looked_at(session, door)
        read_board(session, campaign, request.args.get("measure"))
    stream = boards_of(current_app).stream(campaign.id, request.args.get("measure"))
    if stream is None:
        return jsonify(message="too many are watching: ask for the board instead"), 503
    return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
