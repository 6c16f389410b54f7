"""Correct a campaign under way, see what was changed, take it back."""

import json
from contextlib import suppress
from datetime import datetime
from typing import Any

import click
from sqlalchemy.orm import Session

from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.correction import Author, Correction, correct
from assess.campaign.corrections.correction import undo as undo_change
from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.fields import parse_date
from assess.campaign.corrections.kinds import KINDS
from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.corrections.wording import changes_as_json
from assess.campaign.people.lookup import assessor_called
from assess.cli.options.author import author_options
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.output.effect import effect_text
from assess.database.engine import reading, writing
from assess.errors import ParameterError
from assess.live.preview import Action, preview
from assess.store.campaigns import campaign_named
from assess.store.tables import Campaign, CampaignChange

# Values of settings that are written as words.
WORDS = {"true": True, "false": False, "default": None, "none": None}


@click.command()
@click.argument("name")
@click.argument("person")
@click.option("--from", "since", metavar="DATE", help="Only judgments from this date or time on; UTC.")
@author_options
@database_option
def discard(name: str, person: str, since: str | None, author: Author, yes: bool, database: str) -> None:
    """Let the judgments of a person count no more.

    PERSON is a name or a number of assess people. The judgments stay in the log; what misses a judgment now is
    asked again. assess undo takes it back.

    \b
    Example:
        assess discard cast ben --from 2026-11-18 --why 'answered at random since the second day'
    """
    with opened(database) as engine, reading(engine) as session:
        assessor = assessor_called(session, campaign_named(session, name), person).id
    make_correction(database, name, Discard(assessor, parse_date(since) if since else None), author, yes=yes)


@click.command()
@click.argument("name")
@click.argument("topic")
@click.argument("docno")
@click.argument("other", required=False)
@author_options
@database_option
def aside(name: str, topic: str, docno: str, other: str | None, author: Author, yes: bool, database: str) -> None:
    """Set an item or a pair aside.

    With one DOCNO the item is compared no more and its judgments do not count. With two, only the pair of them is
    not compared any more, and counts as tied. assess undo takes it back.

    \b
    Example:
        assess aside cast 31_1 MARCO_123 --why 'the text is cut off'
    """
    make_correction(database, name, SetAside(topic, docno, other), author, yes=yes)


@click.command()
@click.argument("name")
@click.argument("settings", nargs=-1, required=True, metavar="SETTING=VALUE...")
@author_options
@database_option
def change(name: str, settings: tuple[str, ...], author: Author, yes: bool, database: str) -> None:
    """Change settings of a campaign under way.

    The tournaments are played again by the new rules with the judgments there are. Settings: k, few, per_item,
    votes, final_votes, max_rounds, overlap, overlap_votes, floor (true or false), recall, effort, grade_weight,
    machine_weight, strategy, answers, counted (people, machines or both), screening (paper or weighed), graders
    (people who grade each item, where grades are collected), retention (days after closing until identities are
    erased, or none). The value default gives a setting its default.

    \b
    Example:
        assess change cast k=7 per_item=9 few=12 --why 'the track asks for the best seven'
    """
    make_correction(database, name, ChangeSettings(_parsed(settings)), author, yes=yes)


def _parsed(settings: tuple[str, ...]) -> dict[str, Any]:
    """Setting to value: a number where it is one, None for the default."""
    found: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not value:
            raise ParameterError(f"found {setting!r}, expected a setting and its value, such as k=7")
        found[name] = _value(value)
    return found


def _value(text: str) -> Any:
    """A whole number, another number, true or false, a word; or None, which stands for the default."""
    for number in (int, float):
        with suppress(ValueError):
            return number(text)
    return WORDS.get(text, text)


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@database_option
def changes(name: str, as_json: bool, database: str) -> None:
    """List what was changed in a campaign, and by whom.

    \b
    Example:
        assess changes cast
    """
    with opened(database) as engine, reading(engine) as session:
        found = changes_as_json(session, campaign_named(session, name))
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
    for change in () if as_json else found:
        click.echo(_line(change))


def _line(change: dict[str, Any]) -> str:
    """Number, time, who, what and why of a change."""
    undone = f" (undone by {change['undone_by']})" if change["undone_by"] else ""
    why = f": {change['why']}" if change["why"] else ""
    when = change["at"][:16].replace("T", " ")
    return "\t".join((str(change["number"]), when, change["who"] or "-", change["what"] + undone + why))


@click.command()
@click.argument("name")
@click.argument("number", type=int)
@author_options
@database_option
def undo(name: str, number: int, author: Author, yes: bool, database: str) -> None:
    """Take a change back.

    NUMBER is that of assess changes. This too is recorded.

    \b
    Example:
        assess undo cast 12 --why 'it was another Ben'
    """
    now = current_time()
    make_change(database, name, lambda session, it: undo_change(session, it, number, KINDS, author, now), yes=yes)


def make_correction(database: str, name: str, correction: Correction, author: Author, *, yes: bool) -> None:
    """Show what the correction does, ask, and make it."""
    make_change(database, name, _correcting(correction, author, current_time()), yes=yes)


def _correcting(correction: Correction, author: Author, now: datetime) -> Action:
    def action(session: Session, campaign: Campaign) -> CampaignChange:
        return correct(session, campaign, correction, author, now)

    return action


def make_change(database: str, name: str, action: Action, *, yes: bool) -> None:
    """Show what the change does, ask, and make it."""
    with opened(database) as engine:
        click.echo(effect_text(preview(engine, name, action)), nl=False)
        if not yes and not click.confirm("Do it?", err=True):
            click.echo("nothing was changed", err=True)
            return
        with writing(engine) as session:
            done = action(session, campaign_named(session, name))
    assert isinstance(done, CampaignChange)
    if done.undoes_id:
        click.echo(f"done: change {done.id} took change {done.undoes_id} back")
    else:
        click.echo(f"done: change {done.id}; assess undo {name} {done.id} takes it back")
