"""What an organiser does for single workers: pay, write, exclude."""

from collections.abc import Sequence

import click
from sqlalchemy import Engine

from assess.campaign.people.exclusions import exclude as exclude_assessor
from assess.campaign.people.exclusions import readmit
from assess.cli.commands.crowd.sync import passed
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading, writing
from assess.errors import UnknownNameError
from assess.pay import parse_money
from assess.recruit.accounting.bonuses import give_bonus
from assess.recruit.accounting.compensation import compensate as pay_debts
from assess.recruit.launch import recruiter_of
from assess.recruit.pending_calls import make_pending_calls
from assess.recruit.recruiter import Recruiter
from assess.settings import read_settings
from assess.store.assessors import find_assessor
from assess.store.campaigns import campaign_named
from assess.store.launches import known_launch
from assess.store.submissions import submitters


@click.command()
@click.argument("name")
@click.option("--share", is_flag=True, help="Also those who left an assignment, for what they had answered.")
@database_option
def compensate(name: str, share: bool, database: str) -> None:
    """Pay for finished work that was never submitted there.

    \b
    Example:
        assess compensate cast
    """
    with opened(database) as engine:
        recruiter = _recruiter_named(engine, name)
        pay_debts(recruiter, "share" if share else "finished")
        passed(name, recruiter)


@click.command()
@click.argument("name")
@click.argument("worker")
@click.argument("amount")
@click.option("--reason", required=True, help="What the worker reads.")
@database_option
def bonus(name: str, worker: str, amount: str, reason: str, database: str) -> None:
    """Give a worker a bonus, within the budget.

    The same amount for the same reason is given once, however often the command is run.

    \b
    Example:
        assess bonus cast A1ANNA 0.50 --reason "The HIT took longer than we had said."
    """
    with opened(database) as engine:
        recruiter = _recruiter_named(engine, name)
        give_bonus(recruiter, worker, parse_money(amount), reason)
        make_pending_calls(recruiter)
        passed(name, recruiter)


@click.command()
@click.argument("name")
@click.argument("workers", nargs=-1)
@click.option("--subject", required=True)
@click.option("--text", required=True)
@database_option
def message(name: str, workers: Sequence[str], subject: str, text: str, database: str) -> None:
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


@click.command()
@click.argument("name")
@click.argument("worker")
@click.option("--undo", is_flag=True, help="Let them work again.")
@database_option
def exclude(name: str, worker: str, undo: bool, database: str) -> None:
    """Offer a worker no more work; pay what they have done.

    Without a message, and without harm to their account. assess sync tells the platform.

    \b
    Example:
        assess exclude cast A1ANNA --undo
    """
    with opened(database) as engine, writing(engine) as session:
        campaign = campaign_named(session, name)
        assessor = find_assessor(session, campaign.id, "worker", worker)
        if assessor is None:
            raise UnknownNameError(
                f"found no worker {worker!r} in campaign {name}: assess status {name} --workers lists"
            )
        if undo:
            readmit(assessor)
        else:
            exclude_assessor(assessor, current_time())
    click.echo(f"{worker} {'may work again' if undo else 'gets no more work'}: assess sync {name} tells the platform")


def _recruiter_named(engine: Engine, name: str) -> Recruiter:
    with reading(engine) as session:
        launch_id = known_launch(session, campaign_named(session, name)).id
    return recruiter_of(engine, launch_id, read_settings())
