"""The web application: the requester API at ``POST /``, pages for workers around it."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, current_app, request
from waitress.channel import ClientDisconnected

from assess import assets
from assess.marketplace import wire
from assess.marketplace.market import Market

DROPPED = "X-Marketplace-Dropped"  # set on an answer that must not arrive; never leaves the server


def create_app(market: Market) -> Flask:
    app = Flask(__name__, template_folder=assets.TEMPLATES, static_folder=assets.STATIC)
    app.secret_key = market.store.secret_key
    app.extensions["marketplace"] = market
    app.post("/")(_requester_api)
    app.wsgi_app = _dropping(app.wsgi_app)  # type: ignore[method-assign]
    return app


def _requester_api() -> Response:
    market: Market = current_app.extensions["marketplace"]
    reply = wire.answer(market, dict(request.headers), request.get_data())
    response = Response(reply.encoded(), reply.status, content_type=wire.CONTENT_TYPE)
    response.headers["x-amzn-RequestId"] = reply.request_id
    if reply.dropped:
        response.headers[DROPPED] = "yes"
    return response


def _dropping(application: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """Close the connection instead of sending an answer that is marked as dropped."""

    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            if any(name == DROPPED for name, _ in headers):
                raise ClientDisconnected
            return start_response(status, headers, *rest)

        return application(environ, start)

    return wrapped
