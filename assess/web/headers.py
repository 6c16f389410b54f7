"""Headers of every answer: nothing from elsewhere runs, no address leaks, only pages for a platform are framed."""

from flask import Flask, Response, g, request

from assess.campaign.visits import SUBMIT_TO

SOURCES = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'"
)


def protect(app: Flask) -> None:
    """Give every answer of the app its headers; a view says by ``g.framed`` and ``g.submit_to`` who may frame it."""

    @app.after_request
    def add_headers(response: Response) -> Response:
        headers = response.headers
        headers.setdefault("Content-Security-Policy", _policy())
        headers.setdefault("X-Content-Type-Options", "nosniff")
        headers.setdefault("Referrer-Policy", "no-referrer")
        headers.setdefault("Cache-Control", "no-store")
        if request.endpoint == "static":
            # In a sandboxed frame without an origin of its own, a page asks for its own scripts as a stranger.
            headers["Access-Control-Allow-Origin"] = "*"
        return response


def _policy() -> str:
    if not g.get("framed"):
        return f"{SOURCES}; form-action 'self'; frame-ancestors 'none'"
    # Which pages frame us is the platform's affair; where the work is handed in is not.
    submit = " ".join(g.get("submit_to") or SUBMIT_TO)
    return f"{SOURCES}; form-action 'self' {submit}; frame-ancestors *"
