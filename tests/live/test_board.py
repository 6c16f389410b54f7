"""The leaderboard: what it shows, in which order, under which names."""

from collections.abc import Callable
from datetime import datetime

import pytest
from sqlalchemy import Engine, update

from assess.database.engine import reading, writing
from assess.errors import UnknownNameError
from assess.live.board import Board, as_plain, read_board
from assess.live.board_scores import by_topic, history, letters, read_table, significance
from assess.live.outlook_worker import OutlookWorker
from assess.live.replay import Log, ReplayStage
from assess.live.rescoring import Scorer
from assess.live.view_settings import LiveSettings, StopRule, change_live
from assess.store.runs import run_ids
from assess.store.scores import add_standing
from assess.store.tables import Campaign, StoredRun
from tests.live.conftest import MakeStage


def feed(engine: Engine, stage: ReplayStage, log: Log, start: int, end: int) -> None:
    with writing(engine) as session:
        stage.feed(session, log.lines[start:end])
    Scorer(engine).score_all()


def board_of(engine: Engine, stage: ReplayStage, measure: str | None = None) -> Board:
    with reading(engine) as session:
        return read_board(session, session.get_one(Campaign, stage.campaign.id), measure)


@pytest.fixture
def judged_stage(database: Engine, stage: MakeStage, small_log: Log) -> Callable[..., ReplayStage]:
    """The small log with all its judgments."""

    def make(**settings: object) -> ReplayStage:
        played = stage(**settings)
        feed(database, played, small_log, 0, 48)
        feed(database, played, small_log, 48, 96)
        return played

    return make


def test_runs_stand_in_the_order_of_their_means(database: Engine, judged_stage: Callable[..., ReplayStage]) -> None:
    board = board_of(database, judged_stage())
    assert [(row.place, row.name) for row in board.rows] == [(1, "exact"), (2, "middling"), (3, "reverse")]
    assert (board.judgments, board.judged_topics) == (96, 8)
    for row in board.rows:
        assert row.low is not None
        assert row.high is not None
        assert row.low < row.mean < row.high


def test_a_board_before_the_first_judgment_is_there_and_empty(database: Engine, stage: MakeStage) -> None:
    played = stage()
    Scorer(database).score_all()
    board = board_of(database, played)
    assert [row.mean for row in board.rows] == [0.0, 0.0, 0.0]
    assert (board.judgments, board.sensitivity, board.outlook) == (0, None, None)
    with reading(database) as session:
        table = read_table(session, session.get_one(Campaign, played.campaign.id))
    assert significance(table)["p"] == []
    assert [row.place for row in board.rows] == [1, 1, 1]


