"""Compare what is stored with what the log says."""

import click

from assess.campaign.verification import verify_campaign
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading
from assess.store.campaigns import campaign_named


@click.command()
@click.argument("name")
@database_option
@click.pass_context
def verify(context: click.Context, name: str, database: str) -> None:
    """Rebuild a campaign from its log and report differences.

    \b
    Example:
        assess verify cast
    """
    with opened(database) as engine, reading(engine) as session:
        found = list(verify_campaign(session, campaign_named(session, name)))
    for difference in found:
        click.echo(f"{difference.where}: {difference.what} is {difference.stored}, the log says {difference.rebuilt}")
    click.echo(f"{name}: {len(found)} differences" if found else f"{name}: everything agrees with the log")
    if found:
        context.exit(1)
