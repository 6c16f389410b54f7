"""What the organiser does on the live page: uploads runs, hides and shows them, chooses what others see."""

from collections.abc import Mapping
from dataclasses import replace
from secrets import token_urlsafe
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from assess.errors import AssessError, LinkError, ParameterError
from assess.live.uploads import coverage_of_runs, helpful_pairings, run_named, set_hidden, upload
from assess.live.view_settings import LiveSettings, StopRule, change_live, live_settings
from assess.web.error_pages import link_error_page
from assess.web.live.access import organiser_campaign
from assess.web.live.pages import show
from assess.web.run_uploads import LARGEST_RUN, read_run
from assess.web.site import site

manage = Blueprint("manage", __name__, url_prefix="/live/<token>")
manage.register_error_handler(LinkError, link_error_page)

# Pairings in the list: nobody reads more.
MOST_LISTED = 50


@manage.errorhandler(AssessError)
def refused_page(error: AssessError) -> ResponseReturnValue:
    """Why nothing was changed, with a way back."""
    back = url_for("live.board_page", token=(request.view_args or {})["token"])
    return show("refused", message=str(error), back=back), 400


@manage.post("/runs")
def add_runs(token: str) -> ResponseReturnValue:
    """Store the uploaded runs: all of them, or none."""
    request.max_content_length = LARGEST_RUN
    with site().reading() as session:
        organiser_campaign(session, token)
    sent = [file for file in request.files.getlist("run") if file.filename]
    if not sent:
        raise ParameterError("found no file, expected a run")
    runs = [read_run(file.read(), file.filename or "run") for file in sent]
    described, hidden = request.form.get("description") or None, "hidden" in request.form
    with site().writing() as session:
        upload(session, organiser_campaign(session, token), runs, description=described, hidden=hidden)
    return redirect(url_for("live.board_page", token=token), 303)


@manage.get("/runs/<path:name>")
def run_page(token: str, name: str) -> ResponseReturnValue:
    """How much of a run was judged, and which pairings would tell more about it; not while names are hidden."""
    with site().reading() as session:
        campaign = organiser_campaign(session, token)
        if live_settings(campaign).blind:
            raise NotFound
        run = run_named(session, campaign, name)
        coverage = next(run for run in coverage_of_runs(session, campaign) if run.name == name)
        pairings = helpful_pairings(session, campaign, run)
    listed, back = pairings[:MOST_LISTED], url_for("live.board_page", token=token)
    return show("run", run=coverage, pairings=listed, more=len(pairings) - len(listed), back=back)


@manage.post("/settings")
def change_settings(token: str) -> ResponseReturnValue:
    """What the buttons do: choose measures, reveal, blind, publish, withdraw, stop by a rule, hide and show."""
    form = request.form.to_dict()
    with site().writing() as session:
        campaign = organiser_campaign(session, token)
        if form.get("run"):
            run = run_named(session, campaign, form["run"])
            set_hidden(session, run, hidden=form.get("hidden") == "yes")
        change_live(session, campaign, settings_from_form(live_settings(campaign), form), site().now())
    return redirect(url_for("live.board_page", token=token), 303)


def settings_from_form(settings: LiveSettings, form: Mapping[str, str]) -> LiveSettings:
    """The settings with what a form changes."""
    changes: dict[str, Any] = {}
    if "measures" in form:
        changes["measures"] = tuple(form["measures"].split())
    if "blind" in form:
        changes["blind"] = form["blind"] == "yes"
    if "public" in form:
        changes["public"] = token_urlsafe(12) if form["public"] == "yes" else ""
    if "stop" in form:
        changes["stop"] = stop_rule_from_form(settings.stop or StopRule(), form)
    return replace(settings, **changes)


def stop_rule_from_form(rule: StopRule, form: Mapping[str, str]) -> StopRule | None:
    """The stop rule with what a form changes; None for no rule."""
    if form["stop"] == "never":
        return None
    try:
        level = float(form.get("level", rule.level))
    except ValueError:
        raise ParameterError(f"found level {form['level']!r}, expected a probability such as 0.95") from None
    closes: Any = form.get("closes", rule.closes)
    return replace(rule, comparison=form["stop"], level=level, closes=closes)
