"""The live view of a campaign: what it shows, and the same leaderboard in a terminal."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from secrets import token_urlsafe

import click
from sqlalchemy import Engine

from assess.campaign.access.links import organiser_link
from assess.campaign.access.tokens import signing_key
from assess.cli.commands.judging.links import address_of
from assess.cli.options.address import address_or_default, url_option
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.output.board import board_text
from assess.database.engine import reading, writing
from assess.graph.building import KINDS, Kind
from assess.live.board import Board, as_plain, read_board
from assess.live.service import LiveService
from assess.live.view_settings import Closes, LiveSettings, StopRule, change_live, live_settings
from assess.settings import read_settings
from assess.store.campaigns import campaign_named
from assess.store.tables import Campaign

LOOK = 0.5  # seconds between two looks whether something has changed
CLEAR_BELOW, HOME, END_OF_LINE = "\x1b[J", "\x1b[H", "\x1b[K"


@click.command()
@click.argument("name")
@click.option("-m", "--measure", "measures", multiple=True, help="Show these; the first is the main one.")
@click.option("--graph", type=click.Choice(KINDS), help="What PGC rests on.")
@click.option("--blind/--reveal", default=None, help="Show letters instead of names; show the names.")
@click.option("--public/--private", default=None, help="Make a page for everybody; take it away.")
@click.option("--stop-when", metavar="WHAT", help="Close when decided: order, leader, or two runs as 'A>B'; or never.")
@click.option("--level", type=float, help="How sure that must be.  [default: 0.95]")
@click.option("--closes", type=click.Choice(["campaign", "topics"]), help="What is closed then.  [default: campaign]")
@click.option("--judgments", type=click.IntRange(0), help="Of the campaign, or the topic, to wait for.  [default: 10]")
@url_option
@database_option
def live(
    name: str,
    measures: Sequence[str],
    graph: Kind | None,
    blind: bool | None,
    public: bool | None,
    stop_when: str | None,
    level: float | None,
    closes: Closes | None,
    judgments: int | None,
    url: str | None,
    database: str,
) -> None:
    """Choose what the live view shows; print its addresses.

    \b
    Example:
        assess live cast --measure 'pgc(p=0.8)' --measure nDCG@10 --blind --public
        assess live cast --stop-when leader --level 0.95
    """
    now = current_time()
    rule = {"comparison": stop_when, "level": level, "closes": closes, "judgments": judgments}
    with opened(database) as engine, writing(engine) as session:
        campaign = campaign_named(session, name)
        old = live_settings(campaign)
        new = LiveSettings(
            measures=tuple(measures) or old.measures,
            graph=graph or old.graph,
            blind=old.blind if blind is None else blind,
            public=old.public if public is None else (old.public or token_urlsafe(12)) if public else "",
            stop=_rule(old.stop, {key: value for key, value in rule.items() if value is not None}),
        )
        change_live(session, campaign, new, now)
        link = organiser_link(session, campaign, now)
        key = signing_key(session, read_settings().secret)
        click.echo(f"measures\t{' '.join(new.measures)}\ngraph\t{new.graph}\nblind\t{'yes' if new.blind else 'no'}")
        click.echo(f"stops\t{_told(new.stop)}")
        address = address_or_default(session, url)
        click.echo(f"organiser\t{address_of(link, key, address)}")
        if new.public:
            click.echo(f"public\t{address_of_public_page(campaign, address)}")


def _rule(old: StopRule | None, given: dict[str, object]) -> StopRule | None:
    """The rule, changed by the options given."""
    if given.get("comparison") == "never":
        return None
    if not given:
        return old
    return replace(old or StopRule(), **given)  # type: ignore[arg-type]  # click gives each its type


def _told(rule: StopRule | None) -> str:
    if rule is None:
        return "never"
    what = "the campaign closes" if rule.closes == "campaign" else "a topic closes"
    return f"{what} when {rule.comparison} is {rule.level:.0%} sure, after {rule.judgments:,} judgments or more"


def address_of_public_page(campaign: Campaign, address: str) -> str:
    """The URL of the page with the scores that anybody may open."""
    return f"{address}/scores/{campaign.name}/{live_settings(campaign).public}"


@click.command()
@click.argument("name")
@click.option("-m", "--measure", help="Show this measure of the live view.  [default: the main one]")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line, whenever something changed.")
@click.option("--once", is_flag=True, help="Print the leaderboard as it is now, and end.")
@database_option
def watch(name: str, measure: str | None, as_json: bool, once: bool, database: str) -> None:
    """Watch the leaderboard of a campaign while judgments arrive.

    Scores are kept up to date by assess serve, or by this command. Ctrl-C ends it.

    \b
    Example:
        assess watch cast
        assess watch cast --json --once
    """
    with opened(database) as engine:
        service = LiveService(engine)
        service.update_all()
        if once:
            show_board(current_board(engine, name, measure), as_json=as_json, redraw=False)
            return
        service.start()
        try:
            for board in changing_board(engine, name, measure):
                show_board(board, as_json=as_json, redraw=sys.stdout.isatty() and not as_json)
        except KeyboardInterrupt:
            pass
        finally:
            service.stop()


def current_board(engine: Engine, name: str, measure: str | None = None) -> Board:
    """The leaderboard as it is stored now."""
    with reading(engine) as session:
        return read_board(session, campaign_named(session, name), measure)


def changing_board(engine: Engine, name: str, measure: str | None = None) -> Iterator[Board]:
    """The leaderboard now, and again after each change."""
    last = None
    while True:
        board = current_board(engine, name, measure)
        if board != last:
            yield board
            last = board
        time.sleep(LOOK)


def show_board(board: Board, *, as_json: bool, redraw: bool) -> None:
    """Print a leaderboard; with *redraw*, over the last one."""
    if as_json:
        click.echo(json.dumps(as_plain(board), ensure_ascii=False))
    elif redraw:
        lines = board_text(board).replace("\n", f"{END_OF_LINE}\n")
        click.echo(f"{HOME}{lines}{CLEAR_BELOW}", nl=False)
    else:
        click.echo(board_text(board))
