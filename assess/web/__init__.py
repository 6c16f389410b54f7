"""The web app: the judging pages, the live page and the JSON API."""

from random import Random, SystemRandom

from flask import Flask
from sqlalchemy import Engine

from assess import assets
from assess.campaign.access.tokens import signing_key
from assess.clock import clock
from assess.database.engine import writing
from assess.settings import Settings, read_settings
from assess.store.schema import open_database
from assess.web.api.judging import api as judging_api
from assess.web.api.runs import runs_api
from assess.web.error_pages import register_error_pages
from assess.web.headers import protect
from assess.web.judge.arrivals import arrivals
from assess.web.judge.views import judge as judge_pages
from assess.web.live.board_cache import Boards
from assess.web.live.manage import manage
from assess.web.live.views import live as live_pages
from assess.web.metrics import metrics, watch
from assess.web.site import Site

# Bodies of the API are answers and comments: anything larger is a mistake.
LARGEST_BODY = 1_000_000


def create_app(settings: Settings | None = None, engine: Engine | None = None) -> Flask:
    """The app on the database of the settings, which are the environment's if none are given."""
    settings = settings or read_settings()
    engine = engine or open_database(settings.database)
    with writing(engine) as session:
        key = signing_key(session, settings.secret)

    app = Flask(__name__, template_folder=str(assets.TEMPLATES), static_folder=str(assets.STATIC))
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    chance = SystemRandom() if settings.seed is None else Random(settings.seed)
    app.extensions["assess"] = Site(engine, key, settings, clock(settings.clock), chance)
    app.extensions["assess.boards"] = Boards(engine)
    watch(app)
    protect(app)
    register_error_pages(app)
    for blueprint in (judging_api, runs_api, arrivals, judge_pages, live_pages, manage, metrics):
        app.register_blueprint(blueprint)
    return app
