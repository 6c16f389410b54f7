"""The outlook beside the scores, and the rule that closes what is decided."""

from collections.abc import Callable
from datetime import datetime
from itertools import count

import numpy as np
import pytest
from sqlalchemy import Engine, delete, select, update

from assess.database.engine import reading, writing
from assess.errors import ParameterError
from assess.live.outlook_worker import OutlookWorker
from assess.live.replay import Log, ReplayStage
from assess.live.rescoring import Scorer
from assess.live.view_settings import LiveSettings, StopRule, change_live, live_settings
from assess.stats.evidence import FEWEST_TOPICS
from assess.store.changes import changes_of
from assess.store.runs import run_ids
from assess.store.scores import outlook_of
from assess.store.tables import Campaign, Outlook, StoredRun, StoredTopic
from tests.live.conftest import MakeStage


def look(engine: Engine, now: datetime) -> None:
    scorer = Scorer(engine)
    scorer.score_all()
    OutlookWorker(engine, scorer.cache, lambda: now).update_all()


def feed(engine: Engine, stage: ReplayStage, log: Log, number: int = 96) -> None:
    with writing(engine) as session:
        stage.feed(session, log.lines[:number])


def stored(engine: Engine, stage: ReplayStage) -> Outlook:
    with reading(engine) as session:
        found = outlook_of(session, stage.campaign.id)
    assert found is not None
    return found


@pytest.fixture
def watched(
    database: Engine, stage: Callable[..., ReplayStage], small_log: Log, now: datetime
) -> Callable[..., ReplayStage]:
    """The small log with all its judgments, the settings and state given, and its outlook computed once.

    All topics are *done*, or none is.
    """

    def make(state: str = "open", *, done: bool = True, **settings: object) -> ReplayStage:
        played = stage(**settings)
        feed(database, played, small_log)
        with writing(database) as session:
            session.execute(update(Campaign).values(state=state))
            session.execute(update(StoredTopic).values(done_at=now if done else None))
        look(database, now)
        return played

    return make


def test_the_outlook_says_how_firmly_the_order_stands(database: Engine, watched: Callable[..., ReplayStage]) -> None:
    played = watched()
    found = stored(database, played)
    figures = found.figures
    with reading(database) as session:
        runs = run_ids(session, played.campaign.id)
    assert found.judgments == 96
    assert figures["runs"] == sorted(runs.values())
    exact, reverse = (figures["runs"].index(runs[name]) for name in ("exact", "reverse"))
    assert figures["ahead"][exact][reverse] > 0.9
    assert figures["leader"] >= figures["order"]
    assert 0 <= figures["topic_share"] <= 1
    assert figures["needed"]["order"] is None or figures["needed"]["order"] >= 0


def test_the_same_judgments_give_the_same_outlook(
    database: Engine, watched: Callable[..., ReplayStage], now: datetime
) -> None:
    played = watched()
    first = stored(database, played).figures
    look(database, now)
    assert stored(database, played).figures == first


def hurried(engine: Engine, now: datetime) -> OutlookWorker:
    """A worker on a machine so busy that a minute passes between any two looks at the clock."""
    seconds = count(0, 60)
    return OutlookWorker(engine, Scorer(engine).cache, lambda: now, lambda: float(next(seconds)))


def test_a_busy_machine_delays_the_outlook_but_never_drops_it(
    database: Engine, watched: Callable[..., ReplayStage], now: datetime
) -> None:
    played = watched()
    unhurried = stored(database, played).figures
    with writing(database) as session:
        session.execute(delete(Outlook))
    hurried(database, now).update_all()
    assert stored(database, played).figures == unhurried


def test_an_outlook_that_was_begun_is_finished_without_a_new_judgment(
    database: Engine, watched: Callable[..., ReplayStage], now: datetime
) -> None:
    played = watched()
    with writing(database) as session:
        session.execute(delete(Outlook))
    worker = hurried(database, now)
    slices = sum(1 for _ in iter(worker.work, False))
    assert slices >= 7  # a slice for each of the eight topics, as no budget is enough for two
    assert stored(database, played).judgments == 96
    assert not worker.work()


def test_scores_that_come_after_the_judgments_renew_the_outlook(
    database: Engine, stage: MakeStage, small_log: Log, now: datetime
) -> None:
    played, scorer = stage(), Scorer(database)
    worker = OutlookWorker(database, scorer.cache, lambda: now)
    feed(database, played, small_log, 80)
    scorer.score_all()
    with writing(database) as session:
        played.feed(session, small_log.lines[80:])
    worker.update_all()  # the last judgments are stored, but not scored yet
    scorer.score_all()
    worker.update_all()
    assert stored(database, played).judgments == 96


@pytest.mark.parametrize("graph", ["combined", "derived"])
def test_a_topic_with_grades_alone_does_not_hold_up_the_outlook(
    database: Engine, stage: MakeStage, small_log: Log, now: datetime, graph: str
) -> None:
    played = stage(graph=graph)
    with writing(database) as session:
        played.feed(session, [line for line in small_log.lines if line.judgment.topic != "t1"])
    look(database, now)
    figures = stored(database, played).figures
    assert figures["topics"] == 8
    assert (figures["change"] == 0) == (graph == "derived")


