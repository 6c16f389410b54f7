"""Tell assessors what they need to know."""

import click

from assess.campaign.setup.briefing import brief as change_briefing
from assess.campaign.setup.briefing import briefing_of
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading, writing
from assess.files import load
from assess.formats.briefing import format_briefing, parse_briefing
from assess.store.campaigns import campaign_named


@click.command()
@click.argument("name")
@click.argument("file", required=False)
@database_option
def brief(name: str, file: str | None, database: str) -> None:
    """Set the texts, grades and training that assessors see.

    FILE is TOML: title, purpose, time, pay, consent, instructions and so on, [[grades]] and [[training]]. What it
    does not name stays; an empty text is removed. Without FILE, print the current briefing.

    \b
    Example:
        assess brief cast briefing.toml
        assess brief cast > briefing.toml
    """
    with opened(database) as engine:
        if file is not None:
            briefing = load(file, parse_briefing)
            with writing(engine) as session:
                change_briefing(session, campaign_named(session, name), briefing, current_time())
            return
        with reading(engine) as session:
            click.echo(format_briefing(briefing_of(campaign_named(session, name))), nl=False)
