"""Exclude people from further work, and admit them again."""

import click

from assess.campaign.corrections.correction import Author, correct
from assess.campaign.corrections.exclusions import Exclude
from assess.campaign.people.lookup import assessor_called
from assess.cli.options.author import author_options
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.database.engine import writing
from assess.store.campaigns import campaign_named


@click.command()
@click.argument("name")
@click.argument("person")
@click.option("--undo", is_flag=True, help="Let them work again.")
@author_options
@database_option
def exclude(name: str, person: str, undo: bool, author: Author, yes: bool, database: str) -> None:
    """Hand out no more work to a person; pay what they have done.

    PERSON is a name or a number of assess people, of any kind. Their judgments go on counting, and what they hold
    may be finished. A worker gets no message, and their account takes no harm; assess sync tells the platform.

    \b
    Example:
        assess exclude cast ben --why 'asked to stop'
        assess exclude cast A1ANNA --undo --why 'it was a fault of ours'
    """
    with opened(database) as engine, writing(engine) as session:
        campaign = campaign_named(session, name)
        assessor = assessor_called(session, campaign, person)
        done = correct(session, campaign, Exclude(assessor.id, not undo), author, current_time())
        told = {"worker": f": assess sync {name} tells the platform", "panel": " here: tell the panel on its own pages"}
        told_to = told.get(assessor.kind, "")
    click.echo(f"{person} {'may work again' if undo else 'gets no more work'}{told_to}")
    click.echo(f"done: change {done.id}; assess undo {name} {done.id} takes it back")
