"""Headers of every response: no foreign script runs, no address leaks, only pages for a platform may be framed."""

from flask import Flask, Response, g, request

from assess.campaign.access.platform_parameters import SUBMIT_ORIGINS

SOURCES = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'"
)
ANY_TURK = "https://*.mturk.com"


def add_security_headers(app: Flask) -> None:
    """Add the headers to every response; a view sets ``g.framed`` and ``g.submit_to`` to say who may frame it."""

    @app.after_request
    def add_headers(response: Response) -> Response:
        headers = response.headers
        headers.setdefault("Content-Security-Policy", _content_policy())
        headers.setdefault("X-Content-Type-Options", "nosniff")
        headers.setdefault("Referrer-Policy", "no-referrer")
        headers.setdefault("Cache-Control", "no-store")
        if request.endpoint == "static":
            # A page in a sandboxed frame has no origin: it loads its own scripts as if from another site.
            headers["Access-Control-Allow-Origin"] = "*"
        return response


def _content_policy() -> str:
    if not g.get("framed"):
        return f"{SOURCES}; form-action 'self'; frame-ancestors 'none'"
    turk = tuple(SUBMIT_ORIGINS.values())
    submit = g.get("submit_to") or turk
    # Mechanical Turk frames pages from several of its hosts; other platforms from the host that work is submitted to.
    framing = ANY_TURK if set(submit) <= set(turk) else " ".join(submit)
    return f"{SOURCES}; form-action 'self' {' '.join(submit)}; frame-ancestors {framing}"
