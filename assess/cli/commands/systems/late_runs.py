"""Ask for the judgments that a late run needs."""

import click
from sqlalchemy.orm import Session

from assess.campaign.corrections.correction import Author
from assess.campaign.corrections.late_runs import TOP, JudgeRun, Need, check_judgeable, need_of_run, obstacles
from assess.cli.commands.steering.corrections import make_correction
from assess.cli.options.author import author_options
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading
from assess.pay import format_money
from assess.recruit.accounting.crowd_status import cost_of_judgments
from assess.store.campaigns import campaign_named
from assess.store.progress import progress_of
from assess.store.tables import Campaign


@click.command()
@click.argument("name")
@click.argument("run")
@click.option("--top", type=click.IntRange(1), default=TOP, show_default=True, help="Ranks of the run to look at.")
@author_options
@database_option
def judge(name: str, run: str, top: int, author: Author, yes: bool, database: str) -> None:
    """Ask for the judgments that a late run needs.

    An item of its first ranks that nobody has graded or compared meets three items whose places are known: the first,
    the middle and the last of the topic's top k. assess undo withdraws what nobody has judged.

    \b
    Example:
        assess judge cast late --top 5 --why 'submitted after the deadline'
    """
    judge_run(database, name, JudgeRun(run, top), author, yes=yes)


def judge_run(database: str, name: str, correction: JudgeRun, author: Author, *, yes: bool) -> None:
    """Say what the run needs and what it costs, ask, and put it into play."""
    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, name)
        need = need_of_run(session, campaign, correction.run, correction.top)
        check_judgeable(campaign, correction.run, need)
        lines = _lines(session, campaign, need)
    click.echo("".join(f"{line}\n" for line in lines), nl=False)
    make_correction(database, name, correction, author, yes=yes)


def _lines(session: Session, campaign: Campaign, need: Need) -> list[str]:
    pairs = sum(map(len, need.pairs.values()))
    votes = f", {need.votes} judgments each" if need.votes > 1 else ""
    lines = [
        f"items to compare      {need.items:,} in {len(need.pairs):,} topics",
        f"judgments to ask      {need.judgments:,}: {pairs:,} pairings{votes}",
    ]
    if cost := cost_of_judgments(session, campaign, need.judgments):
        lines.append(f"cost                  {cost[0]:,} HITs, {format_money(cost[1])} at the terms of the crowd")
        lines.append(f"                      assess sync {campaign.name} publishes them")
    lines += [f"left out              {obstacle}" for obstacle in obstacles(campaign, need)]
    if campaign.state == "paused":
        lines.append(f"paused                assess open {campaign.name} lets people judge")
    elif progress_of(session, campaign.id).missing == 0:
        lines.append("all was done          people must come back by their links: tell them")
    return lines
