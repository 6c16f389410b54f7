"""Create campaigns, show their status, export their data."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from secrets import randbelow

import click
from sqlalchemy.orm import Session

from assess.campaign.export.log import export_log
from assess.campaign.export.preferences import export_preferences
from assess.campaign.export.qrels import export_qrels
from assess.campaign.export.release import release_files, zip_archive
from assess.campaign.setup.create import create_campaign
from assess.campaign.setup.sources import Sources
from assess.campaign.status import Status, campaign_status
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.options.many_values import ManyValues
from assess.cli.options.tournament import answers_option, strategy_option, tournament_parameters
from assess.cli.output.money import crowd_record, crowd_table, crowd_text
from assess.cli.output.progress import with_progress
from assess.database.engine import reading, writing
from assess.errors import ParameterError
from assess.files import STANDARD, load, write_atomically, write_folder
from assess.formats.items import parse_items
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.formats.topics import parse_described_topics
from assess.recruit.accounting.crowd_status import crowd_status
from assess.store.campaigns import all_campaigns, campaign_named
from assess.store.tables import Campaign
from assess.tournament.parameters import Parameters
from assess.tournament.pooling import DEPTH

# A seed that is drawn is short enough to be typed again, and exact in JSON and spreadsheets.
DRAWN_SEEDS = 10**9


@click.command(cls=ManyValues)
@click.argument("name")
@click.option("--topics", required=True, metavar="FILE", help="Questions: topic TAB question, or JSON lines.")
@click.option("--items", multiple=True, metavar="FILE...", help="What is compared: TSV or JSON lines.")
@click.option("--grades", metavar="FILE", help="TREC qrels.")
@click.option("--runs", multiple=True, metavar="FILE...", help="TREC runs; without grades they are pooled.")
@tournament_parameters()
@strategy_option
@answers_option
@click.option("--pool-depth", default=DEPTH, show_default=True, help="Items pooled from the top of each run.")
@click.option("--seed", type=int, show_default="drawn", help="Decides every random choice of the campaign.")
@database_option
def new(
    name: str,
    topics: str,
    items: Sequence[str],
    grades: str | None,
    runs: Sequence[str],
    pool_depth: int,
    parameters: Parameters,
    strategy: str,
    answers: int | None,
    seed: int | None,
    database: str,
) -> None:
    """Create a campaign from files.

    Nothing is stored unless every line of every file is good. Files may be gzip; - is standard input.

    \b
    Example:
        assess new cast --topics questions.tsv --items passages.jsonl --grades cast.qrels --runs runs/*.gz
    """
    sources = read_sources(topics, items, grades, runs, pool_depth)
    seed = randbelow(DRAWN_SEEDS) if seed is None else seed
    now = current_time()
    with opened(database, create=True) as engine, writing(engine) as session:
        campaign = create_campaign(
            session,
            name,
            sources,
            parameters=parameters,
            strategy=strategy,
            answers=answers,
            seed=seed,
            now=now,
            track=with_progress,
        )
        status = campaign_status(session, campaign)
    click.echo(status_text(status), nl=False)


def read_sources(
    topics: str, items: Sequence[str], grades: str | None, runs: Sequence[str], pool_depth: int = DEPTH
) -> Sources:
    """The records of these files."""
    described = load(topics, parse_described_topics)
    return Sources(
        topics={topic: found.question for topic, found in described.items()},
        items=[item for path in items for item in load(path, parse_items)],
        grades=load(grades, parse_qrels) if grades else {},
        runs=[load(path, parse_run) for path in with_progress("Reading runs", runs)],
        depth=pool_depth,
        descriptions={topic: found.description for topic, found in described.items() if found.description},
    )


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--hits", "table", flag_value="hits", help="Print the HITs of its crowd, as CSV.")
@click.option("--workers", "table", flag_value="workers", help="Print the workers of its crowd, as CSV.")
@database_option
def status(name: str | None, as_json: bool, table: str | None, database: str) -> None:
    """Show the status of a campaign; without NAME, of all.

    \b
    Example:
        assess status cast --json
        assess status cast --workers
    """
    now = current_time()
    with opened(database) as engine, reading(engine) as session:
        if table:
            click.echo(crowd_table(session, name, table, now), nl=False)
            return
        campaigns = [campaign_named(session, name)] if name else all_campaigns(session)
        found = [campaign_status(session, campaign) for campaign in campaigns]
        crowds = [crowd_status(session, campaign, now) for campaign in campaigns]
    if as_json:
        records = [_as_record(status) | crowd_record(crowd) for status, crowd in zip(found, crowds, strict=True)]
        click.echo(json.dumps(records[0] if name else records, ensure_ascii=False, indent=2))
    elif name:
        click.echo(status_text(found[0]) + crowd_text(crowds[0]), nl=False)
    else:
        click.echo(_as_list(found), nl=False)


def _as_record(status: Status) -> dict[str, object]:
    return asdict(status) | {"created_at": status.created_at.isoformat()}


def status_text(status: Status) -> str:
    p = status.parameters
    answers = f", answers = {p['answers']}" if "answers" in p else ""
    largest = f" ({status.largest_pool_topic})" if status.largest_pool_topic else ""
    lines = {
        "campaign": f"{status.name} ({status.state}, created {status.created_at:%Y-%m-%d %H:%M} UTC)",
        "strategy": p["strategy"],
        "parameters": f"k = {p['k']}, F = {p['few']}, P = {p['per_item']}, votes = {p['votes']}{answers}, "
        f"seed = {status.seed}",
        "topics": f"{status.topics:,}",
        "items": f"{status.items:,}, {status.graded:,} of them graded",
        "candidates": f"{status.candidates:,}, {status.candidates_without_body:,} of them with nothing to show",
        "largest pool": f"{status.largest_pool:,}{largest}",
        "pools above F": f"{status.pools_above_few:,}",
        "runs": f"{status.runs:,}",
        "pairings": f"{status.pairings:,}",
        "judgments": f"{status.judgments:,} by {status.assessors:,} assessors",
    }
    return "".join(f"{label:<14} {value}\n" for label, value in lines.items())


def _as_list(found: Sequence[Status]) -> str:
    width = max((len(status.name) for status in found), default=0)
    return "".join(
        f"{status.name:<{width}}  {status.state:<6}  {status.topics:>6,} topics  {status.candidates:>8,} candidates"
        f"  {status.judgments:>9,} judgments\n"
        for status in found
    )


@click.command()
@click.argument("name")
@click.option("--as", "form", type=click.Choice(["prefs", "qrels", "jsonl", "release"]), required=True)
@click.option("-o", "--output", metavar="FILE", default=STANDARD, show_default="standard output")
@click.option("--columns", type=click.Choice(["3", "4"]), default="3", show_default=True, help="Columns of prefs.")
@database_option
def export(name: str, form: str, output: str, columns: str, database: str) -> None:
    """Write judgments or grades to a file.

    prefs are the judgments that hold: "topic winner loser", with four columns "topic a b preferred" and
    ties too. qrels are the grades, and above them the ordered top k of each topic that is done. jsonl is
    the whole log with its assessors. release is a folder, or an archive if FILE ends with .zip, to hand
    on: nobody who judged can be found by it.

    \b
    Example:
        assess export cast --as release -o cast-release.zip
    """
    exports: dict[str, Callable[[Session, Campaign], str]] = {
        "prefs": lambda session, campaign: export_preferences(session, campaign, int(columns)),
        "qrels": export_qrels,
        "jsonl": export_log,
    }
    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, name)
        if form == "release":
            _write_release(output, name, release_files(session, campaign))
        else:
            write_atomically(output, exports[form](session, campaign))


def _write_release(output: str, name: str, files: dict[str, str]) -> None:
    if output == STANDARD:
        raise ParameterError("a release is a folder or a .zip archive: name it with -o")
    if output.endswith(".zip"):
        write_atomically(output, zip_archive(name, files))
    else:
        write_folder(output, files)
