"""Show how campaigns stand."""

import json
from collections.abc import Sequence

import click

from assess.campaign.overview.overview import read_overview
from assess.campaign.overview.record import overview_record, status_record
from assess.campaign.status import Status, campaign_status
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.output.money import crowd_record, crowd_table, crowd_text
from assess.cli.output.overview import overview_text
from assess.database.engine import reading
from assess.recruit.accounting.crowd_status import crowd_status
from assess.store.campaigns import all_campaigns, campaign_named


@click.command()
@click.argument("name", required=False)
@click.option("--full", is_flag=True, help="Show every round and every person.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--hits", "table", flag_value="hits", help="Print the HITs of its crowd, as CSV.")
@click.option("--workers", "table", flag_value="workers", help="Print the people of its crowds, as CSV.")
@click.option("--ledger", "table", flag_value="ledger", help="Print every entry of its ledger, as CSV.")
@database_option
def status(name: str | None, full: bool, as_json: bool, table: str | None, database: str) -> None:
    """Show how a campaign stands; without NAME, list all.

    Topics done, judgments made, held and missing, by round and by person; pace, money, and what is left to do.

    \b
    Example:
        assess status cast
        assess status cast --json
        assess status cast --workers
        assess status cast --ledger > ledger.csv
    """
    now = current_time()
    with opened(database) as engine, reading(engine) as session:
        if table:
            click.echo(crowd_table(session, name, table, now), nl=False)
        elif name:
            campaign = campaign_named(session, name)
            overview, crowd = read_overview(session, campaign, now), crowd_status(session, campaign, now)
            record = overview_record(overview) | crowd_record(crowd)
            text = overview_text(overview, full=full) + crowd_text(crowd)
            click.echo(_json(record) if as_json else text, nl=as_json)
        else:
            found = {campaign: campaign_status(session, campaign) for campaign in all_campaigns(session)}
            crowds = [crowd_record(crowd_status(session, campaign, now)) for campaign in found]
            records = [status_record(one) | crowd for one, crowd in zip(found.values(), crowds, strict=True)]
            click.echo(_json(records) if as_json else _as_list(list(found.values())), nl=as_json)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _as_list(found: Sequence[Status]) -> str:
    width = max((len(status.name) for status in found), default=0)
    return "".join(
        f"{status.name:<{width}}  {status.state:<6}  {status.topics:>6,} topics  {status.candidates:>8,} candidates"
        f"  {status.judgments:>9,} judgments\n"
        for status in found
    )
