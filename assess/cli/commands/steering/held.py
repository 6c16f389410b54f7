"""See who holds work, and take it back."""

import json
from collections.abc import Sequence
from datetime import datetime

import click

from assess.campaign.judging.held_work import Chosen, HeldWork, held_record, held_work
from assess.campaign.judging.held_work import reclaim as take_back_work
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.output.table import format_table
from assess.database.engine import reading, writing
from assess.errors import ParameterError
from assess.store.campaigns import campaign_named

HEADINGS = ("person", "assignment", "link", "work", "answered", "taken (UTC)", "until (UTC)", "topics")
# So many topics of an assignment are named.
NAMED = 3


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@database_option
def held(name: str, as_json: bool, database: str) -> None:
    """Show who holds which work, and until when.

    Work goes back to others when its time is over and somebody asks for work; assess reclaim takes it back at once.

    \b
    Example:
        assess held cast
    """
    now = current_time()
    with opened(database) as engine, reading(engine) as session:
        found = held_work(session, campaign_named(session, name))
    if as_json:
        click.echo(json.dumps([held_record(work, now) for work in found], ensure_ascii=False, indent=2))
    else:
        click.echo(_held_text(found, now) if found else "nobody holds work\n", nl=False)


@click.command()
@click.argument("name")
@click.argument("person", required=False)
@click.option("--assignment", type=int, metavar="NUMBER", help="Only this assignment, by its number in assess held.")
@click.option("--link", type=int, metavar="NUMBER", help="Only what was taken by this link.")
@click.option("--all", "everything", is_flag=True, help="All work that anybody holds.")
@click.option("--json", "as_json", is_flag=True, help="Print what was taken back as JSON.")
@database_option
def reclaim(
    name: str,
    person: str | None,
    assignment: int | None,
    link: int | None,
    everything: bool,
    as_json: bool,
    database: str,
) -> None:
    """Take held work back at once, so that others get it.

    Answers that were given stay. In an assignment with challenges they count only if it is finished, so all of
    it is asked again. The person may go on: they get what is still needed.

    \b
    Example:
        assess reclaim cast ben
        assess reclaim cast --all
    """
    named = [value for value in (person, assignment, link) if value is not None]
    if len(named) + everything != 1:
        raise ParameterError("found none or several of PERSON, --assignment, --link and --all, expected one of them")
    now = current_time()
    with opened(database) as engine, writing(engine) as session:
        found = take_back_work(session, campaign_named(session, name), Chosen(person, assignment, link), now)
    if as_json:
        click.echo(json.dumps([held_record(work, now) for work in found], ensure_ascii=False, indent=2))
    else:
        click.echo(_taken_text(found, now), nl=False)


def _held_text(found: Sequence[HeldWork], now: datetime) -> str:
    return format_table(HEADINGS, [_row(work, now) for work in found])


def _taken_text(found: Sequence[HeldWork], now: datetime) -> str:
    if not found:
        return "nobody holds such work: nothing was taken back\n"
    questions, number = sum(work.open for work in found), len(found)
    what = "1 assignment" if number == 1 else f"{number:,} assignments"
    return _held_text(found, now) + f"\n{what} taken back; {questions:,} questions had no answer\n"


def _row(work: HeldWork, now: datetime) -> list[str]:
    more = f" and {len(work.topics) - NAMED} more" if len(work.topics) > NAMED else ""
    return [
        f"{work.kind}:{work.identity}",
        str(work.assignment),
        str(work.link),
        work.work,
        f"{work.questions - work.open} of {work.questions}",
        f"{work.taken_at:%Y-%m-%d %H:%M}",
        f"{work.until:%Y-%m-%d %H:%M}" + (" (over)" if work.is_overdue(now) else ""),
        " ".join(work.topics[:NAMED]) + more,
    ]
