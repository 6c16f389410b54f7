"""Headers of every answer: nothing from elsewhere runs, no address leaks, only pages for a platform are framed."""

from flask import Flask, Response, g, request

from assess.campaign.access.link_settings import SUBMIT_ORIGINS

SOURCES = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'"
)
ANY_TURK = "https://*.mturk.com"


def add_security_headers(app: Flask) -> None:
    """Give every answer of the app its headers; a view says by ``g.framed`` and ``g.submit_to`` who may frame it."""

    @app.after_request
    def add_headers(response: Response) -> Response:
        headers = response.headers
        headers.setdefault("Content-Security-Policy", _content_policy())
        headers.setdefault("X-Content-Type-Options", "nosniff")
        headers.setdefault("Referrer-Policy", "no-referrer")
        headers.setdefault("Cache-Control", "no-store")
        if request.endpoint == "static":
            # In a sandboxed frame without an origin of its own, a page asks for its own scripts as a stranger.
            headers["Access-Control-Allow-Origin"] = "*"
        return response


def _content_policy() -> str:
    if not g.get("framed"):
        return f"{SOURCES}; form-action 'self'; frame-ancestors 'none'"
    turk = tuple(SUBMIT_ORIGINS.values())
    submit = g.get("submit_to") or turk
    # Mechanical Turk frames by several hosts of its own; any other platform by the one that work is handed in at.
    framing = ANY_TURK if set(submit) <= set(turk) else " ".join(submit)
    return f"{SOURCES}; form-action 'self' {' '.join(submit)}; frame-ancestors {framing}"
