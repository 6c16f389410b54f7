"""Add topics, items and grades to a campaign under way, or correct them."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from assess.campaign.corrections.additions import AddContent, check_addable
from assess.campaign.corrections.content import Compared, Content, compare
from assess.campaign.corrections.correction import Author
from assess.campaign.corrections.replacements import CorrectContent, check_correctable
from assess.campaign.setup.sources import Sources
from assess.cli.commands.campaign.new import read_sources
from assess.cli.commands.steering.corrections import make_correction
from assess.cli.options.author import author_options
from assess.cli.options.database import database_option, opened
from assess.cli.options.many_values import ManyValues
from assess.database.engine import reading
from assess.errors import ParameterError
from assess.store.campaigns import campaign_named
from assess.store.tables import Campaign


def _content_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --topics, --items and --grades."""
    topics = click.option("--topics", metavar="FILE", help="Questions: topic TAB question, or JSON lines.")
    items = click.option("--items", multiple=True, metavar="FILE...", help="What is compared: TSV or JSON lines.")
    grades = click.option("--grades", metavar="FILE", help="TREC qrels.")
    return topics(items(grades(command)))


@click.command(cls=ManyValues)
@click.argument("name")
@_content_options
@author_options
@database_option
def extend(
    name: str,
    topics: str | None,
    items: Sequence[str],
    grades: str | None,
    author: Author,
    yes: bool,
    database: str,
) -> None:
    """Add topics, items, grades and texts to a campaign.

    The files are those of assess new. What the campaign has already is passed over; what it has differently is
    refused. New items become candidates by the usual rule. assess undo takes it back until somebody is asked about
    what is new.

    \b
    Example:
        assess extend cast --items late-passages.jsonl --why 'texts for the late run'
    """
    sources = _read(topics, items, grades)
    found = _compared(database, name, sources, check_addable)
    _say("added", found.new, found)
    make_correction(database, name, AddContent(sources), author, yes=yes)


@click.command(cls=ManyValues)
@click.argument("name")
@_content_options
@author_options
@database_option
def correct(
    name: str,
    topics: str | None,
    items: Sequence[str],
    grades: str | None,
    author: Author,
    yes: bool,
    database: str,
) -> None:
    """Correct questions, texts and grades of a campaign.

    The files are those of assess new, and need to hold only what is corrected. What is the same is passed over. Work
    that is handed out already shows the former texts; assess export --as texts has all versions.

    \b
    Example:
        assess correct cast --items fixed.jsonl --why 'two passages were cut off'
    """
    sources = _read(topics, items, grades)
    found = _compared(database, name, sources, check_correctable)
    _say("corrected", found.differing, found)
    make_correction(database, name, CorrectContent(sources), author, yes=yes)


def _read(topics: str | None, items: Sequence[str], grades: str | None) -> Sources:
    if not topics and not items and not grades:
        raise ParameterError("found no file, expected at least one of --topics, --items and --grades")
    return read_sources(topics, items, grades, ())


def _compared(database: str, name: str, sources: Sources, check: Callable[[Campaign, Compared], None]) -> Compared:
    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, name)
        found = compare(session, campaign, sources)
        check(campaign, found)
    return found


def _say(done: str, content: Content, found: Compared) -> None:
    numbers = {
        "topics": len(content.topics),
        "items": sum(map(len, content.items.values())),
        "grades": sum(map(len, content.grades.values())),
    }
    parts = ", ".join(f"{number:,} {what if number > 1 else what[:-1]}" for what, number in numbers.items() if number)
    click.echo(f"{done:<22}{parts}")
    click.echo(f"{'the same':<22}{found.same:,} passed over")
    if found.unplaced:
        click.echo(f"{'left out':<22}{found.unplaced:,} items that name no topic, and that no topic has")
