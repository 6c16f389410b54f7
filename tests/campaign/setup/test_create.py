"""Creating a campaign: what is stored, what is refused, and that an error stores nothing."""

from dataclasses import replace
from datetime import datetime

import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from assess.campaign.settings import settings_of
from assess.campaign.setup.create import create_campaign
from assess.campaign.setup.sources import Sources, items_by_topic
from assess.campaign.status import campaign_status
from assess.database.engine import reading, writing
from assess.errors import AssessError, ConflictError, ParameterError, UnknownNameError
from assess.formats.items import Item
from assess.formats.runs import Ranking, Run
from assess.store import tables
from assess.store.grades import grades_of
from assess.store.runs import rankings_of_run, run_ids
from assess.store.topics import questions_of, topics_of
from assess.tournament.parameters import Parameters


def test_everything_brought_is_stored(session: Session, sources: Sources, now: datetime) -> None:
    campaign = create_campaign(session, "c", sources, parameters=Parameters(votes=3), seed=7, now=now)
    assert (campaign.name, campaign.state, campaign.seed, campaign.created_at) == ("c", "draft", 7, now)
    assert settings_of(campaign).parameters == Parameters(votes=3)
    assert questions_of(session, campaign.id) == sources.topics
    assert grades_of(session, campaign.id) == sources.grades
    runs = run_ids(session, campaign.id)
    assert rankings_of_run(session, runs["good"]) == {"t1": sources.runs[0].rankings["t1"]}
    assert rankings_of_run(session, runs["poor"]) == sources.runs[1].rankings


def test_the_status_counts_it(session: Session, sources: Sources, now: datetime) -> None:
    campaign = create_campaign(session, "c", sources, parameters=Parameters(k=1, per_item=2, few=3), seed=7, now=now)
    status = campaign_status(session, campaign)
    assert (status.topics, status.items, status.graded, status.runs) == (2, 7, 7, 2)
    assert (status.candidates, status.largest_pool, status.pools_above_few) == (2, 1, 0)
    assert (status.pairings, status.judgments, status.assessors) == (0, 0, 0)


def test_the_status_names_the_largest_pool_and_what_cannot_be_shown(
    session: Session, sources: Sources, now: datetime
) -> None:
    sources.grades["t1"]["d8"] = 2
    campaign = create_campaign(session, "c", sources, parameters=Parameters(k=2, per_item=3, few=4), seed=7, now=now)
    status = campaign_status(session, campaign)
    assert (status.largest_pool, status.largest_pool_topic, status.candidates_without_body) == (2, "t1", 1)


def test_each_topic_gets_its_own_items(sources: Sources) -> None:
    items = items_by_topic(sources)
    assert items["t1"]["d1"] == ("text", "The one of stone.")
    assert items["t2"]["d1"] == ("text", "Masons.")
    assert items["t1"]["d9"] == items["t2"]["d9"] == ("text", "The same everywhere.")
    assert items["t1"]["d4"] == ("text", None)
    assert "d5" not in items["t1"]


def test_images_and_result_pages_keep_their_fields(sources: Sources) -> None:
    items = items_by_topic(sources)["t1"]
    assert items["d2"] == ("image", {"image": "bridge.jpg", "alt": "A bridge", "text": "It stands."})
    result = {"title": "Bridges", "snippet": "A list", "url": "https://example.org/"}
    assert items["d3"] == ("results", {"results": (result,)})


def test_runs_alone_are_pooled(session: Session, sources: Sources, now: datetime) -> None:
    only_runs = Sources(sources.topics, runs=sources.runs, depth=2)
    campaign = create_campaign(session, "c", only_runs, parameters=Parameters(), seed=1, now=now)
    assert {topic: sorted(items) for topic, items in items_by_topic(only_runs).items()} == {
        "t1": ["d1", "d2", "d4"],
        "t2": ["d9"],
    }
    assert campaign.parameters["depth"] == 2
    assert campaign_status(session, campaign).items == 4


def test_items_alone_are_enough(sources: Sources) -> None:
    items = items_by_topic(Sources(sources.topics, items=sources.items))
    assert {topic: sorted(found) for topic, found in items.items()} == {"t1": ["d1", "d2", "d3"], "t2": ["d1"]}


