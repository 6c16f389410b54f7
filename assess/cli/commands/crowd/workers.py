"""What an organiser does for single workers: pay and write."""

from collections.abc import Sequence
from decimal import Decimal

import click
from sqlalchemy import Engine

from assess.cli.commands.crowd.sync import passed
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.options.panel import fees_option
from assess.cli.output.money import warn_of_overspending
from assess.cli.output.passes import PassLog, books_text
from assess.database.engine import reading, writing
from assess.errors import ParameterError, UnknownNameError
from assess.pay import Fees, parse_fees, parse_money
from assess.recruit.accounting.bonuses import enter_panel_bonus, give_bonus
from assess.recruit.accounting.books import books_of
from assess.recruit.accounting.compensation import compensate as pay_debts
from assess.recruit.launch import recruiter_of
from assess.recruit.pending_calls import make_pending_calls
from assess.recruit.recruiter import Recruiter
from assess.settings import read_settings
from assess.store.campaigns import campaign_named
from assess.store.launches import crowd_launch, known_launch
from assess.store.submissions import latest_panel_submission, latest_submission, submitters


@click.command()
@click.argument("name")
@click.option("--share", is_flag=True, help="Also those who left an assignment, for what they had answered.")
@database_option
@click.pass_context
def compensate(context: click.Context, name: str, share: bool, database: str) -> None:
    """Pay for finished work that was never submitted there.

    \b
    Example:
        assess compensate cast
    """
    with opened(database) as engine:
        recruiter = _recruiter_named(engine, name)
        pay_debts(recruiter, "share" if share else "finished")
        if passed(name, recruiter, PassLog()).problems:
            context.exit(1)


@click.command()
@click.argument("name")
@click.argument("worker")
@click.argument("amount")
@click.option("--reason", required=True, help="What the worker reads.")
@click.option("--paid", is_flag=True, help="A panel: you have paid it on its pages, enter it in the books.")
@fees_option
@database_option
@click.pass_context
def bonus(
    context: click.Context, name: str, worker: str, amount: str, reason: str, paid: bool, fees: str, database: str
) -> None:
    """Give a worker a bonus, within the budget.

    The same amount for the same reason is given once, however often the command is run. A panel pays on its own
    pages: pay the bonus there, then enter it with --paid.

    \b
    Example:
        assess bonus cast A1ANNA 0.50 --reason "The HIT took longer than we had said."
        assess bonus cast 5f0a61c2 0.50 --reason "The pages were slow." --paid
    """
    with opened(database) as engine:
        if paid:
            _enter_bonus(engine, name, worker, (parse_money(amount), parse_fees(fees), reason))
            return
        _refuse_participant(engine, name, worker)
        recruiter = _recruiter_named(engine, name)
        give_bonus(recruiter, worker, parse_money(amount), reason)
        make_pending_calls(recruiter)
        if passed(name, recruiter, PassLog()).problems:
            context.exit(1)


def _enter_bonus(engine: Engine, name: str, participant: str, bonus: tuple[Decimal, Fees, str]) -> None:
    """Enter a bonus that a panel has paid; print the books after it."""
    with writing(engine) as session:
        campaign = campaign_named(session, name)
        submission = latest_panel_submission(session, campaign.id, participant)
        if submission is None:
            raise UnknownNameError(
                f"found no submission of {participant!r} in a panel's list: assess reconcile {name} FILE reads one"
            )
        enter_panel_bonus(session, submission, *bonus, current_time())
        books = books_of(session, campaign)
    click.echo(f"{name}: 1 bonus entered; {books_text(books)}")
    warn_of_overspending(books)


def _refuse_participant(engine: Engine, name: str, person: str) -> None:
    """Raise for somebody who has submitted at a panel only."""
    with reading(engine) as session:
        campaign = campaign_named(session, name)
        launch = crowd_launch(session, campaign)
        there = latest_submission(session, launch.id, person) if launch else None
        if there is None and latest_panel_submission(session, campaign.id, person) is not None:
            raise ParameterError(
                f"{person} came from a panel, which pays on its own pages: pay the bonus there, "
                "then give this command again with --paid"
            )


@click.command()
@click.argument("name")
@click.argument("workers", nargs=-1)
@click.option("--subject", required=True)
@click.option("--text", required=True)
@database_option
@click.pass_context
def message(context: click.Context, name: str, workers: Sequence[str], subject: str, text: str, database: str) -> None:
    """Write to workers, or to all who submitted something (no WORKERS).

    \b
    Example:
        assess message cast --subject "A new round" --text "There is more to compare. Thank you!"
    """
    with opened(database) as engine:
        recruiter = _recruiter_named(engine, name)
        with recruiter.reading() as session:
            people = list(workers) or submitters(session, recruiter.launch_id)
        failed = recruiter.crowd.notify(people, subject, text)
    click.echo(f"{len(people) - len(failed)} of {len(people)} were written to")
    for worker in failed:
        click.echo(f"{worker}\tnot written to")
    if failed:
        context.exit(1)


def _recruiter_named(engine: Engine, name: str) -> Recruiter:
    with reading(engine) as session:
        launch_id = known_launch(session, campaign_named(session, name)).id
    return recruiter_of(engine, launch_id, read_settings())
