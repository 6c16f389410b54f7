"""Links into a campaign: for assessors, machines, panels and Mechanical Turk."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import click
from sqlalchemy.orm import Session

from assess.campaign.access.link_settings import LinkSettings
from assess.campaign.access.links import invite as invite_person
from assess.campaign.access.links import revoke
from assess.campaign.access.platform_parameters import PRESETS, PlatformParameters
from assess.campaign.access.tokens import Claim, Key, signing_key
from assess.campaign.setup.recruiting_links import recruit
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.database.engine import writing
from assess.errors import UnknownNameError
from assess.settings import read_settings
from assess.store.campaigns import campaign_named
from assess.store.links import links_of
from assess.store.tables import Campaign, Link

# Where each kind of link is served; a person's own is at /j.
PATHS = {"worker": "mturk", "panel": "p", "organiser": "live"}
# A panel without a preset has no names yet.
UNNAMED = PlatformParameters("")
LOCAL = "http://127.0.0.1:8000"

url_option = click.option(
    "--url", metavar="URL", default=LOCAL, show_default=True, help="The address at which others reach the server."
)


def address_of(link: Link, key: Key, url: str) -> str:
    """The URL of the link."""
    return f"{url.rstrip('/')}/{PATHS.get(link.kind, 'j')}/{key.token(Claim(link.id))}"


@click.command()
@click.argument("name")
@click.argument("persons", nargs=-1, metavar="[PERSON]...")
@click.option("--machine", "machines", multiple=True, metavar="ID", help="A link for a program.")
@click.option("--panel", metavar="NAME", help="A recruiting link: prolific, connect or other.")
@click.option("--mturk", is_flag=True, help="A link for the frame of Mechanical Turk or the local marketplace.")
@click.option("--participant", metavar="NAME", help="The panel's parameter that says who comes.")
@click.option("--assignment", metavar="NAME", help="The panel's parameter with the id of the assignment.")
@click.option("--submit-to", multiple=True, metavar="ORIGIN", help="Where a frame may submit.  [default: MTurk]")
@click.option("--code", "completion_code", help="The panel's completion code.  [default: one for each assignment]")
@click.option("--discarded-code", help="The same for work with a failed challenge.")
@click.option("--screened-code", help="The same for somebody who cannot take part.")
@click.option("--return-url", metavar="URL", help="Where to go at the end; {code} is filled in.")
@click.option("--pairings", type=click.IntRange(1), help="Pairings of an assignment.")
@click.option("--challenges", type=click.IntRange(0), help="Challenges of an assignment.")
@click.option("--minutes", type=click.IntRange(1), help="How long an assignment may be held.")
@click.option("--assignments-per-person", type=click.IntRange(1), help="Assignments that one person may do.")
@click.option("--days", type=click.IntRange(1), help="Days after which the link expires.  [default: never]")
@click.option("--revoke", "revoked", type=int, multiple=True, metavar="LINK", help="Close a link by its number.")
@url_option
@database_option
def invite(
    name: str,
    persons: Sequence[str],
    machines: Sequence[str],
    panel: str | None,
    mturk: bool,
    participant: str | None,
    assignment: str | None,
    days: int | None,
    revoked: Sequence[int],
    url: str,
    database: str,
    **settings: Any,
) -> None:
    """Make links into a campaign; list them.

    A person's link is theirs alone and leads them back to where they were. Panels and Mechanical Turk get one
    link for everybody they send. Prints the number, kind, person and address of each link made, of all
    links if none is made.

    \b
    Example:
        assess invite cast anna ben
        assess invite cast --machine gpt-x
        assess invite cast --panel prolific --code C1A2 --return-url 'https://app.prolific.com/submissions/complete?cc={code}'
    """
    now = current_time()
    expires_at = now + timedelta(days=days) if days else None
    given = {key: value for key, value in settings.items() if value is not None and value != ()}
    with opened(database) as engine, writing(engine) as session:
        campaign = campaign_named(session, name)
        for number in revoked:
            revoke(_link(session, campaign, number), now)
        made = [invite_person(session, campaign, "invited", person, now, expires_at) for person in persons]
        made += [invite_person(session, campaign, "machine", machine, now, expires_at) for machine in machines]
        if panel:
            names = replace(PRESETS.get(panel, UNNAMED), **_named(participant=participant, assignment=assignment))
            chosen = LinkSettings(parameters=names, **given)
            made.append(recruit(session, campaign, "panel", chosen, now, expires_at))
        if mturk:
            chosen = LinkSettings(parameters=PRESETS["mturk"], **given)
            made.append(recruit(session, campaign, "worker", chosen, now, expires_at))
        key = signing_key(session, read_settings().secret)
        for link in made or links_of(session, campaign.id):
            click.echo(_line(link, key, url))


def _named(**names: str | None) -> dict[str, str]:
    return {thing: name for thing, name in names.items() if name}


def _link(session: Session, campaign: Campaign, number: int) -> Link:
    found = session.get(Link, number)
    if found is None or found.campaign_id != campaign.id:
        raise UnknownNameError(
            f"found no link {number} of campaign {campaign.name}: assess invite {campaign.name} lists"
        )
    return found


def _line(link: Link, key: Key, url: str) -> str:
    state = "revoked" if link.revoked_at else address_of(link, key, url)
    return f"{link.id}\t{link.kind}\t{link.identity or '-'}\t{state}"
