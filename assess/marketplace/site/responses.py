"""What all pages share: responses in HTML or JSON, headers, protection against forged forms, error pages."""

import hmac
import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from flask import Response, abort, current_app, g, jsonify, redirect, render_template, request, session, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from assess.errors import AssessError
from assess.marketplace.market import Market
from assess.marketplace.people.workers import SignInError

UNPROTECTED = "unprotected"  # attribute of a view that accepts forms of other sites


def market() -> Market:
    found: Market = current_app.extensions["marketplace"]
    return found


def submit_to() -> str:
    """The address for forms in workers' frames: the public URL if set, else the address in the request."""
    return (market().settings.public_url or request.host_url).rstrip("/")


def wants_json() -> bool:
    return request.is_json or request.accept_mimetypes.best == "application/json"


def page(template: str, facts: dict[str, Any], status: int = 200, **only_html: Any) -> Response:
    """The facts as JSON, or a page rendered from the facts and the values *only_html*."""
    if wants_json():
        response = jsonify(facts)
    else:
        response = Response(render_template(f"marketplace/{template}", **facts, **only_html), content_type="text/html")
    response.status_code = status
    return response


def redirect_or_json(endpoint: str, facts: dict[str, Any], **values: Any) -> AnyResponse:
    """The response to a change: scripts get the facts as JSON, browsers are redirected to a page."""
    return jsonify(facts) if wants_json() else redirect(url_for(endpoint, **values), code=303)


def forgery_token() -> str:
    if "forgery" not in session:
        session["forgery"] = secrets.token_urlsafe(24)
    token: str = session["forgery"]
    return token


def unprotected(view: Callable[..., Any]) -> Callable[..., Any]:
    setattr(view, UNPROTECTED, True)
    return view


def protect() -> None:
    """Refuse a form that does not come from one of our pages."""
    if request.method != "POST" or request.is_json:
        return
    if getattr(current_app.view_functions[request.endpoint or ""], UNPROTECTED, False):
        return
    if not hmac.compare_digest(request.form.get("forgery", ""), session.get("forgery", " ")):
        abort(400, "The form is too old or was not made here. Go back, reload the page and try again.")


def allow_frame(url: str | None) -> None:
    """Allow the page of this request to show the URL, and our response to its form, in a frame."""
    parts = urlsplit(url or "")
    g.frame_source = f"'self' {parts.scheme}://{parts.netloc}" if url else "'self'"


def secure_headers(response: AnyResponse) -> AnyResponse:
    policy = {
        "default-src": "'none'",
        "style-src": "'self'",
        "script-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-src": g.get("frame_source", "'none'"),
        "frame-ancestors": g.get("framed_by", "'none'"),
    }
    response.headers.setdefault("Content-Security-Policy", "; ".join(f"{key} {value}" for key, value in policy.items()))
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = "no-store"
    return response


def refuse(error: AssessError) -> AnyResponse:
    """The page of an error: the sign-in form after a failed sign-in, else the message."""
    if isinstance(error, SignInError):
        in_house = market().settings.in_house
        return page("sign_in.html", {"error": str(error)}, 403, forgery=forgery_token(), in_house=in_house)
    return _refused(str(error), 409)


def refuse_http(error: HTTPException) -> AnyResponse:
    words = "There is no such page, or it is not yours." if error.code == 404 else error.description
    return _refused(words or error.name, error.code or 500)


def _refused(words: str, status: int) -> AnyResponse:
    return page("refused.html", {"error": words}, status, forgery=forgery_token(), worker=session.get("worker"))
