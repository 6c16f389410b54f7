"""The log of judgments: what may be written in it, and what is read from it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.orm import Session

from assess import model
from assess.database.engine import reading, writing
from assess.errors import ConflictError
from assess.store.assessors import get_or_create_assessor
from assess.store.campaigns import campaign_named, change_campaign, changes_of
from assess.store.judgments import Answer, add_judgment, count_judgments, current_judgments, judgment_log

Plant = Callable[..., SimpleNamespace]


def judge(session: Session, small: SimpleNamespace, pair: tuple[str, str], preferred: str | None, **more: int) -> int:
    """Ann's judgment of a pairing, its first docno on the left."""
    chosen = None if preferred is None else small.items[preferred]
    answer = Answer(small.items[pair[0]], chosen)
    return add_judgment(session, small.pairings[pair], small.ann, answer, small.now, **more)


def test_a_judgment_is_read_back_as_it_was_written(session: Session, small: SimpleNamespace) -> None:
    answer = Answer(small.items["d3"], small.items["d1"], strength=2, seconds=3.5, changes=1)
    added = add_judgment(session, small.pairings["d1", "d3"], small.bob, answer, small.now)
    (logged,) = judgment_log(session, small.id)
    assert (logged.id, logged.topic, logged.round_, logged.docno_a, logged.docno_b) == (added, "31_1", 1, "d1", "d3")
    assert (logged.left, logged.preferred, logged.strength, logged.seconds, logged.changes) == ("d3", "d1", 2, 3.5, 1)
    assert (logged.at, logged.supersedes, logged.kind, logged.identity) == (small.now, None, "invited", "bob")
    assert list(current_judgments(session, small.id)) == [model.Judgment("31_1", "d1", "d3", "d1", 1)]


def test_times_are_utc_whatever_zone_they_came_in(session: Session, small: SimpleNamespace) -> None:
    tokyo = datetime(2026, 3, 1, 1, 0, tzinfo=timezone(timedelta(hours=9)))
    add_judgment(session, small.pairings["d1", "d2"], small.ann, Answer(small.items["d1"], None), tokyo)
    (logged,) = judgment_log(session, small.id)
    assert logged.at == datetime(2026, 2, 28, 16, 0, tzinfo=UTC)
    assert logged.at.tzinfo == UTC


def test_a_time_without_a_zone_is_refused(session: Session, small: SimpleNamespace) -> None:
    naive = datetime(2026, 3, 1, 1, 0)
    with pytest.raises(StatementError, match="without a time zone"):
        add_judgment(session, small.pairings["d1", "d2"], small.ann, Answer(small.items["d1"], None), naive)


def test_an_assessor_judges_a_pairing_once_and_the_session_goes_on(session: Session, small: SimpleNamespace) -> None:
    judge(session, small, ("d1", "d2"), "d1")
    with pytest.raises(ConflictError, match="judged this pairing already"):
        judge(session, small, ("d1", "d2"), "d2")
    judge(session, small, ("d1", "d3"), "d3")
    assert [j.preferred for j in current_judgments(session, small.id)] == ["d1", "d3"]


def test_a_correction_supersedes_the_judgment_before_it(session: Session, small: SimpleNamespace) -> None:
    first = judge(session, small, ("d1", "d2"), "d1")
    second = judge(session, small, ("d1", "d2"), "d2", supersedes=first)
    judge(session, small, ("d1", "d2"), None, supersedes=second)
    assert [j.preferred for j in current_judgments(session, small.id)] == [None]
    assert [j.preferred for j in judgment_log(session, small.id)] == ["d1", "d2", None]
    assert count_judgments(session, small.id) == 1


def test_a_judgment_is_superseded_once(session: Session, small: SimpleNamespace) -> None:
    first = judge(session, small, ("d1", "d2"), "d1")
    judge(session, small, ("d1", "d2"), "d2", supersedes=first)
    with pytest.raises(ConflictError):
        judge(session, small, ("d1", "d2"), "d1", supersedes=first)


