"""Read what assessors wrote, answer it, and resolve it."""

import json
from collections.abc import Sequence
from typing import Any

import click

from assess.campaign.inbox.inbox import Answered, InboxEntry, read_entry, read_inbox, read_task, reopen
from assess.campaign.inbox.inbox import answer as answer_comment
from assess.campaign.inbox.inbox import resolve as resolve_comments
from assess.campaign.inbox.record import entry_record, entry_with_task_record
from assess.cli.options.author import account
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.output.inbox import entry_text, inbox_csv, inbox_text
from assess.cli.output.untrusted import escape_controls
from assess.database.engine import reading, writing
from assess.errors import ParameterError
from assess.store.campaigns import campaign_named

who_option = click.option(
    "--who", metavar="NAME", default=account, show_default="your account", help="Who does it, for the record."
)


@click.command()
@click.argument("name")
@click.argument("number", type=int, required=False)
@click.option("--all", "everything", is_flag=True, help="Also what is resolved, after what is open.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@database_option
def inbox(name: str, number: int | None, everything: bool, form: str | None, database: str) -> None:
    """Read the comments and flags of assessors.

    The open ones, the oldest first. With a NUMBER, one of them, with the texts that its assessor saw.

    \b
    Example:
        assess inbox cast
        assess inbox cast 12
    """
    if number is None:
        _print_list(database, name, form, everything=everything)
    elif form == "csv":
        raise ParameterError("found a NUMBER and --csv, expected one of them: --csv prints the list")
    else:
        _print_entry(database, name, number, as_json=form == "json")


def _print_list(database: str, name: str, form: str | None, *, everything: bool) -> None:
    with opened(database) as engine, reading(engine) as session:
        found = read_inbox(session, campaign_named(session, name))
    wanted = [entry for entry in found if everything or entry.is_open]
    if form == "csv":
        click.echo(inbox_csv(wanted), nl=False)
    elif form == "json":
        _print_json([entry_record(entry) for entry in wanted])
    else:
        click.echo(inbox_text(found, name, everything=everything), nl=False)


def _print_entry(database: str, name: str, number: int, *, as_json: bool) -> None:
    with opened(database) as engine, reading(engine) as session:
        entry = read_entry(session, campaign_named(session, name), number)
        task = read_task(session, entry)
    if as_json:
        _print_json(entry_with_task_record(entry, task))
    else:
        click.echo(entry_text(entry, task, name), nl=False)


def _print_json(value: Any) -> None:
    click.echo(escape_controls(json.dumps(value, ensure_ascii=False, indent=2)))


@click.command()
@click.argument("name")
@click.argument("number", type=int)
@click.argument("text")
@click.option("--keep-open", is_flag=True, help="Do not resolve it yet.")
@click.option("--replace", is_flag=True, help="Put this answer in place of the one there is.")
@who_option
@database_option
def answer(name: str, number: int, text: str, keep_open: bool, replace: bool, who: str, database: str) -> None:
    """Answer a comment or a flag.

    NUMBER is that of assess inbox. Its writer sees the answer where they write comments, without the name of who
    answered. The comment is resolved.

    \b
    Example:
        assess answer cast 12 'Thank you. The text was cut off; we have mended it.'
    """
    with opened(database) as engine, writing(engine) as session:
        given = Answered(text, keep_open=keep_open, replace=replace)
        done = answer_comment(session, campaign_named(session, name), number, given, who, current_time())
    click.echo(escape_controls(f"answered {number} of {done.who}{'' if done.is_open else ', and resolved it'}"))


@click.command()
@click.argument("name")
@click.argument("numbers", type=int, nargs=-1, required=True, metavar="NUMBER...")
@click.option("--undo", is_flag=True, help="Open them again.")
@who_option
@database_option
def resolve(name: str, numbers: Sequence[int], undo: bool, who: str, database: str) -> None:
    """Mark comments and flags as done with.

    NUMBER is that of assess inbox. Nothing else changes: assess aside sets a pair or an item aside.

    \b
    Example:
        assess resolve cast 12 13
        assess resolve cast 12 --undo
    """
    with opened(database) as engine, writing(engine) as session:
        campaign = campaign_named(session, name)
        done: list[InboxEntry]
        if undo:
            done = reopen(session, campaign, numbers)
        else:
            done = resolve_comments(session, campaign, numbers, who, current_time())
        left = sum(entry.is_open for entry in read_inbox(session, campaign))
    named = ", ".join(str(entry.number) for entry in done)
    click.echo(f"{'opened' if undo else 'resolved'} {named}{' again' if undo else ''}; {left:,} open")
