"""Runs of a campaign: upload them at any time, see how much of them was judged."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import click

from assess.campaign.corrections.correction import Author
from assess.campaign.corrections.late_runs import TOP, JudgeRun
from assess.campaign.corrections.run_replacement import ReplaceRun
from assess.cli.commands.steering.corrections import make_correction
from assess.cli.commands.systems.late_runs import judge_run
from assess.cli.options.author import author_options
from assess.cli.options.database import database_option, opened
from assess.cli.output.progress import with_progress
from assess.cli.output.table import format_table
from assess.database.engine import reading, writing
from assess.files import load
from assess.formats.runs import Run, parse_run
from assess.live.uploads import coverage_of_runs, helpful_pairings, run_named, set_hidden
from assess.live.uploads import upload as upload_runs
from assess.store.campaigns import campaign_named


@click.command()
@click.argument("name")
@click.argument("files", metavar="RUN...", nargs=-1, required=True)
@click.option("--describe", "description", metavar="TEXT", help="What kind of system it is.")
@click.option("--hidden", is_flag=True, help="Score it, but keep it off the leaderboard.")
@click.option("--replace", is_flag=True, help="Each run takes the place of the one with the same tag.")
@click.option("--judge", "judged", is_flag=True, help="Ask for the judgments that the runs need; see assess judge.")
@click.option("--top", type=click.IntRange(1), default=TOP, show_default=True, help="Ranks that --judge looks at.")
@author_options
@database_option
def upload(
    name: str,
    files: Sequence[str],
    description: str | None,
    hidden: bool,
    replace: bool,
    judged: bool,
    top: int,
    author: Author,
    yes: bool,
    database: str,
) -> None:
    """Add runs to a campaign, in any state.

    They are scored with the current judgments. If any line is bad, no run is added. Files may be gzip; - is
    standard input. With --replace, assess undo brings the former run back.

    \b
    Example:
        assess upload cast runs/late.run.gz --describe 'BM25 with query expansion' --judge
    """
    runs = [load(path, parse_run) for path in with_progress("Reading runs", files)]
    if replace:
        for run in runs:
            make_correction(database, name, ReplaceRun(run, description), author, yes=yes)
    else:
        _add(database, name, runs, description, hidden=hidden)
    for run in runs if judged else ():
        judge_run(database, name, JudgeRun(run.name, top), author, yes=yes)


def _add(database: str, name: str, runs: Sequence[Run], description: str | None, *, hidden: bool) -> None:
    with opened(database) as engine, writing(engine) as session:
        taken = upload_runs(session, campaign_named(session, name), runs, description=description, hidden=hidden)
    for run in taken:
        lacks = f", lacks {run.missing:,}" if run.missing else ""
        others = f", {run.unknown:,} others left out" if run.unknown else ""
        click.echo(f"{run.name}: ranks {run.topics:,} of the campaign's topics{lacks}{others}")


@click.command()
@click.argument("name")
@click.option("--hide", "hidden", multiple=True, metavar="RUN", help="Keep a run off the leaderboard.")
@click.option("--show", "shown", multiple=True, metavar="RUN", help="Put it back.")
@click.option("--describe", "described", multiple=True, nargs=2, metavar="RUN TEXT", help="Say what it is.")
@click.option("--helpful", metavar="RUN", help="Print pairings that would tell more about a run.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@database_option
def runs(
    name: str,
    hidden: Sequence[str],
    shown: Sequence[str],
    described: Sequence[tuple[str, str]],
    helpful: str | None,
    as_json: bool,
    database: str,
) -> None:
    """List the runs of a campaign, and how much of them was judged.

    "compared" is the share of a run's top 10 ranks that somebody compared, "known" the share that was
    compared or graded. The scores come from the live scorer: assess serve or assess watch.

    \b
    Example:
        assess runs cast --hide baseline
        assess runs cast --helpful late
    """
    with opened(database) as engine:
        with writing(engine) as session:
            campaign = campaign_named(session, name)
            for run, hide in [*((run, True) for run in hidden), *((run, False) for run in shown)]:
                set_hidden(session, run_named(session, campaign, run), hidden=hide)
            for run, text in described:
                run_named(session, campaign, run).description = text or None
        with reading(engine) as session:
            if helpful is not None:
                pairings = helpful_pairings(session, campaign, run_named(session, campaign, helpful))
                rows = [asdict(pairing) for pairing in pairings]
                headings, left = ("rank", "topic", "docno", "against", "shown"), 0
            else:
                rows = [asdict(run) for run in coverage_of_runs(session, campaign)]
                headings, left = ("name", "compared", "known", "hidden", "description"), 1
    click.echo(json.dumps(rows, ensure_ascii=False) if as_json else _table(headings, rows, left), nl=as_json)


def _table(headings: Sequence[str], rows: Sequence[dict[str, object]], left: int) -> str:
    return format_table(headings, [[_cell(row[heading]) for heading in headings] for row in rows], left)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.0%}" if isinstance(value, float) else "-" if value is None else str(value)
