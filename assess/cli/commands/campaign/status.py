"""Show how campaigns stand."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import click

from assess.campaign.status import Status, campaign_status
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.output.money import crowd_record, crowd_table, crowd_text
from assess.database.engine import reading
from assess.recruit.accounting.crowd_status import crowd_status
from assess.store.campaigns import all_campaigns, campaign_named


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--hits", "table", flag_value="hits", help="Print the HITs of its crowd, as CSV.")
@click.option("--workers", "table", flag_value="workers", help="Print the workers of its crowd, as CSV.")
@database_option
def status(name: str | None, as_json: bool, table: str | None, database: str) -> None:
    """Show the status of a campaign; without NAME, of all.

    \b
    Example:
        assess status cast --json
        assess status cast --workers
    """
    now = current_time()
    with opened(database) as engine, reading(engine) as session:
        if table:
            click.echo(crowd_table(session, name, table, now), nl=False)
            return
        campaigns = [campaign_named(session, name)] if name else all_campaigns(session)
        found = [campaign_status(session, campaign) for campaign in campaigns]
        crowds = [crowd_status(session, campaign, now) for campaign in campaigns]
    if as_json:
        records = [_as_record(status) | crowd_record(crowd) for status, crowd in zip(found, crowds, strict=True)]
        click.echo(json.dumps(records[0] if name else records, ensure_ascii=False, indent=2))
    elif name:
        click.echo(status_text(found[0]) + crowd_text(crowds[0]), nl=False)
    else:
        click.echo(_as_list(found), nl=False)


def _as_record(status: Status) -> dict[str, object]:
    return asdict(status) | {"created_at": status.created_at.isoformat()}


def status_text(status: Status) -> str:
    p = status.parameters
    answers = f", answers = {p['answers']}" if "answers" in p else ""
    largest = f" ({status.largest_pool_topic})" if status.largest_pool_topic else ""
    lines = {
        "campaign": f"{status.name} ({status.state}, created {status.created_at:%Y-%m-%d %H:%M} UTC)",
        "strategy": p["strategy"],
        "parameters": f"k = {p['k']}, F = {p['few']}, P = {p['per_item']}, votes = {p['votes']}{answers}, "
        f"seed = {status.seed}",
        "topics": f"{status.topics:,}",
        "items": f"{status.items:,}, {status.graded:,} of them graded",
        "candidates": f"{status.candidates:,}, {status.candidates_without_body:,} of them with nothing to show",
        "largest pool": f"{status.largest_pool:,}{largest}",
        "pools above F": f"{status.pools_above_few:,}",
        "runs": f"{status.runs:,}",
        "pairings": f"{status.pairings:,}",
        "judgments": f"{status.judgments:,} by {status.assessors:,} assessors",
    }
    return "".join(f"{label:<14} {value}\n" for label, value in lines.items())


def _as_list(found: Sequence[Status]) -> str:
    width = max((len(status.name) for status in found), default=0)
    return "".join(
        f"{status.name:<{width}}  {status.state:<6}  {status.topics:>6,} topics  {status.candidates:>8,} candidates"
        f"  {status.judgments:>9,} judgments\n"
        for status in found
    )
