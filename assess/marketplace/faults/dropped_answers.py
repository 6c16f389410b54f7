"""Drop answers: the connection is closed instead, to simulate a bad network."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Response
from waitress.channel import ClientDisconnected

DROPPED = "X-Marketplace-Dropped"  # marks an answer inside the server; it is never sent
Application = Callable[..., Iterable[bytes]]


def drop(response: Response | None = None) -> Response:
    """Mark a response so that it is not sent."""
    dropped = response or Response()
    dropped.headers[DROPPED] = "yes"
    return dropped


def dropping(application: Application) -> Application:
    """Wrap the application: close the connection instead of sending a marked response."""

    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            if any(name == DROPPED for name, _ in headers):
                raise ClientDisconnected  # waitress then assumes that the client has gone
            return start_response(status, headers, *rest)

        return application(environ, start)

    return wrapped
