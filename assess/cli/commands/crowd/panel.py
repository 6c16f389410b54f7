"""Panels by link: who finished here, and whether that agrees with the panel's own list."""

from collections.abc import Sequence
from dataclasses import astuple, fields
from functools import partial

import click

from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.options.panel import fees_option
from assess.cli.output.money import warn_of_overspending
from assess.cli.output.table import format_csv
from assess.database.engine import reading
from assess.errors import ParameterError
from assess.files import STANDARD, load, write_atomically
from assess.formats.panel import parse_panel_export
from assess.pay import format_money, parse_fees, parse_money
from assess.recruit.panel.export import PanelExport
from assess.recruit.panel.participants import PanelWork, panel_link, panel_work
from assess.recruit.panel.reconciliation import Finding
from assess.recruit.panel.reconciliation import reconcile as reconcile_export
from assess.store.campaigns import campaign_named

MEANINGS = ("participant", "assignment", "status", "code")

link_option = click.option("--link", type=int, metavar="LINK", help="The recruiting link, if there are several.")
output_option = click.option("-o", "--output", metavar="FILE", default=STANDARD, show_default="standard output")


@click.command()
@click.argument("name")
@link_option
@output_option
@database_option
def finished(name: str, link: int | None, output: str, database: str) -> None:
    """Write who finished a panel's work, as CSV.

    Approve and pay by it on the panel's own pages. The code is the one that the participant was shown: that of
    kept work, or that of work with a failed check.

    \b
    Example:
        assess finished cast -o finished.csv
    """
    with opened(database) as engine, reading(engine) as session:
        work = panel_work(session, panel_link(session, campaign_named(session, name), link))
    headings = ("participant", "assignment", "outcome", "code", "began", "ended", "minutes", "answered", "tasks")
    write_atomically(output, format_csv(headings, [_line(one) for one in work]))


def _line(work: PanelWork) -> list[object]:
    ended = work.ended.isoformat(timespec="seconds") if work.ended else ""
    minutes = "" if work.minutes is None else f"{work.minutes:.1f}"
    began = work.began.isoformat(timespec="seconds")
    return [
        work.participant,
        work.assignment,
        work.outcome,
        work.code or "",
        began,
        ended,
        minutes,
        work.answered,
        work.tasks,
    ]


@click.command()
@click.argument("name")
@click.argument("export", metavar="FILE")
@link_option
@click.option("--reward", metavar="DOLLARS", required=True, help="What the panel pays each participant.")
@fees_option
@click.option(
    "--column", "columns", multiple=True, metavar="MEANING=HEADING", help=f"A heading: {', '.join(MEANINGS)}."
)
@output_option
@database_option
def reconcile(
    name: str,
    export: str,
    link: int | None,
    reward: str,
    fees: str,
    columns: Sequence[str],
    output: str,
    database: str,
) -> None:
    """Compare a panel's own list with what was done here.

    FILE is the export of the panel's submissions. Prints what to do about each participant, as CSV, and enters
    what the panel has paid in the books.

    \b
    Example:
        assess reconcile cast prolific_export.csv --reward 2.00
    """
    rows = load(export, partial(parse_panel_export, columns=_columns(columns)))
    amount = parse_money(reward)
    with opened(database) as engine:
        told = reconcile_export(engine, name, link, PanelExport(rows, current_time()), amount, parse_fees(fees))
    text = format_csv([field.name for field in fields(Finding)], [astuple(finding) for finding in told.findings])
    write_atomically(output, text)
    click.echo(
        f"{len(rows)} in the list, {told.payments} payments of {format_money(amount)} new in the books", err=True
    )
    warn_of_overspending(told.books)


def _columns(texts: Sequence[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in texts]
    for meaning, _, heading in pairs:
        if meaning not in MEANINGS or not heading:
            raise ParameterError(f"found --column {meaning}, expected {'=…, '.join(MEANINGS)}=…")
    return {meaning: heading for meaning, _, heading in pairs}
