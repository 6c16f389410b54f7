"""The web app: the judging pages, the live page and the JSON API.

`create_app` below makes it; `server` runs it. Read in this order:

- `site`: what every view needs: the database, the key of the links, the clock.
- `judge`: the pages of an assessor, from the link to the last page; `languages` has their texts.
- `api`: the same work as JSON, which the judging page and programs call; `assignment_json` is what both show.
- `live`: the leaderboard, for the organiser and for the public; `run_uploads` reads the runs sent to it.
- `error_pages`, `headers`, `metrics`: what surrounds every request.
"""

from random import Random, SystemRandom

from flask import Flask
from sqlalchemy import Engine

from assess import assets
from assess.campaign.access.tokens import signing_key
from assess.clock import clock
from assess.database.engine import writing
from assess.settings import Settings, read_settings
from assess.store.schema import open_database
from assess.web.api.changes import changes_api
from assess.web.api.inbox import inbox_api
from assess.web.api.judging import judging_api
from assess.web.api.privacy import privacy_api
from assess.web.api.progress_calls import progress_api
from assess.web.api.runs import runs_api
from assess.web.error_pages import register_error_pages
from assess.web.headers import add_security_headers
from assess.web.judge.arrivals import arrivals
from assess.web.judge.views import judge as judge_pages
from assess.web.live.board_cache import BoardCache
from assess.web.live.manage import manage
from assess.web.live.views import live as live_pages
from assess.web.metrics import count_requests, metrics
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
    app.extensions["assess.board_cache"] = BoardCache(engine)
    count_requests(app)
    add_security_headers(app)
    register_error_pages(app)
    for blueprint in (
        judging_api,
        runs_api,
        progress_api,
        changes_api,
        inbox_api,
        privacy_api,
        arrivals,
        judge_pages,
        live_pages,
        manage,
        metrics,
    ):
        app.register_blueprint(blueprint)
    return app
