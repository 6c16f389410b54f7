"""The web application: the requester API at ``POST /``, and the worker's pages."""

from flask import Flask, Response, current_app, request

from assess import assets
from assess.marketplace.admin import admin_calls
from assess.marketplace.api import wire
from assess.marketplace.faults.dropped_answers import drop, dropping
from assess.marketplace.market import Market
from assess.marketplace.site import worker_pages
from assess.marketplace.site.views import format_duration

MOST_BYTES = 8 * 1024 * 1024  # of a request; questions and answers are far smaller


def create_app(market: Market) -> Flask:
    app = Flask(__name__, template_folder=assets.TEMPLATES, static_folder=assets.STATIC)
    app.config.update(
        SECRET_KEY=market.store.secret_key,
        SESSION_COOKIE_NAME="marketplace",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=(market.settings.public_url or "").startswith("https:"),
        MAX_CONTENT_LENGTH=MOST_BYTES,
        MAX_FORM_MEMORY_SIZE=MOST_BYTES,
    )
    app.extensions["marketplace"] = market
    app.add_template_filter(format_duration)
    app.post("/")(_requester_api)
    app.register_blueprint(worker_pages())
    if not market.settings.in_house:
        app.register_blueprint(admin_calls())
    app.wsgi_app = dropping(app.wsgi_app)  # type: ignore[method-assign]  # as Flask itself advises
    return app


def _requester_api() -> Response:
    market: Market = current_app.extensions["marketplace"]
    reply = wire.answer(market, dict(request.headers), request.get_data())
    response = Response(reply.encoded(), reply.status, content_type=wire.CONTENT_TYPE)
    response.headers["x-amzn-RequestId"] = reply.request_id
    return drop(response) if reply.dropped else response
