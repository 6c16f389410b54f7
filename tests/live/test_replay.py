"""Replay: a replayed log ends with the scores of the original evaluation."""

import gzip
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Engine

from assess import demo
from assess.campaign.verification import check_campaign
from assess.cli.options.database import opened
from assess.database.engine import reading, writing
from assess.errors import ConflictError, ParameterError
from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.live.outlook_worker import OutlookWorker
from assess.live.rank_cache import ScoreCache
from assess.live.replay import Log, ReplayStage, log_of_campaign, log_of_preferences
from assess.live.rescoring import Scorer, run_means
from assess.live.verification import check_scores
from assess.live.view_settings import LiveSettings
from assess.model import Judgment
from assess.store.runs import run_ids
from assess.store.scores import ScoredTopic, outlook_of, scores_of, total_judgments
from assess.store.tables import Campaign
from assess.store.topics import done_topics
from tests.live.conftest import MakeStage

# Means of the six runs as published with the data: PGC on the crowd's judgments, p = 0.8.
PGC_REAL = {"exp1": 0.0306, "exp5": 0.0899, "exp7": 0.1863, "exp12": 0.2271, "exp13": 0.1009, "exp16": 0.2588}


def play(engine: Engine, log: Log, batch: int, now: datetime, **settings: object) -> ReplayStage:
    """Replay a log batch by batch, and score after each batch."""
    with writing(engine) as session:
        stage = ReplayStage(session, "replayed", log, LiveSettings(**settings), now)  # type: ignore[arg-type]
    scorer = Scorer(engine)
    for start in range(0, len(log.lines), batch):
        with writing(engine) as session:
            stage.feed(session, log.lines[start : start + batch])
        scorer.score_all()
    return stage


def test_the_cast_judgments_end_at_the_published_table(
    database: Engine, cast_log: Log, shared_data: Path, now: datetime
) -> None:
    stage = play(database, cast_log, 7500, now, measures=("pgc(p=0.8)",))
    with reading(database) as session:
        scores = scores_of(session, stage.campaign.id, "pgc(p=0.8)")
        names = {id_: name for name, id_ in run_ids(session, stage.campaign.id).items()}
        assert total_judgments(session, stage.campaign.id, "pgc(p=0.8)") == 14_573
    assert {run: round(value, 4) for run, value in named_means(names, scores).items()} == PGC_REAL
    found = {(names[run], topic): f"{v:.10f}" for topic, of in scores.items() for run, v in of.values.items()}
    assert found == published(shared_data)


def test_the_cast_outlook_says_that_workers_are_unknown_and_resamples_judgments(
    tmp_path: Path, cast_log: Log, now: datetime
) -> None:
    """With one worker per judgment: 0.0042 and 82 % by an independent calculation with other random numbers."""
    with opened(f"sqlite:///{tmp_path}/cast.db", create=True) as engine:
        stage = play(engine, cast_log, len(cast_log.lines), now, measures=("pgc(p=0.8)",))
        OutlookWorker(engine, ScoreCache(), lambda: now).update_all()
        with reading(engine) as session:
            outlook = outlook_of(session, stage.campaign.id)
    assert outlook is not None
    assert outlook.figures["workers_known"] is False
    assert outlook.figures["change"] == pytest.approx(0.0042, abs=0.0006)
    assert outlook.figures["topic_share"] == pytest.approx(0.82, abs=0.02)


