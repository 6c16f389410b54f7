"""The log of judgments: what is read from it, and what the database refuses to write in it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Engine, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.orm import Session

from assess import model
from assess.database.engine import reading, writing
from assess.store.assessors import get_or_create_assessor
from assess.store.campaigns import campaign_named, change_campaign
from assess.store.judgments import current_judgments, judgment_counts, judgment_log
from assess.store.tables import CampaignChange
from tests.conftest import MakeJudged
from tests.store.conftest import Small, plant_campaign


def test_a_judgment_is_read_back_as_it_was_written(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=2, answers=4)
    bob = campaign.invited("bob")
    assignment = campaign.taken(bob)
    left, right = assignment.tasks[0].left.docno, assignment.tasks[0].right.docno
    campaign.save(bob, assignment, 1, 2, seconds=3.5, changes=1)
    with reading(campaign.engine) as session:
        (logged,) = judgment_log(session, campaign.campaign_id)
        assert (logged.topic, logged.round_, logged.docno_a, logged.docno_b) == ("t1", 1, "db", "dc")
        assert (logged.left, logged.preferred, logged.strength) == (left, right, 2)
        assert (logged.seconds, logged.changes, logged.at) == (3.5, 1, campaign.now)
        assert (logged.supersedes, logged.kind, logged.identity, logged.counts) == (None, "invited", "bob", True)
        assert list(current_judgments(session, campaign.campaign_id)) == [model.Judgment("t1", "db", "dc", right, 1)]


def test_the_latest_correction_is_the_judgment_that_counts(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=2, answers=3)
    bob = campaign.invited("bob")
    assignment = campaign.taken(bob)
    left, right = assignment.tasks[0].left.docno, assignment.tasks[0].right.docno
    for answer in (-1, 1, 0):
        campaign.save(bob, assignment, 1, answer)
    with reading(campaign.engine) as session:
        assert [j.preferred for j in judgment_log(session, campaign.campaign_id)] == [left, right, None]
        assert [j.preferred for j in current_judgments(session, campaign.campaign_id)] == [None]
        assert sum(count.number for count in judgment_counts(session, campaign.campaign_id)) == 1


def test_a_topic_can_be_asked_for_alone(judged: MakeJudged) -> None:
    campaign = judged(topics=2, candidates=2)
    bob = campaign.invited("bob")
    assignment = campaign.taken(bob)
    campaign.save(bob, assignment, 1, 1)
    first, second = (task.topic for task in assignment.tasks)
    with reading(campaign.engine) as session:
        assert len(list(current_judgments(session, campaign.campaign_id, first))) == 1
        assert list(current_judgments(session, campaign.campaign_id, second)) == []


def test_campaigns_do_not_see_each_other(judged: MakeJudged) -> None:
    campaign, other = judged(), judged(name="other")
    campaign.work(campaign.invited("bob"))
    with reading(other.engine) as session:
        assert sum(count.number for count in judgment_counts(session, campaign.campaign_id)) == 12
        assert sum(count.number for count in judgment_counts(session, other.campaign_id)) == 0
        assert list(judgment_log(session, other.campaign_id)) == []
        assert list(current_judgments(session, other.campaign_id)) == []


def test_times_are_utc_whatever_zone_they_came_in(session: Session, small: Small) -> None:
    tokyo = datetime(2026, 3, 1, 1, 0, tzinfo=timezone(timedelta(hours=9)))
    small.insert_judgment(session, ("d1", "d2"), None, at=tokyo)
    (logged,) = judgment_log(session, small.id)
    assert logged.at == datetime(2026, 2, 28, 16, 0, tzinfo=UTC)
    assert logged.at.tzinfo == UTC


def test_a_time_without_a_zone_is_refused(session: Session, small: Small) -> None:
    with pytest.raises(StatementError, match="without a time zone"):
        small.insert_judgment(session, ("d1", "d2"), None, at=datetime(2026, 3, 1, 1, 0))


def test_an_assessor_judges_a_pairing_once(session: Session, small: Small) -> None:
    small.insert_judgment(session, ("d1", "d2"), "d1")
    small.insert_judgment(session, ("d1", "d3"), "d3")
    with pytest.raises(IntegrityError):
        small.insert_judgment(session, ("d1", "d2"), "d2")


def test_a_correction_supersedes_the_judgment_before_it(session: Session, small: Small) -> None:
    first = small.insert_judgment(session, ("d1", "d2"), "d1")
    second = small.insert_judgment(session, ("d1", "d2"), "d2", supersedes_id=first)
    small.insert_judgment(session, ("d1", "d2"), None, supersedes_id=second)
    assert [j.preferred for j in current_judgments(session, small.id)] == [None]


def test_a_judgment_is_superseded_once(session: Session, small: Small) -> None:
    first = small.insert_judgment(session, ("d1", "d2"), "d1")
    small.insert_judgment(session, ("d1", "d2"), "d2", supersedes_id=first)
    with pytest.raises(IntegrityError):
        small.insert_judgment(session, ("d1", "d2"), "d1", supersedes_id=first)


def test_nobody_supersedes_the_judgment_of_another(session: Session, small: Small) -> None:
    first = small.insert_judgment(session, ("d1", "d2"), "d1")
    with pytest.raises(IntegrityError):
        small.insert_judgment(session, ("d1", "d2"), "d2", supersedes_id=first, assessor_id=small.bob)


def test_a_correction_is_of_the_same_pairing(session: Session, small: Small) -> None:
    first = small.insert_judgment(session, ("d1", "d2"), "d1")
    with pytest.raises(IntegrityError):
        small.insert_judgment(session, ("d1", "d3"), "d1", supersedes_id=first)


@pytest.mark.parametrize(("left", "preferred"), [("d3", "d1"), ("d1", "d3"), ("d4", None)])
def test_items_outside_the_pairing_are_refused(
    session: Session, small: Small, left: str, preferred: str | None
) -> None:
    with pytest.raises(DBAPIError, match="only show and prefer the two items of its pairing"):
        small.insert_judgment(session, ("d1", "d2"), preferred, left_id=small.items[left])


@pytest.mark.parametrize("odd", [{"strength": 3}, {"strength": 0}, {"seconds": -1.0}, {"changes": -1}])
def test_numbers_out_of_range_are_refused(session: Session, small: Small, odd: dict[str, float]) -> None:
    with pytest.raises(IntegrityError):
        small.insert_judgment(session, ("d1", "d2"), "d1", **odd)


CHANGES = {
    "both": [
        "UPDATE judgment SET strength = 2",
        "UPDATE judgment SET preferred_id = NULL WHERE id = 1",
        "DELETE FROM judgment",
        "UPDATE campaign_change SET field = 'x'",
        "DELETE FROM campaign_change",
    ],
    "sqlite": [
        "INSERT OR REPLACE INTO judgment SELECT * FROM judgment",
        "UPDATE OR REPLACE judgment SET strength = 2",
    ],
    "postgresql": [
        "TRUNCATE judgment CASCADE",
        "TRUNCATE campaign_change",
        "TRUNCATE campaign CASCADE",
        "INSERT INTO judgment SELECT * FROM judgment ON CONFLICT (id) DO UPDATE SET strength = 2",
    ],
}


def test_the_database_itself_refuses_to_change_the_log(database: Engine) -> None:
    with writing(database) as session:
        small = plant_campaign(session)
        small.insert_judgment(session, ("d1", "d2"), "d1")
        change_campaign(session, campaign_named(session, "small"), "state", "open", small.now)
    for statement in CHANGES["both"] + CHANGES[database.dialect.name]:
        with pytest.raises(DBAPIError, match="is append-only"), writing(database) as session:
            session.execute(text(statement))
        with reading(database) as session:
            assert [j.strength for j in judgment_log(session, small.id)] == [1], statement
            assert list(session.scalars(select(CampaignChange.field))) == ["state"], statement


def test_many_writers_lose_no_judgment_and_write_none_twice(database: Engine) -> None:
    """Eight threads all try to insert the judgments of the same 25 assessors: one of eight succeeds each time."""
    with writing(database) as session:
        small = plant_campaign(session)

    def judge_all(_: int) -> int:
        written = 0
        for number in range(25):
            try:
                with writing(database) as session:
                    who = get_or_create_assessor(session, small.id, "worker", f"W{number}")
                    small.insert_judgment(session, ("d1", "d2"), "d2", assessor_id=who)
                written += 1
            except IntegrityError:
                pass
        return written

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(judge_all, range(8))) == 25
    with reading(database) as session:
        assert sorted(j.identity for j in judgment_log(session, small.id)) == sorted(f"W{n}" for n in range(25))
