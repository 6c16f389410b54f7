"""Replay a finished log through the live view."""

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace as changed
from random import Random

import click
from sqlalchemy import Engine

from assess.cli.commands.systems.live import current_board, show_board
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened, store_in
from assess.cli.options.many_values import ManyValues
from assess.cli.output.progress import with_progress
from assess.database.engine import reading, writing
from assess.errors import ParameterError
from assess.files import load
from assess.formats.preferences import parse_judgments
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.graph.building import KINDS, Kind
from assess.live.outlook_worker import OutlookWorker
from assess.live.replay import Log, LogLine, ReplayStage, log_of_campaign, log_of_preferences
from assess.live.rescoring import Scorer
from assess.live.view_settings import LiveSettings
from assess.store.campaigns import campaign_named

# Looks at the leaderboard on the way, unless a step is given.
LOOKS = 100
UNNAMED = "replay"


@click.command(cls=ManyValues)
@click.argument("name", required=False)
@click.option("--prefs", metavar="FILE", help="Preferences, instead of a campaign.")
@click.option("--runs", "runs", multiple=True, metavar="FILE...", help="The runs to score with them.")
@click.option("--grades", metavar="FILE", help="TREC qrels, where a measure or graph needs them.")
@click.option("-m", "--measure", "measures", multiple=True, default=["pgc"], show_default=True, help="Show these.")
@click.option("--graph", type=click.Choice(KINDS), default="real", show_default=True, help="What PGC rests on.")
@click.option("--rate", type=click.FloatRange(0, min_open=True), help="Judgments per second.  [default: no limit]")
@click.option("--step", type=click.IntRange(1), help="Judgments between two looks.  [default: a hundredth of all]")
@click.option("--shuffle", metavar="SEED", help="Mix the judgments: preference files are often sorted by topic.")
@click.option("--as", "kept", metavar="NEW", help="Keep it as a campaign, to be watched in a browser.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each look.")
@database_option
def replay(
    name: str | None,
    prefs: str | None,
    runs: Sequence[str],
    grades: str | None,
    measures: Sequence[str],
    graph: Kind,
    rate: float | None,
    step: int | None,
    shuffle: str | None,
    kept: str | None,
    as_json: bool,
    database: str,
) -> None:
    """Feed a finished log through the live view, judgment by judgment.

    The log is that of a campaign, or a preference file with runs. On a terminal the leaderboard is drawn
    again at each step; in a pipe only the last one is printed.

    \b
    Example:
        assess replay cast --rate 50
        assess replay --prefs crowd.pref --runs runs/*.gz -m 'pgc(p=0.8)' --shuffle 1
    """
    if (name is None) == (prefs is None):
        raise ParameterError("found both a campaign and --prefs, or neither: expected one of them")
    log = _log_of_files(prefs, runs, grades) if prefs else _log_of_campaign(name or "", database)
    if shuffle is not None:
        log = changed(log, lines=Random(shuffle).sample(log.lines, len(log.lines)))
    settings = LiveSettings(tuple(measures), graph)
    with _database(database if kept else None) as url:
        stage = store_in(url, lambda session: ReplayStage(session, kept or UNNAMED, log, settings, current_time()))
        _show(url, stage, log, step or -(-len(log.lines) // LOOKS), rate, as_json)


def _show(url: str, stage: ReplayStage, log: Log, step: int, rate: float | None, as_json: bool) -> None:
    with opened(url) as engine:
        redraw = sys.stdout.isatty() and not as_json
        for _ in _play(engine, stage, log, step, rate):
            if redraw or as_json:
                show_board(current_board(engine, stage.campaign.name), as_json=as_json, redraw=redraw)
        if not as_json:
            show_board(current_board(engine, stage.campaign.name), as_json=False, redraw=redraw)


def _log_of_files(prefs: str, runs: Sequence[str], grades: str | None) -> Log:
    judgments = [judgment for _, judgment in load(prefs, parse_judgments)]
    read = [load(path, parse_run) for path in with_progress("Reading runs", runs)]
    known = {topic: dict(graded) for topic, graded in load(grades, parse_qrels).items()} if grades else {}
    return log_of_preferences(judgments, read, known)


def _log_of_campaign(name: str, database: str) -> Log:
    with opened(database) as engine, reading(engine) as session:
        return log_of_campaign(session, campaign_named(session, name))


@contextmanager
def _database(url: str | None) -> Iterator[str]:
    """The database to replay into: the one given, or a temporary one."""
    if url is not None:
        yield url
        return
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/replay.db"


def _play(engine: Engine, stage: ReplayStage, log: Log, step: int, rate: float | None) -> Iterator[None]:
    """Feed the log step by step; score and yield after each step. The last step updates the outlook too."""
    scorer = Scorer(engine)
    outlooks = OutlookWorker(engine, scorer.cache, current_time)
    began = time.monotonic()
    for end in with_progress("Replaying", range(step, len(log.lines) + step, step)):
        batch: Sequence[LogLine] = log.lines[end - step : end]
        with writing(engine) as session:
            stage.feed(session, batch)
        scorer.score_all()
        outlooks.work()
        if end >= len(log.lines):
            outlooks.update_all()
        if rate:
            time.sleep(max(0.0, began + end / rate - time.monotonic()))
        yield
