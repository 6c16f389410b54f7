"""The outlook beside the scores, and the rule that closes what is decided."""

from collections.abc import Callable
from datetime import datetime

import numpy as np
import pytest
from sqlalchemy import Engine, select, update

from assess.database.engine import reading, writing
from assess.errors import ParameterError
from assess.live.outlook_worker import OutlookWorker
from assess.live.replay import Log, ReplayStage
from assess.live.rescoring import Scorer
from assess.live.view_settings import LiveSettings, StopRule, change_live, live_settings
from assess.stats.evidence import FEWEST_TOPICS
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
    """The small log with all its judgments, the settings and state given, and its outlook computed once."""

    def make(state: str = "open", **settings: object) -> ReplayStage:
        played = stage(**settings)
        feed(database, played, small_log)
        with writing(database) as session:
            session.execute(update(Campaign).values(state=state))
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
    played = watched(stop=StopRule("exact>reverse", 0.9, closes="topics"))
    steady = stored(database, played).figures["rule"]["topics"]
    with reading(database) as session:
        closed = session.scalars(select(StoredTopic.closed_at).order_by(StoredTopic.id)).all()
        assert session.scalar(select(Campaign.state)) == "open"
    assert [at is not None for at in closed] == [share >= 0.9 for share in steady]
    assert any(closed)


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
