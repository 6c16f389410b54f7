"""Sign in and out, and views for signed-in workers."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

from assess.marketplace.market import Moment
from assess.marketplace.people.workers import Profile, SignInError, check_password, enrol
from assess.marketplace.site.responses import forgery_token, market, page, redirect_or_json, wants_json
from assess.marketplace.tables import Worker

View = Callable[Concatenate[Moment, Worker, ...], Response]


def for_workers(view: View) -> Callable[..., Response]:
    """Decorate a view: it gets a moment of the marketplace and the worker who is signed in."""

    @wraps(view)
    def wrapped(**arguments: Any) -> Response:
        with market().moment() as moment:
            worker = moment.session.get(Worker, session.get("worker", ""))
            if worker is not None:
                return view(moment, worker, **arguments)
        if wants_json():
            raise SignInError("Sign in first.")
        return redirect(url_for("site.show_sign_in", next=_here()), code=303)

    return wrapped


def show_sign_in() -> Response:
    return page("sign_in.html", {"error": None}, forgery=forgery_token(), in_house=market().settings.in_house)


def do_sign_in() -> Response:
    given = (request.get_json(silent=True) or {}) if request.is_json else request.form
    worker_id, password = str(given.get("worker", "")).strip(), str(given.get("password", ""))
    with market().moment() as moment:
        known = moment.session.get(Worker, worker_id)
    check_password(known, password, in_house=market().settings.in_house)
    with market().moment() as moment:
        worker = known or enrol(moment.session, worker_id, Profile(), moment.now)
    session.clear()  # nothing of an earlier sign-in stays
    session["worker"] = worker.worker_id
    if wants_json():
        return redirect_or_json("site.list_hits", {"worker": worker.worker_id})
    return redirect(_safe(request.args.get("next")), code=303)


def do_sign_out() -> Response:
    session.clear()
    return redirect_or_json("site.show_sign_in", {"worker": None})


def add_routes(pages: Blueprint) -> None:
    pages.get("/sign-in")(show_sign_in)
    pages.post("/sign-in")(do_sign_in)
    pages.post("/sign-out")(do_sign_out)


def _here() -> str | None:
    return request.full_path.rstrip("?") if request.method == "GET" else None


def _safe(target: str | None) -> str:
    """The target if it is a page of this site, else the list of HITs; browsers read // and /\\ as another host."""
    if target and target.startswith("/") and not target.startswith(("//", "/\\")):
        return target
    return url_for("site.list_hits")
