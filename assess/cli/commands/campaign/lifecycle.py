"""Open, pause and close campaigns."""

from typing import Any

import click

from assess.campaign.settings import AssignmentSize, change_settings, settings_of
from assess.campaign.setup.lifecycle import close_campaign, open_campaign, pause_campaign
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.options.tournament import answers_option
from assess.cli.output.progress import with_progress
from assess.database.engine import writing
from assess.store.campaigns import campaign_named
from assess.store.progress import progress_of


@click.command()
@click.argument("name")
@answers_option
@click.option("--grading", is_flag=True, help="Let assessors grade the items that have no grade first.")
@click.option("--pairings", type=click.IntRange(1), help="Pairings of a crowd's assignment.  [default: 10]")
@click.option("--challenges", type=click.IntRange(0), help="Challenges of a crowd's assignment.  [default: 3]")
@click.option("--minutes", type=click.IntRange(1), help="How long a crowd's assignment may be held.  [default: 60]")
@database_option
def open(name: str, answers: int | None, grading: bool, database: str, **sizes: int | None) -> None:  # noqa: A001
    """Let a campaign hand out work.

    A draft gets its first pairings; a paused campaign goes on. What is changed by options is recorded.

    \b
    Example:
        assess open cast --answers 3
    """
    now = current_time()
    with opened(database) as engine, writing(engine) as session:
        campaign = campaign_named(session, name)
        chosen: dict[str, Any] = {"answers": answers} if answers else {}
        chosen |= {"grading": True} if grading else {}
        if given := AssignmentSize(**sizes).chosen():
            chosen["assignment_size"] = settings_of(campaign).assignment_size.chosen() | given
        change_settings(session, campaign, chosen, now)
        open_campaign(session, campaign, now, with_progress)
        progress = progress_of(session, campaign.id)
    waiting = f", {progress.ungraded:,} items to grade" if progress.ungraded else ""
    click.echo(f"{name} is open: {progress.missing:,} judgments wanted in {progress.topics:,} topics{waiting}")


@click.command()
@click.argument("name")
@database_option
def pause(name: str, database: str) -> None:
    """Hand out no new work for now; what is held may be finished.

    \b
    Example:
        assess pause cast
    """
    with opened(database) as engine, writing(engine) as session:
        pause_campaign(session, campaign_named(session, name), current_time())
    click.echo(f"{name} is paused: assess open {name} lets it go on")


@click.command()
@click.argument("name")
@database_option
def close(name: str, database: str) -> None:
    """Hand out no new work ever; what is held may be finished.

    \b
    Example:
        assess close cast
    """
    with opened(database) as engine, writing(engine) as session:
        close_campaign(session, campaign_named(session, name), current_time())
    click.echo(f"{name} is closed")