def test_an_order_is_surer_when_its_topics_are_finished(
    database: Engine, watched: Callable[..., ReplayStage], now: datetime
) -> None:
    played = watched(done=False)
    unfinished = stored(database, played).figures
    with writing(database) as session:
        session.execute(update(StoredTopic).values(done_at=now))
    look(database, now)
    assert stored(database, played).figures["order"] > unfinished["order"]


def test_hidden_runs_have_no_part_in_the_outlook(
    database: Engine, watched: Callable[..., ReplayStage], now: datetime
) -> None:
    played = watched()
    with writing(database) as session:
        session.execute(update(StoredRun).where(StoredRun.name == "middling").values(hidden=True))
    look(database, now)
    assert len(stored(database, played).figures["runs"]) == 2


def test_too_few_judged_topics_leave_no_outlook(
    database: Engine, stage: MakeStage, small_log: Log, now: datetime
) -> None:
    played = stage()
    few = [line for line in small_log.lines if line.judgment.topic in ("t1", "t2")]
    assert len({line.judgment.topic for line in few}) < FEWEST_TOPICS
    with writing(database) as session:
        played.feed(session, few)
    look(database, now)
    with reading(database) as session:
        assert outlook_of(session, played.campaign.id) is None


def test_only_pgc_has_an_outlook(database: Engine, watched: Callable[..., ReplayStage]) -> None:
    played = watched(measures=("nDCG@3", "pgc"))
    with reading(database) as session:
        assert outlook_of(session, played.campaign.id) is None


def test_a_campaign_is_closed_when_its_comparison_is_decided(
    database: Engine, watched: Callable[..., ReplayStage], caplog: pytest.LogCaptureFixture
) -> None:
    watched(stop=StopRule("exact>reverse", 0.9))
    with reading(database) as session:
        assert session.scalar(select(Campaign.state)) == "closed"
    assert "decided and closed" in caplog.text


def test_it_stays_open_until_there_are_enough_judgments(database: Engine, watched: Callable[..., ReplayStage]) -> None:
    watched(stop=StopRule("exact>reverse", 0.9, judgments=97))
    with reading(database) as session:
        assert session.scalar(select(Campaign.state)) == "open"


def test_a_comparison_with_an_unknown_run_is_never_decided(
    database: Engine, watched: Callable[..., ReplayStage]
) -> None:
    watched(stop=StopRule("exact>nobody", 0.9))
    with reading(database) as session:
        assert session.scalar(select(Campaign.state)) == "open"


def test_a_paused_campaign_is_left_as_it_is(database: Engine, watched: Callable[..., ReplayStage]) -> None:
    watched("paused", stop=StopRule("exact>reverse", 0.9))
    with reading(database) as session:
        assert session.scalar(select(Campaign.state)) == "paused"


def test_topics_are_closed_one_by_one_where_the_rule_says_so(
    database: Engine, watched: Callable[..., ReplayStage]
) -> None:
    played = watched(done=False, stop=StopRule("exact>reverse", 0.9, closes="topics"))
    steady = stored(database, played).figures["rule"]["topics"]
    with reading(database) as session:
        closed = session.scalars(select(StoredTopic.closed_at).order_by(StoredTopic.id)).all()
        assert session.scalar(select(Campaign.state)) == "open"
        changes = changes_of(session, session.get_one(Campaign, played.campaign.id))
        recorded = [change.new["topic"] for change in changes if change.who == "the stop rule"]
        names = session.scalars(select(StoredTopic.topic).order_by(StoredTopic.id)).all()
    assert [at is not None for at in closed] == [share >= 0.9 for share in steady]
    assert any(closed)
    assert recorded == [name for name, at in zip(names, closed, strict=True) if at is not None]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ({"comparison": "best"}, "found comparison 'best'"),
        ({"comparison": "a>b>c"}, "expected order, leader, or two runs as A>B"),
        ({"level": 0.5}, "found level 0.5"),
        ({"closes": "doors"}, "found 'doors' to close"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(rule: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        StopRule(**rule)  # type: ignore[arg-type]


def test_settings_come_back_as_they_were_chosen_and_are_on_record(
    database: Engine, stage: MakeStage, now: datetime
) -> None:
    chosen = LiveSettings(("pgc(p=0.8)", "nDCG@10"), "combined", True, "secret", StopRule("order", 0.99, "topics", 7))
    played = stage()
    with writing(database) as session:
        change_live(session, session.merge(played.campaign), chosen, now)
    with reading(database) as session:
        campaign = session.get_one(Campaign, played.campaign.id)
        assert live_settings(campaign) == chosen


def test_figures_are_plain_numbers(database: Engine, watched: Callable[..., ReplayStage]) -> None:
    figures = stored(database, watched()).figures
    assert all(not isinstance(value, np.generic) for value in figures.values())
    assert {line["topic"] for line in figures["worth"]} <= {f"t{number}" for number in range(1, 9)}
