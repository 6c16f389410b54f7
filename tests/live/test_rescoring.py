"""The live scorer: what it stores, what it does not touch, and that its scores equal those of ``assess score``."""

from dataclasses import replace
from datetime import datetime
from time import monotonic

import pytest
from sqlalchemy import Engine, select

from assess.campaign.export.preferences import export_preferences
from assess.database.engine import reading, writing
from assess.formats.preferences import parse_preferences
from assess.formats.runs import Ranking, Run, parse_run
from assess.live.outlook import OutlookBuilder
from assess.live.rank_cache import ScoreCache
from assess.live.replay import Log, ReplayStage
from assess.live.rescoring import Scorer, run_means
from assess.live.topic_scores import COMPARED, KNOWN
from assess.live.view_settings import LiveSettings, change_live
from assess.scoring import score_runs
from assess.scoring.table import over_topics
from assess.store.runs import add_run, run_ids, runs_of
from assess.store.scores import ScoredTopic, mark_topics, marked_topics, scores_of, standings_of
from assess.store.tables import Campaign, TopicScore
from assess.store.topics import topic_ids
from tests.conftest import MakeJudged
from tests.live.conftest import MakeStage

Scores = dict[str, dict[str, float]]


def stored(engine: Engine, campaign: Campaign, measure: str = "pgc") -> Scores:
    """Run to topic to value, as stored."""
    with reading(engine) as session:
        names = {id_: name for name, id_ in run_ids(session, campaign.id).items()}
        found = scores_of(session, campaign.id, measure)
    return {name: {topic: scored.values[id_] for topic, scored in sorted(found.items())} for id_, name in names.items()}


def exported(engine: Engine, campaign: Campaign, *measures: str, **options: object) -> dict[str, Scores]:
    """What ``assess score`` makes of the campaign's export: measure to run to topic to value."""
    with reading(engine) as session:
        preferences = parse_preferences(export_preferences(session, campaign).encode())
        runs = {run.name: {t: r.docnos for t, r in run.rankings.items()} for run in runs_of(session, campaign.id)}
    scores = score_runs(runs, preferences, measures=measures or ("pgc",), **options)  # type: ignore[arg-type]
    return {measure: {run: scores[run][measure] for run in scores} for measure in measures or ("pgc",)}


def feed(engine: Engine, stage: ReplayStage, log: Log, start: int, end: int) -> None:
    with writing(engine) as session:
        stage.feed(session, log.lines[start:end])


