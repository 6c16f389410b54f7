"""Open and pause campaigns."""

from typing import Any

import click

from assess.campaign.author import Author
from assess.campaign.overview.overview import Overview, read_overview
from assess.campaign.overview.untold import bring_texts, few_names
from assess.campaign.settings import AssignmentSize, change_settings, settings_of
from assess.campaign.setup.lifecycle import open_campaign, pause_campaign
from assess.campaign.status import Status
from assess.cli.options.author import record_options
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.options.tournament import answers_option, screening_option
from assess.cli.output.progress import with_progress
from assess.database.engine import writing
from assess.errors import ParameterError
from assess.store.campaigns import campaign_named
from assess.store.tables import Campaign


@click.command()
@click.argument("name")
@answers_option
@screening_option
@click.option("--grading", is_flag=True, help="Let assessors grade the items that have no grade first.")
@click.option("--graders", type=click.IntRange(1), help="With --grading: people who grade each item.  [default: 1]")
@click.option("--pairings", type=click.IntRange(1), help="Pairings of a crowd's assignment.  [default: 10]")
@click.option("--challenges", type=click.IntRange(0), help="Challenges of a crowd's assignment.  [default: 3]")
@click.option("--minutes", type=click.IntRange(1), help="How long a crowd's assignment may be held.  [default: 60]")
@record_options
@database_option
def open(  # noqa: A001
    name: str,
    answers: int | None,
    screening: str | None,
    grading: bool,
    graders: int | None,
    author: Author,
    database: str,
    **sizes: int | None,
) -> None:
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
        chosen |= {"screening": screening} if screening else {}
        chosen |= {"grading": True} if grading else {}
        chosen |= _chosen_graders(campaign, graders, grading=grading)
        if given := AssignmentSize(**sizes).chosen():
            chosen["assignment_size"] = settings_of(campaign).assignment_size.chosen() | given
        change_settings(session, campaign, chosen, now)
        open_campaign(session, campaign, now, with_progress, author)
        overview = read_overview(session, campaign, now)
    _tell_opened(overview)


def _chosen_graders(campaign: Campaign, graders: int | None, *, grading: bool) -> dict[str, int]:
    """The setting, if it was given and can be given here."""
    if graders is None:
        return {}
    if not grading and not settings_of(campaign).grading:
        raise ParameterError("found --graders without --grading, expected both: nothing is graded otherwise")
    if campaign.state != "draft" and settings_of(campaign).grading:
        raise ParameterError(
            f"campaign {campaign.name} collects grades already: assess change {campaign.name} graders={graders}"
        )
    return {"graders": graders}


def _tell_opened(overview: Overview) -> None:
    """What is asked for now, and on standard error what cannot be judged."""
    name, topics, missing = overview.status.name, overview.topics, overview.judgments.totals.missing
    waiting = f", {overview.to_grade:,} items to grade" if overview.to_grade else ""
    click.echo(f"{name} is open: {missing:,} judgments wanted in {topics.all:,} topics{waiting}")
    if untold := overview.untold.to_grade:
        number = f"{len(untold):,} items have no text, so nobody can grade them"
        click.echo(f"Warning: {number}: {few_names(untold)}; {bring_texts(name)}", err=True)
    if overview.finished and not overview.status.judgments:
        click.echo(f"Warning: nothing can be judged: {_why_nothing(overview.status)}", err=True)


def _why_nothing(status: Status) -> str:
    """Why no topic has two candidates to compare, and what to do."""
    if status.plain:
        return f"no topic has two items; assess extend {status.name} --items FILE brings more"
    return (
        f"no topic has two candidates, which are items graded above 0 ({status.graded:,} of {status.items:,} items "
        f"have a grade); assess extend {status.name} --grades FILE brings grades, "
        f"assess open {status.name} --grading collects them"
    )


@click.command()
@click.argument("name")
@record_options
@database_option
def pause(name: str, author: Author, database: str) -> None:
    """Hand out no new work for now; what is held may be finished.

    \b
    Example:
        assess pause cast
    """
    with opened(database) as engine, writing(engine) as session:
        pause_campaign(session, campaign_named(session, name), current_time(), author)
    click.echo(f"{name} is paused: assess open {name} lets it go on")
