"""Collect and pay the submissions of a crowd; stop."""

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import click
from sqlalchemy import Engine

from assess.cli.options.database import database_option, opened
from assess.cli.output.passes import PassLog
from assess.database.engine import reading
from assess.recruit.accounting.books import books_of
from assess.recruit.crowd import Unreachable
from assess.recruit.launch import recruiter_of
from assess.recruit.recruiter import PassTally, Recruiter
from assess.recruit.sync import WaitedFor, waited_for
from assess.recruit.sync import stop as stop_launch
from assess.recruit.sync import sync as make_pass
from assess.settings import read_settings
from assess.store.campaigns import all_campaigns, campaign_named
from assess.store.hits import hits_in_play
from assess.store.launches import crowd_launch, known_launch
from assess.store.tables import Launch

every_option = click.option(
    "--every", type=click.FloatRange(1), metavar="SECONDS", help="Go on, with so many seconds between two passes."
)


def passed(name: str, recruiter: Recruiter, log: PassLog, *, everywhere: bool = True) -> PassTally:
    """Make a pass, and print what it did."""
    tally = make_pass(recruiter, everywhere=everywhere)
    with recruiter.reading() as session:
        books = books_of(session, campaign_named(session, name))
    log.tell(name, tally, books)
    return tally


@click.command()
@click.argument("name", required=False)
@every_option
@database_option
@click.pass_context
def sync(context: click.Context, name: str | None, every: float | None, database: str) -> None:
    """Collect, pay, and publish what is needed next.

    One pass for each campaign that is on offer, or for NAME; with --every until nothing is left to do. It can
    be killed and started again at any moment, and run twice at once. Fails if the last pass had a problem, or
    if the platform refused a payment for good. A budget that is used up is no problem: it says so.

    \b
    Example:
        assess sync cast --every 60
    """
    log = PassLog()
    with opened(database) as engine:
        passes = _passes(partial(_pass_over, engine, name, log), every, lambda: bool(_on_offer(engine, name)))
        if _has_failed(passes):
            context.exit(1)


def _passes(make: Callable[[bool], PassTally], every: float | None, goes_on: Callable[[], bool]) -> Iterator[PassTally]:
    """Make a pass over everything; with *every*, others over what may be new, as long as it goes on."""
    yield make(True)
    while every is not None and goes_on():
        time.sleep(every)
        yield make(False)


def _has_failed(passes: Iterable[PassTally]) -> bool:
    """Whether the last pass had a problem, or any of them a payment that is not tried again."""
    refused, problems = 0, False
    for tally in passes:
        refused, problems = refused + tally.refused_payments, bool(tally.problems)
    return problems or refused > 0


def _pass_over(engine: Engine, name: str | None, log: PassLog, everywhere: bool) -> PassTally:
    """Make a pass for each launch; return the problems of all of them."""
    together = PassTally()
    for campaign_name, launch_id in _on_offer(engine, name, ended=True):
        tally = _pass_if_reachable(engine, campaign_name, launch_id, log, everywhere)
        together.problems += tally.problems
        together.refused_payments += tally.refused_payments
    return together


def _pass_if_reachable(engine: Engine, name: str, launch_id: int, log: PassLog, everywhere: bool) -> PassTally:
    """Make a pass over a launch. A platform that cannot be reached is a problem of this pass, not the end."""
    try:
        return passed(name, recruiter_of(engine, launch_id, read_settings()), log, everywhere=everywhere)
    except Unreachable as error:
        log.tell_away(name, error)
        return PassTally(problems=[str(error)])


def _on_offer(engine: Engine, name: str | None, *, ended: bool = False) -> list[tuple[str, int]]:
    """Campaigns with a launch that goes on.

    With *ended*, also those that ended and still have something to collect, and the one that was asked for by name.
    """
    with reading(engine) as session:
        campaigns = [campaign_named(session, name)] if name else all_campaigns(session)
        found = [(campaign.name, crowd_launch(session, campaign)) for campaign in campaigns]
        if name:
            known_launch(session, campaigns[0])
        return [
            (campaign, launch.id)
            for campaign, launch in found
            if launch is not None
            and (launch.state != "stopped" or (ended and (name or hits_in_play(session, launch.id))))
        ]


@click.command()
@click.argument("name")
@click.option("--wait/--no-wait", default=True, show_default=True, help="Until what people hold is submitted and paid.")
@click.option("--every", type=click.FloatRange(1), default=60, show_default=True, help="Seconds between two looks.")
@database_option
@click.pass_context
def stop(context: click.Context, name: str, wait: bool, every: float, database: str) -> None:
    """Withdraw a campaign's HITs; pay what is still submitted.

    People who hold an assignment may finish it. With --no-wait, assess sync pays for it later. assess launch
    puts the campaign on offer again.

    \b
    Example:
        assess stop cast
    """
    with opened(database) as engine:
        with reading(engine) as session:
            launch_id = known_launch(session, campaign_named(session, name)).id
        stop_launch(recruiter_of(engine, launch_id, read_settings()))
        log = PassLog()
        passes = _passes(
            partial(_pass_if_reachable, engine, name, launch_id, log),
            every if wait else None,
            lambda: _is_waiting(engine, name, launch_id, log),
        )
        if _has_failed(passes):
            context.exit(1)


def _is_waiting(engine: Engine, name: str, launch_id: int, log: PassLog) -> bool:
    """Whether a launch that is stopping has not ended; say what it waits for."""
    with reading(engine) as session:
        rest = waited_for(session, session.get_one(Launch, launch_id))
    if rest is not None:
        log.tell_waiting(name, _as_text(rest))
    return rest is not None


def _as_text(rest: WaitedFor) -> str:
    if not rest.hits:
        return f"waiting for the outcome of {rest.calls} calls"
    until = f", at the latest until {rest.until:%Y-%m-%d %H:%M} UTC" if rest.until else ""
    return f"waiting for {rest.hits} HITs that somebody may hold{until}; Ctrl-C is safe, assess sync pays later"
