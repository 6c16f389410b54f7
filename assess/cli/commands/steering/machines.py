"""See what machines judged beside what people judged."""

import json
from dataclasses import asdict

import click

from assess.cli.options.database import database_option, opened
from assess.cli.output.side_by_side import side_by_side_text
from assess.database.engine import reading
from assess.live.side_by_side import side_by_side
from assess.store.campaigns import campaign_named


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@database_option
def machines(name: str, as_json: bool, database: str) -> None:
    """Show people and machines side by side.

    What each kind judged, on how many pairs they agree, and what the runs score by each alone, whoever counts in the
    campaign. assess change NAME counted=both lets both count.

    \b
    Example:
        assess machines cast
    """
    with opened(database) as engine, reading(engine) as session:
        found = side_by_side(session, campaign_named(session, name))
    click.echo(json.dumps(asdict(found), ensure_ascii=False) + "\n" if as_json else side_by_side_text(found), nl=False)
