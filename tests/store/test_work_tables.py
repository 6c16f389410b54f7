"""Constraints of the tables for handing out work, and the migration of older judgments."""

from collections.abc import Iterator

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from assess.database.engine import reading
from assess.store.schema import open_database
from assess.store.tables import StoredPairing, StoredTopic
from tests.store.old_databases import make_old_database

OLD_ROWS = """
INSERT INTO campaign VALUES (1, 'c', 'open', 1, '{}', '{}', '2026-01-01 00:00:00');
INSERT INTO topic (id, campaign_id, topic, question) VALUES (1, 1, 't', 'q?');
INSERT INTO item (id, topic_id, docno, material) VALUES (1, 1, 'a', 'text'), (2, 1, 'b', 'text'), (3, 1, 'c', 'text');
INSERT INTO assessor (id, campaign_id, kind, identity) VALUES (1, 1, 'invited', 'x'), (2, 1, 'invited', 'y');
INSERT INTO pairing (id, topic_id, round, item_a_id, item_b_id, votes) VALUES (1, 1, 1, 1, 2, 1), (2, 1, 1, 1, 3, 1);
INSERT INTO judgment (id, pairing_id, assessor_id, left_id, preferred_id, strength, changes, at, supersedes_id) VALUES
    (1, 1, 1, 1, 1, 1, 0, '2026-01-01 00:00:00', NULL), (2, 1, 1, 1, 2, 1, 0, '2026-01-01 00:00:00', 1),
    (3, 1, 2, 1, 1, 1, 0, '2026-01-01 00:00:00', NULL)
"""


def fill_first_version(url: str) -> None:
    """Make a database as the first version left it, with three judgments, one of them a correction."""
    make_old_database(url, "0001", OLD_ROWS.split(";"))


def test_judgments_of_the_first_version_are_counted_once_per_assessor(empty_url: str) -> None:
    fill_first_version(empty_url)
    engine = open_database(empty_url)
    with reading(engine) as session:
        rows = session.execute(
            select(StoredPairing.votes, StoredPairing.counted, StoredPairing.held).order_by(StoredPairing.id)
        ).all()
        assert [tuple(row) for row in rows] == [(2, 2, 0), (1, 0, 0)]
        assert session.scalar(select(StoredTopic.counted)) == 2
    engine.dispose()


@pytest.fixture
def old_session(empty_url: str) -> Iterator[Session]:
    fill_first_version(empty_url)
    engine = open_database(empty_url)
    with Session(engine.execution_options(writing=True)) as session:
        yield session
    engine.dispose()


def test_a_pairing_never_has_more_judgments_than_it_asks_for(old_session: Session) -> None:
    with pytest.raises(DBAPIError, match="ck_pairing_room"):
        old_session.execute(update(StoredPairing).values(held=2).where(StoredPairing.id == 2))


def hold(session: Session, assignment: int, assessor: int, *, released: bool = False) -> None:
    session.execute(
        text(
            "INSERT INTO assignment VALUES "
            "(:assignment, 1, :assessor, 1, 'judging', 'expired', false, '', '{}', '', :at, :at, NULL, 2, NULL, "
            "'tournament')"
        ),
        {"assignment": assignment, "assessor": assessor, "at": "2026-01-01 00:00:00"},
    )
    session.execute(
        text("INSERT INTO task VALUES (:assignment, :assignment, 1, :assessor, 2, 1, 3, 1, NULL, :released, NULL)"),
        {"assignment": assignment, "assessor": assessor, "released": released},
    )


@pytest.fixture
def session_with_link(old_session: Session) -> Session:
    old_session.execute(text("INSERT INTO link VALUES (1, 1, 'panel', NULL, '{}', '2026-01-01 00:00:00', NULL, NULL)"))
    return old_session


def test_nobody_gets_a_pairing_twice_unless_it_was_released(session_with_link: Session) -> None:
    hold(session_with_link, 1, 1, released=True)
    hold(session_with_link, 2, 1)
    hold(session_with_link, 3, 2)
    with pytest.raises(DBAPIError, match=r"ix_task_once|task\.pairing_id, task\.assessor_id"):
        hold(session_with_link, 4, 1)


def test_answers_are_append_only(session_with_link: Session) -> None:
    hold(session_with_link, 1, 1)
    values = "VALUES (1, 1, 1.0, NULL, 0, NULL, '2026-01-01 00:00:00')"
    session_with_link.execute(text(f"INSERT INTO answer {values}"))
    with pytest.raises(DBAPIError, match="answer is append-only"):
        session_with_link.execute(text("UPDATE answer SET value = 2"))