def test_scores_are_those_of_the_export_after_every_step(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played, scorer = stage(), Scorer(database)
    for start in range(0, len(small_log.lines), 16):
        feed(database, played, small_log, start, start + 16)
        scorer.score_all()
        assert stored(database, played.campaign) == exported(database, played.campaign)["pgc"]


def test_a_run_that_lacks_a_judged_topic_scores_zero_there(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played = stage()
    feed(database, played, small_log, 0, 96)
    Scorer(database).score_all()
    assert stored(database, played.campaign)["reverse"]["t8"] == 0.0


def test_means_are_those_that_are_printed(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played = stage()
    feed(database, played, small_log, 0, 50)
    Scorer(database).score_all()
    with reading(database) as session:
        means = run_means(scores_of(session, played.campaign.id, "pgc").values())
        names = run_ids(session, played.campaign.id)
    expected = exported(database, played.campaign)["pgc"]
    assert {name: means[id_] for name, id_ in names.items()} == {
        name: over_topics("pgc", expected[name]) for name in names
    }


def test_only_the_judged_topic_is_scored_again(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played, scorer = stage(), Scorer(database)
    feed(database, played, small_log, 0, 95)
    scorer.score_all()
    feed(database, played, small_log, 95, 96)
    with reading(database) as session:
        assert [topic.topic for topic in marked_topics(session, 9)] == [small_log.lines[95].judgment.topic]
    assert scorer.score_all() == 1


def test_scores_say_how_many_judgments_they_rest_on(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played = stage()
    feed(database, played, small_log, 0, 96)
    Scorer(database).score_all()
    with reading(database) as session:
        assert {scored.judgments for scored in scores_of(session, played.campaign.id, "pgc").values()} == {12}


def test_a_topic_without_judgments_has_no_score(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played = stage()
    feed(database, played, small_log, 0, 1)
    Scorer(database).score_all()
    assert set(stored(database, played.campaign)["exact"]) == {small_log.lines[0].judgment.topic}


def test_measures_of_the_grades_and_of_the_levels_so_far_stand_beside(
    database: Engine, stage: MakeStage, small_log: Log
) -> None:
    played = stage(measures=("pgc(p=0.8)", "compat(p=0.8)", "nDCG@3"))
    feed(database, played, small_log, 0, 96)
    Scorer(database).score_all()
    runs = {run.name: {t: r.docnos for t, r in run.rankings.items()} for run in small_log.runs}
    expected = score_runs(runs, qrels=small_log.grades, measures=["compat(p=0.8)", "nDCG@3"])
    for measure in ("compat(p=0.8)", "nDCG@3"):  # no top k is known yet: the levels are the grades
        assert stored(database, played.campaign, measure) == {run: expected[run][measure] for run in expected}
    assert (
        stored(database, played.campaign, "pgc(p=0.8)")
        == exported(database, played.campaign, "pgc(p=0.8)")["pgc(p=0.8)"]
    )


def test_a_graph_of_judgments_and_grades_can_be_chosen(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played = stage(graph="combined")
    feed(database, played, small_log, 0, 96)
    Scorer(database).score_all()
    expected = exported(database, played.campaign, qrels=small_log.grades, graph="combined")
    assert stored(database, played.campaign) == expected["pgc"]


def test_items_that_are_not_relevant_can_be_left_out(database: Engine, small_log: Log, now: datetime) -> None:
    log = replace(small_log, grades={topic: {**of, "d4": 0.0, "d5": 0.0} for topic, of in small_log.grades.items()})
    settings = LiveSettings(("pgc(positive=true)",), "combined")
    with writing(database) as session:
        played = ReplayStage(session, "positive", log, settings, now)
    feed(database, played, log, 0, 96)
    Scorer(database).score_all()
    expected = exported(database, played.campaign, *settings.measures, qrels=log.grades, graph="combined")
    assert stored(database, played.campaign, *settings.measures) == expected[settings.measures[0]]

    builder = OutlookBuilder(played.campaign.id, ScoreCache(), monotonic)
    with reading(database) as session:
        assert builder.renew(session, seconds=60)
        figures, _ = builder.figures(session)
    assert figures is not None
    assert figures["topics"] == 8


def test_a_run_that_comes_late_is_scored_on_every_topic(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played, scorer = stage(), Scorer(database)
    feed(database, played, small_log, 0, 96)
    scorer.score_all()
    with writing(database) as session:
        topics = topic_ids(session, played.campaign.id)
        add_run(session, played.campaign.id, Run("late", {"t1": Ranking(["d1", "d0"], [2.0, 1.0])}), topics)
        mark_topics(session, played.campaign.id)
    scorer.score_all()
    assert stored(database, played.campaign) == exported(database, played.campaign)["pgc"]
    assert stored(database, played.campaign)["late"]["t1"] > 0


def test_equal_scores_have_the_order_of_the_command(database: Engine, stage: MakeStage, small_log: Log) -> None:
    """trec_eval alone would put d5, the worst item, first."""
    played, scorer = stage(measures=("nDCG@3",)), Scorer(database)
    feed(database, played, small_log, 0, 96)
    with writing(database) as session:
        tied = parse_run(b"t1 Q0 d5 1 1 tied\nt1 Q0 d0 2 1 tied\n")
        add_run(session, played.campaign.id, tied, topic_ids(session, played.campaign.id))
        mark_topics(session, played.campaign.id)
    scorer.score_all()
    expected = score_runs({"tied": {"t1": {"d5": 1, "d0": 1}}}, qrels=small_log.grades, measures=["nDCG@3"])
    in_order = score_runs({"tied": {"t1": ["d0", "d5"]}}, qrels=small_log.grades, measures=["nDCG@3"])
    assert (
        stored(database, played.campaign, "nDCG@3")["tied"] == expected["tied"]["nDCG@3"] == in_order["tied"]["nDCG@3"]
    )


def test_coverage_is_the_share_of_top_ranks_compared_or_known(
    database: Engine, stage: MakeStage, small_log: Log
) -> None:
    played = stage()
    feed(database, played, small_log, 0, 1)
    Scorer(database).score_all()
    topic = small_log.lines[0].judgment.topic
    compared, known = stored(database, played.campaign, COMPARED), stored(database, played.campaign, KNOWN)
    assert compared["exact"][topic] == pytest.approx(2 / 6)
    assert compared["middling"][topic] == pytest.approx(2 / 7)
    assert known["exact"][topic] == 1.0
    assert known["middling"][topic] == pytest.approx(6 / 7)


def test_other_measures_replace_the_old_ones(database: Engine, stage: MakeStage, small_log: Log, now: datetime) -> None:
    played, scorer = stage(), Scorer(database)
    feed(database, played, small_log, 0, 96)
    scorer.score_all()
    with writing(database) as session:
        change_live(session, session.merge(played.campaign), LiveSettings(measures=("pgc(p=0.5)",)), now)
    assert scorer.score_all() == 8
    assert stored(database, played.campaign, "pgc") == {name: {} for name in ("exact", "middling", "reverse")}
    assert len(stored(database, played.campaign, "pgc(p=0.5)")["exact"]) == 8


def test_a_scorer_killed_before_it_wrote_has_done_nothing(
    database: Engine, stage: MakeStage, small_log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = stage()
    feed(database, played, small_log, 0, 96)
    monkeypatch.setattr("assess.live.rescoring.store_standing", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Scorer(database).score_all()
    with reading(database) as session:
        assert session.scalars(select(TopicScore.topic_id)).all() == []
    monkeypatch.undo()
    assert Scorer(database).score_all() == 8
    assert stored(database, played.campaign) == exported(database, played.campaign)["pgc"]


def test_a_measure_that_cannot_be_computed_leaves_the_others_and_other_topics_alone(
    database: Engine, stage: MakeStage, small_log: Log, caplog: pytest.LogCaptureFixture
) -> None:
    small_log.grades["t1"]["d1"] = 2.5
    played = stage(measures=("pgc", "nDCG@3"))
    feed(database, played, small_log, 0, 96)
    assert Scorer(database).score_all() == 8
    assert "nDCG@3 of topic t1: topic t1: found grade 2.5" in caplog.text
    assert set(stored(database, played.campaign, "nDCG@3")["exact"]) == {f"t{number}" for number in range(2, 9)}
    assert set(stored(database, played.campaign)["exact"]) == {f"t{number}" for number in range(1, 9)}


def test_points_of_the_plot_are_noted_as_judgments_arrive(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played, scorer = stage(), Scorer(database)
    for start in range(0, 96, 12):
        feed(database, played, small_log, start, start + 12)
        scorer.score_batch(batch=100)
    with reading(database) as session:
        points = standings_of(session, played.campaign.id, "pgc")
        assert [judgments for judgments, _ in points] == list(range(12, 97, 12))
        assert points[-1][1] == run_means(scores_of(session, played.campaign.id, "pgc").values())


def test_a_corrected_judgment_leaves_the_old_one_out(database: Engine, judged: MakeJudged) -> None:
    open_one, scorer = judged(topics=1, candidates=3), Scorer(database)
    run = Run("sys", {"t1": Ranking(["dd", "db", "dc"], [3.0, 2.0, 1.0])})
    with writing(database) as session:
        campaign = session.get_one(Campaign, open_one.campaign_id)
        add_run(session, campaign.id, run, topic_ids(session, campaign.id))
    anna = open_one.invited("anna")
    assignment = open_one.taken(anna)
    for task in assignment.tasks:
        open_one.save(anna, assignment, task.position, 1)
    scorer.score_all()
    before = stored(database, campaign)

    open_one.save(anna, assignment, 1, -1)
    scorer.score_all()
    assert stored(database, campaign) == exported(database, campaign)["pgc"]
    assert stored(database, campaign) != before


def test_values_of_no_topics_are_no_means() -> None:
    assert run_means([]) == {}
    assert run_means([ScoredTopic({3: 0.5}, 1), ScoredTopic({3: 0.25, 4: 1.0}, 1)]) == {3: 0.375, 4: 0.5}
