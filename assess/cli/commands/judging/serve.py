"""Serve the judging app and the live scores."""

from dataclasses import replace
from functools import partial

import click
from sqlalchemy import Engine, make_url

from assess.campaign.access.links import organiser_link
from assess.campaign.access.public_address import choose_address, note_served_address, public_address
from assess.campaign.access.tokens import signing_key
from assess.cli.commands.judging.links import address_of
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, forget_who_is_due, opened
from assess.database.engine import writing
from assess.errors import ParameterError
from assess.settings import read_settings
from assess.sockets import listen
from assess.store.campaigns import all_campaigns
from assess.store.links import links_of
from assess.store.tables import Link
from assess.web import create_app
from assess.web import server as web_server

# Hosts to listen at that mean every address of the machine.
EVERYWHERE = ("0.0.0.0", "::", "")
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
    "--url",
    metavar="URL",
    show_default="assess address, else http://HOST:PORT",
    help="The address at which others reach the server; it is kept.",
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
    with opened(database) as engine:
        listening = listen(host, port)
        own = _own_address(host, listening.getsockname()[1])
        address = _kept_address(engine, url, own)
        _show_links(engine, settings.secret, address)
        click.echo(f"serving at {own}", err=True)
        if hint := _hint(host, own, address):
            click.echo(hint, err=True)
        if processes == 1:
            chore = partial(forget_who_is_due, engine)
            web_server.serve(create_app(settings, engine), listening, web_server.stop_on_signals(), threads, chore)
            return
    chore = partial(_open_once, database)
    web_server.serve_in_processes(partial(create_app, settings), listening, processes, threads, chore)


def _open_once(database: str) -> None:
    """Open the database, which erases the identities whose time has come."""
    with opened(database):
        pass


def _own_address(host: str, port: int) -> str:
    """The address of this server for a browser on this machine."""
    name = "127.0.0.1" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def _kept_address(engine: Engine, url: str | None, own: str) -> str:
    """Keep the address given, or that of this server if none was ever chosen; return what links begin with."""
    with writing(engine) as session:
        if url is not None:
            return choose_address(session, url)
        note_served_address(session, own)
        return public_address(session)


def _hint(host: str, own: str, address: str) -> str | None:
    """What to know about the address of the links, if it is not obvious."""
    if address != own:
        return f"links begin with {address}: assess address URL chooses another address"
    if host in EVERYWHERE:
        return "links begin with the address of this machine for itself: name the one for others with --url"
    return None


def _show_links(engine: Engine, secret: str | None, address: str) -> None:
    with writing(engine) as session:
        key = signing_key(session, secret)
        campaigns = all_campaigns(session)
        for campaign in campaigns:
            organiser = organiser_link(session, campaign, current_time())
            links = [link for link in links_of(session, campaign.id) if _leads_to_judging(link)]
            for link in [organiser, *links[:SHOWN]]:
                click.echo(f"{campaign.name}\t{link.kind}\t{link.identity or '-'}\t{address_of(link, key, address)}")
            if len(links) > SHOWN:
                click.echo(f"{campaign.name}\t{len(links) - SHOWN} more: assess invite {campaign.name}")
            if not links:
                click.echo(f"{campaign.name}\tno links yet: assess invite {campaign.name} PERSON")
        if not campaigns:
            click.echo("no campaign yet: assess new NAME --topics FILE creates one")


def _leads_to_judging(link: Link) -> bool:
    return link.revoked_at is None and link.kind != "organiser"
