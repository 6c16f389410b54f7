"""Close and reopen campaigns and topics."""

import click
from sqlalchemy.orm import Session

from assess.campaign.author import Author
from assess.campaign.corrections.topic_closing import CloseTopic
from assess.campaign.setup.lifecycle import close_campaign, reopen_campaign
from assess.cli.commands.steering.corrections import make_correction
from assess.cli.options.author import author_options
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading, writing
from assess.recruit.accounting.crowd_status import crowd_status
from assess.store.campaigns import campaign_named
from assess.store.progress import progress_of
from assess.store.tables import Campaign


@click.command()
@click.argument("name")
@click.option("--topic", help="Close only this topic.")
@author_options
@database_option
def close(name: str, topic: str | None, author: Author, yes: bool, database: str) -> None:
    """Hand out no new work; what is held may be finished.

    It says what is missing, and asks. assess reopen takes it back.

    \b
    Example:
        assess close cast --why 'the budget is spent'
    """
    if topic is not None:
        make_correction(database, name, CloseTopic(topic), author, yes=yes)
        return
    with opened(database) as engine:
        with reading(engine) as session:
            click.echo("".join(f"{line}\n" for line in _missing(session, campaign_named(session, name))), nl=False)
        if not yes and not click.confirm("Close it?", err=True):
            click.echo("nothing was changed", err=True)
            return
        with writing(engine) as session:
            close_campaign(session, campaign_named(session, name), current_time(), author)
    click.echo(f"{name} is closed: assess reopen {name} reopens it")


def _missing(session: Session, campaign: Campaign) -> list[str]:
    """What is missing and held before a campaign is closed."""
    progress, crowd = progress_of(session, campaign.id), crowd_status(session, campaign, current_time())
    lines = [
        f"judgments that count  {progress.counted:,}",
        f"judgments missing     {progress.missing:,}",
        f"judgments held        {progress.held:,}, which may still be finished",
        f"topics done           {progress.done:,} of {progress.topics:,}",
    ]
    if progress.ungraded:
        lines.append(f"items to grade        {progress.ungraded:,}")
    if crowd and crowd.work and crowd.work.in_play:
        lines.append(f"HITs on offer         {crowd.work.in_play:,}: assess stop {campaign.name} takes them back")
    return lines


@click.command()
@click.argument("name")
@click.option("--topic", help="Reopen only this topic.")
@author_options
@database_option
def reopen(name: str, topic: str | None, author: Author, yes: bool, database: str) -> None:
    """Reopen a closed campaign, or a closed topic of it.

    The campaign is then as it was before it was closed: open, paused or a draft. A topic that the stop rule closed is
    closed again while the rule holds: assess live changes the rule.

    \b
    Example:
        assess reopen cast --why 'a late run came in'
    """
    if topic is not None:
        make_correction(database, name, CloseTopic(topic, closed=False), author, yes=yes)
        return
    with opened(database) as engine, writing(engine) as session:
        campaign = campaign_named(session, name)
        reopen_campaign(session, campaign, current_time(), author)
        state, missing = campaign.state, progress_of(session, campaign.id).missing
    back = ": people must come back by their links" if missing and state == "open" else ""
    click.echo(f"{name} is {state} again, {missing:,} judgments missing{back}")
