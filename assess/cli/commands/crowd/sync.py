"""Collect and pay the submissions of a crowd; stop."""

import time

import click
from sqlalchemy import Engine

from assess.cli.options.database import database_option, opened
from assess.database.engine import reading
from assess.pay import format_money
from assess.recruit.accounting.books import books_of
from assess.recruit.crowd import Unreachable
from assess.recruit.launch import recruiter_of
from assess.recruit.recruiter import PassTally, Recruiter
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


def passed(name: str, recruiter: Recruiter, *, everywhere: bool = True) -> PassTally:
    """Make a pass, and print what it did."""
    tally = make_pass(recruiter, everywhere=everywhere)
    with recruiter.reading() as session:
        books = books_of(session, campaign_named(session, name))
    done = [f"{number} {what}" for what, number in _counts(tally).items() if number] or ["nothing new"]
    money = (
        f"spent {format_money(books.spent)}, reserved {format_money(books.reserved)}, left {format_money(books.left)}"
    )
    click.echo(f"{name}: {', '.join(done)}; {money}")
    for problem in tally.problems:
        click.echo(f"{name}: {problem}", err=True)
    return tally


def _counts(tally: PassTally) -> dict[str, int]:
    return {
        "submitted": tally.submitted,
        "paid": tally.paid,
        "compensated": tally.compensated,
        "HITs published": tally.published,
        "HITs withdrawn": tally.expired,
        "workers excluded": tally.excluded,
        "workers readmitted": tally.readmitted,
        "calls to repeat": tally.waiting,
    }


@click.command()
@click.argument("name", required=False)
@every_option
@database_option
@click.pass_context
def sync(context: click.Context, name: str | None, every: float | None, database: str) -> None:
    """Collect, pay, and publish what is needed next.

    One pass for each campaign that is on offer, or for NAME; with --every until nothing is left to do. It can
    be killed and started again at any moment, and run twice at once. Fails if there was a problem.

    \b
    Example:
        assess sync cast --every 60
    """
    with opened(database) as engine:
        problems = _pass_over(engine, name, everywhere=True)
        while every is not None and _on_offer(engine, name):
            time.sleep(every)
            problems = _pass_over(engine, name, everywhere=False)
    if problems:
        context.exit(1)


def _pass_over(engine: Engine, name: str | None, *, everywhere: bool) -> bool:
    """Make a pass for each launch; return whether there was a problem. A platform that is away is one."""
    problems = False
    for campaign_name, launch_id in _on_offer(engine, name, named=True):
        try:
            tally = passed(campaign_name, recruiter_of(engine, launch_id, read_settings()), everywhere=everywhere)
            problems |= bool(tally.problems)
        except Unreachable as error:
            click.echo(f"{campaign_name}: the platform does not answer: {error}", err=True)
            problems = True
    return problems


def _on_offer(engine: Engine, name: str | None, *, named: bool = False) -> list[tuple[str, int]]:
    """Campaigns with a launch that has not ended; with *named* also the one that was asked for by name."""
    with reading(engine) as session:
        campaigns = [campaign_named(session, name)] if name else all_campaigns(session)
        found = [(campaign.name, crowd_launch(session, campaign)) for campaign in campaigns]
        if name:
            known_launch(session, campaigns[0])
        return [
            (campaign, launch.id)
            for campaign, launch in found
            if launch is not None and (launch.state != "stopped" or (named and name))
        ]


@click.command()
@click.argument("name")
@click.option("--wait/--no-wait", default=True, show_default=True, help="Until what people hold is submitted and paid.")
@click.option("--every", type=click.FloatRange(1), default=60, show_default=True, help="Seconds between two looks.")
@database_option
def stop(name: str, wait: bool, every: float, database: str) -> None:
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
        recruiter = recruiter_of(engine, launch_id, read_settings())
        stop_launch(recruiter)
        passed(name, recruiter)
        while wait and (held := _held(engine, launch_id)):
            click.echo(f"{name}: waiting for {held} HITs that somebody may hold", err=True)
            time.sleep(every)
            passed(name, recruiter_of(engine, launch_id, read_settings()))


def _held(engine: Engine, launch_id: int) -> int:
    with reading(engine) as session:
        if session.get_one(Launch, launch_id).state == "stopped":
            return 0
        return sum(hit.kind == "work" for hit in hits_in_play(session, launch_id))
