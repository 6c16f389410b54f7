"""Create a campaign from files."""

from collections.abc import Sequence
from secrets import randbelow

import click
from sqlalchemy.orm import Session

from assess.campaign.settings import change_settings
from assess.campaign.setup.briefing import brief
from assess.campaign.setup.create import create_campaign
from assess.campaign.setup.result_pages import with_result_pages
from assess.campaign.setup.sources import Sources
from assess.campaign.status import Status, campaign_status
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, store_in
from assess.cli.options.many_values import ManyValues
from assess.cli.options.tournament import answers_option, screening_option, strategy_option, tournament_parameters
from assess.cli.output.overview import status_text
from assess.cli.output.progress import with_progress
from assess.files import load
from assess.formats.briefing import Briefing
from assess.formats.items import parse_items
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.formats.topics import parse_described_topics
from assess.tournament.candidates import POOL_DEPTH
from assess.tournament.parameters import Parameters

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
@click.option("--title", help="What assessors read above their work; they never see NAME.")
@screening_option
@click.option("--pool-depth", default=POOL_DEPTH, show_default=True, help="Items pooled from the top of each run.")
@click.option(
    "--pages", type=click.IntRange(1), metavar="DEPTH", help="Compare whole result pages: each run's top DEPTH."
)
@click.option("--seed", type=int, show_default="drawn", help="Decides every random choice of the campaign.")
@database_option
def new(
    name: str,
    topics: str,
    items: Sequence[str],
    grades: str | None,
    runs: Sequence[str],
    pool_depth: int,
    pages: int | None,
    parameters: Parameters,
    strategy: str,
    answers: int | None,
    title: str | None,
    screening: str | None,
    seed: int | None,
    database: str,
) -> None:
    """Create a campaign from files.

    Nothing is stored unless every line of every file is good. Files may be gzip; - is standard input. Without grades,
    all items of a topic are compared. With --pages the result pages of the runs are, made from the texts of the items.

    \b
    Example:
        assess new cast --topics questions.tsv --items passages.jsonl --grades cast.qrels --runs runs/*.gz
        assess new pages --topics questions.tsv --items passages.jsonl --runs runs/*.gz --pages 5
    """
    sources = read_sources(topics, items, grades, runs, pool_depth)
    sources = with_result_pages(sources, pages) if pages else sources
    seed = randbelow(DRAWN_SEEDS) if seed is None else seed
    now = current_time()

    def store(session: Session) -> Status:
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
        if screening:
            change_settings(session, campaign, {"screening": screening}, now)
        if title is not None:
            brief(session, campaign, Briefing({"title": title.strip()}), now)
        return campaign_status(session, campaign)

    status = store_in(database, store)
    click.echo(status_text(status), nl=False)


def read_sources(
    topics: str | None, items: Sequence[str], grades: str | None, runs: Sequence[str], pool_depth: int = POOL_DEPTH
) -> Sources:
    """The records of these files."""
    described = load(topics, parse_described_topics) if topics else {}
    return Sources(
        topics={topic: found.question for topic, found in described.items()},
        items=[item for path in items for item in load(path, parse_items)],
        grades=load(grades, parse_qrels) if grades else {},
        runs=[load(path, parse_run) for path in with_progress("Reading runs", runs)],
        depth=pool_depth,
        descriptions={topic: found.description for topic, found in described.items() if found.description},
    )