def test_nobody_supersedes_the_judgment_of_another(session: Session, small: SimpleNamespace) -> None:
    first = judge(session, small, ("d1", "d2"), "d1")
    answer = Answer(small.items["d1"], small.items["d2"])
    with pytest.raises(IntegrityError):
        add_judgment(session, small.pairings["d1", "d2"], small.bob, answer, small.now, supersedes=first)


def test_a_correction_is_of_the_same_pairing(session: Session, small: SimpleNamespace) -> None:
    first = judge(session, small, ("d1", "d2"), "d1")
    with pytest.raises(IntegrityError):
        judge(session, small, ("d1", "d3"), "d1", supersedes=first)


@pytest.mark.parametrize(("left", "preferred"), [("d3", "d1"), ("d1", "d3"), ("d4", None)])
def test_items_outside_the_pairing_are_refused(
    session: Session, small: SimpleNamespace, left: str, preferred: str | None
) -> None:
    answer = Answer(small.items[left], small.items[preferred] if preferred else None)
    with pytest.raises(DBAPIError, match="only show and prefer the two items of its pairing"):
        add_judgment(session, small.pairings["d1", "d2"], small.ann, answer, small.now)


@pytest.mark.parametrize("odd", [{"strength": 3}, {"strength": 0}, {"seconds": -1.0}, {"changes": -1}])
def test_numbers_out_of_range_are_refused(session: Session, small: SimpleNamespace, odd: dict[str, int]) -> None:
    answer = Answer(small.items["d1"], small.items["d1"], **odd)
    with pytest.raises(IntegrityError):
        add_judgment(session, small.pairings["d1", "d2"], small.ann, answer, small.now)


def test_a_topic_can_be_asked_for_alone(session: Session, small: SimpleNamespace) -> None:
    judge(session, small, ("d1", "d2"), "d1")
    assert len(list(current_judgments(session, small.id, "31_1"))) == 1
    assert list(current_judgments(session, small.id, "31_2")) == []


def test_campaigns_do_not_see_each_other(session: Session, small: SimpleNamespace, plant: Plant) -> None:
    judge(session, small, ("d1", "d2"), "d1")
    other = plant(session, "other")
    assert list(judgment_log(session, other.id)) == list(current_judgments(session, other.id)) == []
    assert count_judgments(session, other.id) == 0


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
        "TRUNCATE judgment",
        "TRUNCATE campaign_change",
        "TRUNCATE campaign CASCADE",
        "INSERT INTO judgment SELECT * FROM judgment ON CONFLICT (id) DO UPDATE SET strength = 2",
    ],
}


def test_the_database_itself_refuses_to_change_the_log(database: Engine, plant: Plant) -> None:
    with writing(database) as session:
        small = plant(session)
        judge(session, small, ("d1", "d2"), "d1")
        change_campaign(session, campaign_named(session, "small"), "state", "open", small.now)
    for statement in CHANGES["both"] + CHANGES[database.dialect.name]:
        with pytest.raises(DBAPIError, match="is append-only"), writing(database) as session:
            session.execute(text(statement))
        with reading(database) as session:
            assert [j.strength for j in judgment_log(session, small.id)] == [1], statement
            assert [change.field for change in changes_of(session, small.id)] == ["state"], statement


def test_many_writers_lose_no_judgment_and_write_none_twice(database: Engine, plant: Plant) -> None:
    """Eight threads store the same judgments of 25 assessors: for each judgment, exactly one thread succeeds."""
    with writing(database) as session:
        small = plant(session)

    def judge_all(_: int) -> int:
        written = 0
        for number in range(25):
            try:
                with writing(database) as session:
                    who = get_or_create_assessor(session, small.id, "worker", f"W{number}")
                    answer = Answer(small.items["d1"], small.items["d2"])
                    add_judgment(session, small.pairings["d1", "d2"], who, answer, small.now)
                written += 1
            except ConflictError:
                pass
        return written

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(judge_all, range(8))) == 25
    with reading(database) as session:
        assert sorted(j.identity for j in judgment_log(session, small.id)) == sorted(f"W{n}" for n in range(25))
