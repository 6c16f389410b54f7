"""A small campaign with everything in it, to try the program on."""

import socket
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import Random

import click
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess import demo as material
from assess.campaign.access.links import invite, organiser_link
from assess.campaign.access.public_address import note_served_address
from assess.campaign.access.tokens import signing_key
from assess.campaign.setup.briefing import brief
from assess.campaign.setup.create import create_campaign
from assess.campaign.setup.lifecycle import open_campaign
from assess.campaign.setup.sources import Sources
from assess.campaign.status import campaign_status
from assess.cli.commands.campaign.new import read_sources
from assess.cli.commands.judging.links import address_of
from assess.cli.options.clock import current_time
from assess.cli.options.database import opened
from assess.cli.output.overview import status_text
from assess.database.engine import writing
from assess.errors import ParameterError
from assess.files import load
from assess.formats.briefing import Briefing
from assess.formats.items import parse_items
from assess.formats.qrels import parse_qrels
from assess.formats.topics import parse_topics
from assess.rehearsal.client import Client
from assess.rehearsal.shift import Shift
from assess.settings import Settings, read_settings
from assess.simulation.assessors import parse_model
from assess.simulation.text_worker import TextWorker, truth_of_texts
from assess.sockets import listen
from assess.store.campaigns import all_campaigns
from assess.store.tables import Campaign
from assess.tournament.candidates import thin_by_grade
from assess.tournament.parameters import Parameters
from assess.web import create_app, server

NAME = "demo"
TITLE = "Everyday questions"
SEED = 1
DATABASE = "sqlite:///assess-demo.db"
PORT = 8000
# How the simulated workers judge: near-equal passages are often confused, clear cases seldom.
WORKERS = "bradley-terry:10"


@click.command()
@click.option("--workers", type=click.IntRange(0), default=0, show_default=True, help="Simulated workers beside you.")
@click.option("--seconds", default=2.0, show_default=True, help="Their seconds for a pair, on average.")
@click.option("--port", type=int, show_default=f"{PORT}, else a free one", help="Port to listen at.")
@click.option("--show", is_flag=True, help="Only show the campaign and its candidates; serve nothing.")
@click.option("--db", "database", metavar="URL", default=DATABASE, show_default=True, help="Where the demo is kept.")
def demo(workers: int, seconds: float, port: int | None, show: bool, database: str) -> None:
    """Judge a small campaign in the browser.

    Ten everyday questions, 244 passages from perfect to off-topic, five systems. Prints a link that leads
    to the first pair, and one to the live scores of the systems; a second call goes on where the first
    stopped. Ctrl-C ends it.

    \b
    Example:
        assess demo --workers 4
    """
    settings = replace(read_settings(), database=database)
    with opened(database, create=True) as engine:
        with writing(engine) as session:
            status = campaign_status(session, demo_campaign(session, current_time()))
        click.echo(status_text(status))
        if show:
            _show_candidates()
        else:
            _serve(engine, settings, port, workers, seconds)


def demo_campaign(session: Session, now: datetime) -> Campaign:
    """The demo campaign of this database, made and opened if it is not there."""
    for campaign in all_campaigns(session):
        if campaign.name == NAME:
            return campaign
    campaign = create_campaign(session, NAME, _sources(), parameters=Parameters(), seed=SEED, now=now)
    brief(session, campaign, Briefing({"title": TITLE}), now)
    open_campaign(session, campaign, now)
    return campaign


def _sources() -> Sources:
    runs = [str(path) for path in material.RUNS]
    return read_sources(str(material.TOPICS), [str(material.ITEMS)], str(material.GRADES), runs)


def _show_candidates() -> None:
    questions = load(str(material.TOPICS), parse_topics)
    for topic, graded in load(str(material.GRADES), parse_qrels).items():
        click.echo(f"{topic}  {questions[topic]}")
        click.echo(f"     candidates: {' '.join(thin_by_grade(graded, Parameters().k))}")


def _serve(engine: Engine, settings: Settings, port: int | None, workers: int, seconds: float) -> None:
    listening = _listen(port)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    names = [f"simulated-{number}" for number in range(1, workers + 1)]
    mine, scores, *links = _links(engine, settings, address, names)
    stop = server.stop_on_signals()
    for shift in _shifts(links, seconds, stop):
        threading.Thread(target=shift.work, daemon=True).start()
    click.echo(f"Judge here: {mine}")
    click.echo(f"Watch the systems here: {scores}")
    click.echo(f"{workers} simulated workers judge beside you. Ctrl-C ends the demo.", err=True)
    server.serve(create_app(settings, engine), listening, stop)


def _listen(port: int | None) -> socket.socket:
    """A socket at the port asked for; at a free one if none was asked for and the usual one is taken."""
    try:
        return listen("127.0.0.1", PORT if port is None else port)
    except ParameterError:
        if port is not None:
            raise
        return listen("127.0.0.1", 0)


def _links(engine: Engine, settings: Settings, address: str, workers: Sequence[str]) -> list[str]:
    """The address to judge at, the one to watch the scores at, then one for each simulated worker."""
    now = current_time()
    with writing(engine) as session:
        campaign = demo_campaign(session, now)
        note_served_address(session, address)
        key = signing_key(session, settings.secret)
        links = [invite(session, campaign, "invited", "you", now), organiser_link(session, campaign, now)]
        links += [invite(session, campaign, "simulated", worker, now) for worker in workers]
        return [address_of(link, key, address) for link in links]


def _shifts(links: Sequence[str], seconds: float, stop: threading.Event) -> list[Shift]:
    known = truth_of_texts(load(str(material.ITEMS), parse_items), load(str(material.TRUTH), parse_qrels))
    worker = TextWorker(known, parse_model(WORKERS))
    return [
        Shift(Client.by_link(link), worker, Random(f"{SEED}/{number}"), seconds, stop)
        for number, link in enumerate(links)
    ]
