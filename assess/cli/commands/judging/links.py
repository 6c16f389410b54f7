"""Links into a campaign: for assessors, machines, panels and Mechanical Turk."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import click
from sqlalchemy.orm import Session

from assess.campaign.access.link_settings import LinkSettings, check_share_of_work, parse_link_settings
from assess.campaign.access.platform_parameters import PRESETS, PlatformParameters
from assess.campaign.access.tokens import Claim, Key, signing_key
from assess.campaign.corrections.correction import Author
from assess.campaign.corrections.shares import link_numbered
from assess.campaign.invitations import invite_list, invite_with_share
from assess.campaign.judging.revoking import revoke
from assess.campaign.setup.recruiting_links import recruit
from assess.cli.options.address import address_or_default, url_option
from assess.cli.options.author import account
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.output.table import format_csv
from assess.database.engine import writing
from assess.errors import ParameterError
from assess.files import load, source_name
from assess.formats.invitations import parse_invitations
from assess.settings import read_settings
from assess.store.campaigns import campaign_named
from assess.store.links import links_of
from assess.store.tables import Campaign, Link, LinkKind
from assess.store.topics import topic_ids

# Where each kind of link is served; a person's own is at /j.
PATHS = {"worker": "mturk", "panel": "p", "organiser": "live"}
# A panel without a preset has no names yet.
UNNAMED = PlatformParameters("")


def address_of(link: Link, key: Key, address: str) -> str:
    """The URL of the link, on a server with this address."""
    return f"{address}/{PATHS.get(link.kind, 'j')}/{key.token(Claim(link.id))}"


@click.command()
@click.argument("name")
@click.argument("persons", nargs=-1, metavar="[PERSON]...")
@click.option(
    "--machine", "machines", multiple=True, metavar="ID", help="A link for a program, such as a language model."
)
@click.option("--simulated", multiple=True, metavar="ID", help="A link for a simulated person, for assess work.")
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
@click.option("--quota", metavar="N", help="Judgments that one person may make; none lifts a quota.")
@click.option("--topics", metavar="T1,T2", help="The only topics they get; all lifts this.")
@click.option(
    "--adjudicator/--no-adjudicator",
    default=None,
    help="They decide the pairings on which others disagree, and get nothing else.",
)
@click.option("--from", "listed", metavar="FILE", help="Invite the people of a CSV file: name, quota, topics, expires.")
@click.option("--days", type=click.IntRange(1), help="Days after which the link expires.  [default: never]")
@click.option(
    "--revoke",
    "revoked",
    type=int,
    multiple=True,
    metavar="LINK",
    help="Close a link by its number, and take back what is held by it.",
)
@url_option
@database_option
def invite(
    name: str,
    persons: Sequence[str],
    machines: Sequence[str],
    simulated: Sequence[str],
    panel: str | None,
    mturk: bool,
    participant: str | None,
    assignment: str | None,
    quota: str | None,
    topics: str | None,
    adjudicator: bool | None,
    listed: str | None,
    days: int | None,
    revoked: Sequence[int],
    url: str | None,
    database: str,
    **settings: Any,
) -> None:
    """Make links into a campaign; list them.

    A person's link is theirs alone and leads them back to where they were. Panels and Mechanical Turk get one
    link for everybody they send. Prints the number, kind, person and address of each link made, of all
    links if none is made.

    Somebody with topics gets only these; others may get them too. Inviting somebody again with another quota or
    other topics changes these, which is recorded. --from prints CSV: its columns, and the link of each person.

    \b
    Example:
        assess invite cast anna ben
        assess invite cast anna --quota 200 --topics 31_1,31_2
        assess invite cast olga --adjudicator
        assess invite cast --from people.csv > links.csv
        assess invite cast --machine gpt-x
        assess invite cast --panel prolific --code C1A2 --return-url 'https://app.prolific.com/submissions/complete?cc={code}'
    """
    now = current_time()
    expires_at = now + timedelta(days=days) if days else None
    share = _share(quota, topics, adjudicator)
    if adjudicator and (machines or panel or mturk):
        raise ParameterError("found --adjudicator with a machine or a crowd, expected it with the names of people")
    given = {key: value for key, value in settings.items() if value is not None and value != ()}
    with opened(database) as engine, writing(engine) as session:
        campaign = campaign_named(session, name)
        for number in revoked:
            _revoke(session, campaign, number, now)
        key = signing_key(session, read_settings().secret)
        address = address_or_default(session, url)
        if listed:
            _invite_list(session, campaign, listed, key, address)
            return
        everybody: list[tuple[LinkKind, str]] = [("invited", person) for person in persons]
        everybody += [("machine", machine) for machine in machines]
        everybody += [("simulated", who) for who in simulated]
        made = [
            invite_with_share(session, campaign, who, share, Author(account()), now, expires_at) for who in everybody
        ]
        given |= check_share_of_work(share, topic_ids(session, campaign.id))
        if panel:
            names = replace(PRESETS.get(panel, UNNAMED), **_named(participant=participant, assignment=assignment))
            chosen = LinkSettings(parameters=names, **given)
            made.append(recruit(session, campaign, "panel", chosen, now, expires_at))
        if mturk:
            chosen = LinkSettings(parameters=PRESETS["mturk"], **given)
            made.append(recruit(session, campaign, "worker", chosen, now, expires_at))
        for link in made or links_of(session, campaign.id):
            click.echo(_line(link, key, address))


def _revoke(session: Session, campaign: Campaign, number: int, now: datetime) -> None:
    taken = revoke(session, campaign, link_numbered(session, campaign, number), now)
    if taken:
        questions = sum(work.open for work in taken)
        click.echo(f"link {number} is revoked; {questions:,} questions that were held by it went back", err=True)


def _share(quota: str | None, topics: str | None, adjudicator: bool | None) -> dict[str, Any]:
    """The quota, the topics and the role that were given."""
    share: dict[str, Any] = {}
    if quota is not None:
        if quota != "none" and not quota.isdecimal():
            raise ParameterError(f"found --quota {quota}, expected a number of judgments, or none")
        share["quota"] = None if quota == "none" else int(quota)
    if topics is not None:
        share["topics"] = [] if topics == "all" else [topic.strip() for topic in topics.split(",") if topic.strip()]
    if adjudicator is not None:
        share["adjudicator"] = adjudicator
    return share


def _invite_list(session: Session, campaign: Campaign, path: str, key: Key, address: str) -> None:
    """Invite everybody on the list, and print it with their links."""
    found = load(path, parse_invitations)
    made = invite_list(session, campaign, found.people, source_name(path), Author(account()), current_time())
    if found.passed_on:
        click.echo(f"passed on as they are: {', '.join(found.passed_on)}", err=True)
    rows = [[person.name, address_of(link, key, address), *_told(link), *person.rest] for person, link in made]
    click.echo(format_csv(["name", "link", "quota", "topics", "expires", *found.passed_on], rows), nl=False)


def _told(link: Link) -> list[object]:
    settings = parse_link_settings(link.settings)
    expires = link.expires_at.isoformat() if link.expires_at else None
    return [settings.quota, " ".join(settings.topics), expires]


def _named(**names: str | None) -> dict[str, str]:
    return {thing: name for thing, name in names.items() if name}


def _line(link: Link, key: Key, address: str) -> str:
    state = "revoked" if link.revoked_at else address_of(link, key, address)
    return f"{link.id}\t{link.kind}\t{link.identity or '-'}\t{state}"
