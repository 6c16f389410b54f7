"""Compare what is stored with what the log says."""

import json
from collections.abc import Sequence

import click

from assess.campaign.consistency.check import Check, checks_as_json
from assess.campaign.verification import check_campaign
from assess.cli.options.database import database_option, opened
from assess.cli.output.table import format_table
from assess.database.engine import reading
from assess.live.verification import check_scores
from assess.recruit.accounting.verification import check_ledger
from assess.store.campaigns import campaign_named

# Differences that are printed one by one.
MOST = 50


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@database_option
@click.pass_context
def verify(context: click.Context, name: str, as_json: bool, database: str) -> None:
    """Rebuild a campaign from its log and report differences.

    Rounds, counts, the top k, gradings, scores and money are computed again from the log of judgments, the answers, the
    recorded changes and the ledger, and compared with what is stored. Nothing is changed. The exit code is 1 if
    anything differs.

    \b
    Example:
        assess verify cast
        assess verify cast --json
    """
    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, name)
        checks = [
            *check_campaign(session, campaign),
            *check_scores(session, campaign),
            *check_ledger(session, campaign),
        ]
    if as_json:
        click.echo(json.dumps(checks_as_json(name, checks), ensure_ascii=False, indent=2))
    else:
        click.echo(checks_text(name, checks))
    if any(check.differences for check in checks):
        context.exit(1)


def checks_text(name: str, checks: Sequence[Check]) -> str:
    """A line for each check, then a line for each difference."""
    rows = [(check.what, f"{check.number:,}", f"{len(check.differences):,}", check.note) for check in checks]
    found = [difference for check in checks for difference in check.differences]
    lines = [
        f"{difference.where}: {difference.what} is {_value(difference.stored)}, rebuilt {_value(difference.rebuilt)}"
        for difference in found[:MOST]
    ]
    lines += [f"and {len(found) - MOST:,} more: --json has all of them"] if len(found) > MOST else []
    end = (
        f"{name}: {len(found):,} {'difference' if len(found) == 1 else 'differences'}"
        if found
        else f"{name}: everything agrees with the log"
    )
    table = format_table(("checked", "number", "differences", ""), [row for row in rows if row[1] != "0" or row[3]])
    return "\n".join([table, *lines, end])


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)