def test_a_single_topic_has_means_without_intervals(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played = stage()
    feed(database, played, small_log, 0, 1)
    assert {(row.low, row.high) for row in board_of(database, played).rows} == {(None, None)}


def test_another_measure_of_the_campaign_can_be_shown(
    database: Engine, judged_stage: Callable[..., ReplayStage]
) -> None:
    played = judged_stage(measures=("pgc", "nDCG@3"))
    board = board_of(database, played, "nDCG@3")
    assert board.rows[0].mean == 1.0
    assert board.outlook is None
    with pytest.raises(UnknownNameError, match="found measure 'AP', expected one of: pgc, nDCG@3"):
        board_of(database, played, "AP")


def test_a_hidden_run_is_not_shown(database: Engine, judged_stage: Callable[..., ReplayStage]) -> None:
    played = judged_stage()
    with writing(database) as session:
        session.execute(update(StoredRun).where(StoredRun.name == "exact").values(hidden=True))
    assert [row.name for row in board_of(database, played).rows] == ["middling", "reverse"]


def test_blind_names_are_letters_that_stay_and_descriptions_are_withheld(
    database: Engine, judged_stage: Callable[..., ReplayStage], now: datetime
) -> None:
    played = judged_stage(blind=True)
    with writing(database) as session:
        session.execute(update(StoredRun).values(description="a telling one"))
    first, again = board_of(database, played), board_of(database, played)
    assert {row.name for row in first.rows} == {"System A", "System B", "System C"}
    assert [row.name for row in first.rows] == [row.name for row in again.rows]
    assert {row.description for row in first.rows} == {None}
    with writing(database) as session:
        change_live(session, session.get_one(Campaign, played.campaign.id), LiveSettings(), now)
    assert [row.name for row in board_of(database, played).rows] == ["exact", "middling", "reverse"]


def test_nothing_blind_names_a_run(database: Engine, judged_stage: Callable[..., ReplayStage]) -> None:
    played = judged_stage(blind=True, stop=StopRule("exact>reverse", 0.9))
    with reading(database) as session:
        campaign = session.get_one(Campaign, played.campaign.id)
        table = read_table(session, campaign)
        told = [as_plain(read_board(session, campaign)), significance(table), by_topic(table)]
        told.append(history(session, campaign, table))
    assert not any(name in str(told) for name in ("exact", "middling", "reverse"))


def test_the_plain_board_does_not_tell_the_public_address(
    database: Engine, judged_stage: Callable[..., ReplayStage]
) -> None:
    assert "open sesame" not in str(as_plain(board_of(database, judged_stage(public="open sesame"))))


def test_the_outlook_comes_with_the_main_measure(
    database: Engine, judged_stage: Callable[..., ReplayStage], now: datetime
) -> None:
    played = judged_stage(stop=StopRule("order"))
    OutlookWorker(database, Scorer(database).cache, lambda: now).update_all()
    told = as_plain(board_of(database, played))["outlook"]
    assert told["judgments"] == 96
    assert told["decided"] == told["order"]
    assert "ahead" not in told


def test_movement_is_counted_in_places_won(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played = stage()
    feed(database, played, small_log, 0, 96)
    with writing(database) as session:  # at 80 judgments the order was reversed
        runs = run_ids(session, played.campaign.id)
        then = {runs["reverse"]: 0.3, runs["middling"]: 0.2, runs["exact"]: 0.1}
        add_standing(session, played.campaign.id, "pgc", 80, then, played.campaign.created_at)
    assert {row.name: row.moved for row in board_of(database, played).rows} == {
        "exact": 2,
        "middling": 0,
        "reverse": -2,
    }


def test_significance_is_symmetric_in_the_order_of_the_board(
    database: Engine, judged_stage: Callable[..., ReplayStage]
) -> None:
    played = judged_stage()
    with reading(database) as session:
        found = significance(read_table(session, session.get_one(Campaign, played.campaign.id)))
    assert found["runs"] == ["exact", "middling", "reverse"]
    assert found["p"][0][2] == found["p"][2][0] <= found["holm"][0][2]


def test_history_has_a_point_for_every_standing_up_to_a_limit(
    database: Engine, judged_stage: Callable[..., ReplayStage]
) -> None:
    played = judged_stage()
    with reading(database) as session:
        campaign = session.get_one(Campaign, played.campaign.id)
        table = read_table(session, campaign)
        whole, thinned = history(session, campaign, table), history(session, campaign, table, points=1)
    assert whole["judgments"] == [48, 96]
    assert {len(run["means"]) for run in whole["runs"]} == {2}
    assert len(thinned["judgments"]) == 1


def test_scores_by_topic_are_in_the_order_of_the_board(
    database: Engine, judged_stage: Callable[..., ReplayStage]
) -> None:
    played = judged_stage()
    with reading(database) as session:
        found = by_topic(read_table(session, session.get_one(Campaign, played.campaign.id)))
    assert {line["topic"] for line in found["topics"]} == {f"t{number}" for number in range(1, 9)}
    last = next(line for line in found["topics"] if line["topic"] == "t8")
    assert last["values"][found["runs"].index("reverse")] == 0.0
    assert last["judgments"] == 12


def test_letters_go_on_after_z() -> None:
    assert [letters(number) for number in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
