"""What runs in processes of its own: the marketplace, the judging app, a pass of assess sync."""

import os
import socket
from collections.abc import Mapping
from decimal import Decimal

from assess.cli import main
from assess.cli.commands import crowd
from assess.marketplace.app import create_app as create_market_app
from assess.marketplace.house_rules import HouseRules
from assess.marketplace.market import Market
from assess.marketplace.server import serve as serve_market
from assess.settings import Settings
from assess.web import create_app, server


def run_marketplace(listening: socket.socket, database: str, balance: Decimal, seed: int) -> None:
    rules = HouseRules(http_questions=True, starting_balance=balance, seed=seed)
    serve_market(create_market_app(Market(database, rules)), listening)


def run_judging_app(listening: socket.socket, settings: Settings) -> None:
    server.serve(create_app(settings), listening, server.stop_on_signals())


def run_sync(name: str, environ: Mapping[str, str]) -> None:
    """The command itself."""
    os.environ.update(environ)
    main([crowd.sync.name or "", name], prog_name="assess")
