"""Rename, duplicate and delete a campaign."""

import click
from sqlalchemy.orm import Session

from assess.campaign.author import Author
from assess.campaign.setup.duplicate import duplicate_campaign, rename_campaign
from assess.campaign.status import campaign_status
from assess.cli.options.author import record_options
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading, writing
from assess.errors import ConflictError
from assess.live.view_settings import live_settings
from assess.pay import format_money
from assess.recruit.accounting.books import books_of
from assess.recruit.accounting.open_business import check_nothing_open
from assess.store.campaigns import campaign_named
from assess.store.deletion import count_rows, delete_campaign
from assess.store.tables import Campaign


@click.command()
@click.argument("old")
@click.argument("new")
@record_options
@database_option
def rename(old: str, new: str, author: Author, database: str) -> None:
    """Give a campaign another name.

    Links of assessors and of the organiser keep working. The address of the public page changes.

    \b
    Example:
        assess rename cast cast-2026
    """
    with opened(database) as engine, writing(engine) as session:
        campaign = campaign_named(session, old)
        rename_campaign(session, campaign, new, current_time(), author)
        public = bool(live_settings(campaign).public)
    address = f"; its public page has a new address: assess live {new} prints it" if public else ""
    click.echo(f"{old} is {new} now{address}")


@click.command()
@click.argument("name")
@click.argument("new")
@record_options
@database_option
def duplicate(name: str, new: str, author: Author, database: str) -> None:
    """Begin a new campaign like another one.

    The new one is a draft with the same topics, items, grades, runs, settings, texts and seed. It has no judgments,
    people, links or budget.

    \b
    Example:
        assess duplicate cast cast-again
    """
    with opened(database) as engine, writing(engine) as session:
        copy = duplicate_campaign(session, campaign_named(session, name), new, current_time(), author)
        status = campaign_status(session, copy)
    parts = f"{status.topics:,} topics, {status.items:,} items, {status.graded:,} grades, {status.runs:,} runs"
    click.echo(f"{new} is a draft like {name}: {parts}")


@click.command()
@click.argument("name")
@click.option("--confirm", metavar="NAME", help="Delete it without asking; NAME again.")
@database_option
def delete(name: str, confirm: str | None, database: str) -> None:
    """Delete a campaign with everything in it, for good.

    It says what goes, and asks for the name. There is no way back: assess export first what must be kept. Refused while
    a crowd has open HITs of the campaign, or anybody is not paid yet.

    \b
    Example:
        assess delete test --confirm test
    """
    now = current_time()
    with opened(database) as engine:
        with reading(engine) as session:
            campaign = campaign_named(session, name)
            check_nothing_open(session, campaign, now)
            click.echo("".join(f"{line}\n" for line in _lost(session, campaign)), nl=False)
        typed = confirm if confirm is not None else click.prompt("Type the name to delete it", err=True)
        if typed != name:
            raise ConflictError(f"found the name {typed!r}, expected {name!r}: nothing was deleted")
        with writing(engine) as session:
            campaign = campaign_named(session, name)
            check_nothing_open(session, campaign, now)
            delete_campaign(session, campaign)
    click.echo(f"{name} is deleted")


def _lost(session: Session, campaign: Campaign) -> list[str]:
    """What goes with the campaign."""
    rows, books = count_rows(session, campaign.id), books_of(session, campaign)
    named = {"topic": "topics", "item": "items", "run": "runs", "judgment": "judgments", "assessor": "people"}
    lines = [f"{what:<14} {rows[table]:,}" for table, what in (named | {"link": "links"}).items()]
    if rows["launch"]:
        lines.append(
            f"money          {format_money(books.spent)} spent: its ledger of {rows['ledger']:,} lines goes too"
        )
    return lines
