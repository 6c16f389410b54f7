"""The programs that run in their own process: the marketplace, the judging app, a pass of assess sync."""

import socket
import sys
from decimal import Decimal

from assess.database.engine import reading
from assess.marketplace.app import create_app as create_market_app
from assess.marketplace.market import Market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.server import serve as serve_market
from assess.recruit.crowd import NotNow
from assess.recruit.launch import recruiter_of
from assess.recruit.sync import sync
from assess.settings import Settings
from assess.store.campaigns import campaign_named
from assess.store.launches import known_launch
from assess.store.schema import open_database
from assess.web import create_app, server


def run_marketplace(listening: socket.socket, database: str, balance: Decimal, seed: int) -> None:
    rules = MarketSettings(http_questions=True, starting_balance=balance, seed=seed)
    serve_market(create_market_app(Market(database, rules)), listening)


def run_judging_app(listening: socket.socket, settings: Settings) -> None:
    server.serve(create_app(settings), listening, server.stop_on_signals())


def run_sync(name: str, settings: Settings) -> None:
    """One pass, as ``assess sync NAME`` makes it; problems go to the log."""
    engine = open_database(settings.database)
    with reading(engine) as session:
        launch_id = known_launch(session, campaign_named(session, name)).id
    try:
        problems = sync(recruiter_of(engine, launch_id, settings)).problems
    except NotNow as error:
        problems = [str(error)]
    sys.stderr.writelines(f"{name}: {problem}\n" for problem in problems)
