"""Answers that must not arrive: the connection is closed instead, as a rehearsal of a bad network."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Response
from waitress.channel import ClientDisconnected

DROPPED = "X-Marketplace-Dropped"  # marks an answer inside the server; never leaves it
Application = Callable[..., Iterable[bytes]]


def drop(response: Response | None = None) -> Response:
    """Mark an answer as one that is lost on the way."""
    dropped = response or Response()
    dropped.headers[DROPPED] = "yes"
    return dropped


def dropping(application: Application) -> Application:
    """The application, closing the connection instead of sending an answer that is marked."""

    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            if any(name == DROPPED for name, _ in headers):
                raise ClientDisconnected  # waitress then believes that nobody listens any more
            return start_response(status, headers, *rest)

        return application(environ, start)

    return wrapped