def test_the_outlook_does_not_depend_on_the_order_of_judgments(tmp_path: Path, now: datetime) -> None:
    rng = Random(5)
    graded = {topic: sorted(items)[:8] for topic, items in load(demo.GRADES, parse_qrels).items()}
    pairs = [(topic, *rng.sample(items, 2)) for topic, items in graded.items() for _ in range(30)]
    judgments = [Judgment(topic, a, b, rng.choice((a, b))) for topic, a, b in pairs]
    log = log_of_preferences(judgments, [load(path, parse_run) for path in demo.RUNS])
    shuffled = replace(log, lines=rng.sample(log.lines, len(log.lines)))
    figures = []
    for number, played in enumerate((log, shuffled)):
        with opened(f"sqlite:///{tmp_path}/{number}.db", create=True) as engine:
            stage = play(engine, played, 50, now)
            OutlookWorker(engine, ScoreCache(), lambda: now).update_all()
            with reading(engine) as session:
                outlook = outlook_of(session, stage.campaign.id)
        assert outlook is not None
        figures.append(outlook.figures)
    assert figures[0] == figures[1]


def named_means(names: dict[int, str], scores: dict[str, ScoredTopic]) -> dict[str, float]:
    return {names[run]: value for run, value in run_means(scores.values()).items()}


def published(folder: Path) -> dict[tuple[str, str], str]:
    """Run and topic to the published value, with all its digits."""
    with gzip.open(folder / "cast2019" / "expected_scores.tsv.gz", "rt") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    return {(run, topic): value for run, measure, topic, value in rows if measure == "pgc-real-p0.8"}


def test_a_campaign_replayed_ends_at_its_own_scores(
    database: Engine, stage: MakeStage, small_log: Log, now: datetime
) -> None:
    first = stage()
    with writing(database) as session:
        first.feed(session, small_log.lines)
    Scorer(database).score_all()
    with reading(database) as session:
        log = log_of_campaign(session, first.campaign)
    assert [line.judgment.pairing for line in log.lines] == [line.judgment.pairing for line in small_log.lines]
    second = play(database, log, 10, now)
    with reading(database) as session:
        of_first, of_second = (
            named_means(
                {id_: name for name, id_ in run_ids(session, played.campaign.id).items()},
                scores_of(session, played.campaign.id, "pgc"),
            )
            for played in (first, second)
        )
    assert of_first == of_second


def test_a_topic_is_done_once_all_its_judgments_were_replayed(
    database: Engine, stage: MakeStage, small_log: Log
) -> None:
    played = stage()
    with writing(database) as session:
        played.feed(session, [line for line in small_log.lines if line.judgment.topic != "t3"])
    with reading(database) as session:
        assert done_topics(session, played.campaign.id) == set(small_log.questions) - {"t3"}
        assert log_of_campaign(session, played.campaign).unfinished == {"t3"}


def test_a_replay_agrees_with_its_log(database: Engine, small_log: Log, now: datetime) -> None:
    stage = play(database, small_log, 10, now)
    with reading(database) as session:
        campaign = session.get_one(Campaign, stage.campaign.id)
        checks = {check.what: check for check in (*check_campaign(session, campaign), *check_scores(session, campaign))}
    assert [check.differences for check in checks.values()] == [()] * len(checks)
    assert (checks["pairings"].number, checks["scores of runs"].number) == (
        len({line.judgment.pairing for line in small_log.lines}),
        72,
    )


def test_repeated_judgments_of_a_pair_are_by_different_assessors_who_are_unknown() -> None:
    twice = [Judgment("t1", "a", "b", "a"), Judgment("t1", "b", "a", "b"), Judgment("t2", "a", "b", None)]
    log = log_of_preferences(twice, [])
    assert [line.identity for line in log.lines] == ["unknown 1", "unknown 2", "unknown 1"]
    assert log.parameters["workers_known"] is False


def test_a_log_without_runs_is_refused_and_nothing_is_stored(database: Engine, now: datetime) -> None:
    log = log_of_preferences([Judgment("t1", "a", "b", "a")], [])
    with pytest.raises(ParameterError, match="1 judgments and 0 runs"), writing(database) as session:
        ReplayStage(session, "empty", log, LiveSettings(), now)


def test_a_stage_does_not_take_the_name_of_a_campaign(stage: MakeStage) -> None:
    stage("taken")
    with pytest.raises(ConflictError, match="taken"):
        stage("taken")