WRONG = {
    "grades of an unknown topic": (
        {"grades": {"t9": {"d1": 1}, "t8": {"d1": 1}}},
        UnknownNameError,
        "grades of topic 't8' and 1 more, expected one of the 2 topics given",
    ),
    "items of an unknown topic": ({"items": [Item("d1", "t9", text="x")]}, UnknownNameError, "items of topic 't9'"),
    "a run of other topics": (
        {"runs": [Run("r", {"t9": Ranking(["d1"], [1.0])})]},
        UnknownNameError,
        "run 'r' ranks none of the 2 topics",
    ),
    "nothing to judge": (
        {"grades": {}, "runs": (), "items": [Item("d1", text="x")]},
        ConflictError,
        "no topic has an item",
    ),
    "two runs of one name": ({"runs": [Run("r", {"t1": Ranking(["d1"], [1.0])})] * 2}, ConflictError, "a run 'r'"),
    "a depth of nothing": ({"grades": {}, "depth": 0}, ParameterError, "found depth = 0, expected at least 1"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_does_not_fit_is_refused_and_nothing_is_stored(
    database: Engine, sources: Sources, now: datetime, case: str
) -> None:
    changes, error, message = WRONG[case]
    wrong = replace(sources, **changes)
    with pytest.raises(error, match=message), writing(database) as session:
        create_campaign(session, "c", wrong, parameters=Parameters(), seed=1, now=now)
    with reading(database) as session:
        counts = [
            session.scalar(select(func.count()).select_from(table)) for table in tables.Base.metadata.sorted_tables
        ]
    assert counts == [0] * len(counts)


@pytest.mark.parametrize("name", ["", "-x", ".x", "a b", "a/b", "é", "a" * 65, "a\n"])
def test_a_name_that_an_address_could_misread_is_refused(
    session: Session, sources: Sources, now: datetime, name: str
) -> None:
    with pytest.raises(ParameterError, match="found the name"):
        create_campaign(session, name, sources, parameters=Parameters(), seed=1, now=now)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_that_cannot_be_stored_is_refused(session: Session, sources: Sources, now: datetime, seed: int) -> None:
    with pytest.raises(ParameterError, match="found the seed"):
        create_campaign(session, "c", sources, parameters=Parameters(), seed=seed, now=now)


def test_k_p_and_f_out_of_order_are_refused(session: Session, sources: Sources, now: datetime) -> None:
    with pytest.raises(ParameterError, match="expected k < P < F"):
        create_campaign(session, "c", sources, parameters=Parameters(k=9), seed=1, now=now)


def test_a_strategy_that_reduces_no_pool_asks_nothing_of_p_and_f(
    session: Session, sources: Sources, now: datetime
) -> None:
    campaign = create_campaign(session, "c", sources, parameters=Parameters(k=9), strategy="heap", seed=1, now=now)
    assert campaign.parameters["strategy"] == "heap"


def test_an_unknown_strategy_is_refused(session: Session, sources: Sources, now: datetime) -> None:
    with pytest.raises(UnknownNameError, match="found strategy chess, expected one of two-stage"):
        create_campaign(session, "c", sources, parameters=Parameters(), strategy="chess", seed=1, now=now)


def test_a_second_campaign_of_the_name_is_refused(database: Engine, sources: Sources, now: datetime) -> None:
    def create() -> None:
        with writing(database) as session:
            create_campaign(session, "c", sources, parameters=Parameters(), seed=1, now=now)

    create()
    with pytest.raises(AssessError, match="there is a campaign 'c' already"):
        create()


def test_the_description_of_a_topic_is_stored_where_there_is_one(session: Session, now: datetime) -> None:
    items = [Item("d1", topic, text="text") for topic in ("1", "2")]
    sources = Sources({"1": "Why?", "2": "How?"}, items, descriptions={"1": "A reason."})
    campaign = create_campaign(session, "described", sources, parameters=Parameters(), seed=1, now=now)
    assert [topic.description for topic in topics_of(session, campaign.id)] == ["A reason.", None]
