"""Serve the judging app and the live scores."""

from dataclasses import replace
from functools import partial

import click
from sqlalchemy import Engine, make_url

from assess.campaign.access.links import organiser_link
from assess.campaign.access.tokens import signing_key
from assess.cli.commands.judging.links import address_of
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.database.engine import writing
from assess.errors import ParameterError
from assess.settings import read_settings
from assess.sockets import listen
from assess.store.campaigns import all_campaigns
from assess.store.links import links_of
from assess.store.tables import Link
from assess.web import create_app
from assess.web import server as web_server

# Links shown for each campaign: assess invite NAME shows all.
SHOWN = 10


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0 is all of them.")
@click.option("--port", default=8000, show_default=True, help="Port to listen at; 0 takes a free one.")
@click.option(
    "--threads", type=click.IntRange(1), default=web_server.THREADS, show_default=True, help="Of each process."
)
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True, help="More than 1 need PostgreSQL.")
@click.option(
    "--url", metavar="URL", show_default="http://HOST:PORT", help="The address at which others reach the server."
)
@database_option
def serve(host: str, port: int, threads: int, processes: int, url: str | None, database: str) -> None:
    """Serve the judging app and live scores; print links into them.

    SIGTERM and Ctrl-C let it answer the requests in progress, then stop. Any other WSGI server can run the app
    too: gunicorn 'assess.web:create_app()', with ASSESS_DATABASE in the environment.

    \b
    Example:
        assess serve --host 0.0.0.0 --port 8000 --url https://judge.example.org
    """
    if processes > 1 and make_url(database).get_backend_name() == "sqlite":
        raise ParameterError("found --processes with SQLite, expected PostgreSQL: name the database with --db")
    settings = replace(read_settings(), database=database)
    listening = listen(host, port)
    address = url or f"http://{host}:{listening.getsockname()[1]}"
    with opened(database) as engine:
        _show_links(engine, settings.secret, address)
        if processes == 1:
            web_server.serve(create_app(settings, engine), listening, web_server.stop_on_signals(), threads)
            return
    web_server.serve_in_processes(partial(create_app, settings), listening, processes, threads)


def _show_links(engine: Engine, secret: str | None, address: str) -> None:
    with writing(engine) as session:
        key = signing_key(session, secret)
        for campaign in all_campaigns(session):
            organiser = organiser_link(session, campaign, current_time())
            links = [link for link in links_of(session, campaign.id) if _leads_to_judging(link)]
            for link in [organiser, *links[:SHOWN]]:
                click.echo(f"{campaign.name}\t{link.kind}\t{link.identity or '-'}\t{address_of(link, key, address)}")
            if len(links) > SHOWN:
                click.echo(f"{campaign.name}\t{len(links) - SHOWN} more: assess invite {campaign.name}")
            if not links:
                click.echo(f"{campaign.name}\tno links yet: assess invite {campaign.name} PERSON")
    click.echo(f"serving at {address}", err=True)


def _leads_to_judging(link: Link) -> bool:
    return link.revoked_at is None and link.kind != "organiser"
