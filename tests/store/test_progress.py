"""The queries that run all the time use an index, so that they stay fast in large tables."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from assess.database.engine import reading
from assess.store.answers import asked_task, given_answers
from assess.store.assignments import lapsed_assignments
from assess.store.progress import open_pairings, open_topics
from tests.conftest import MakeJudged


def plans(connection: Connection, ask: Callable[[], object]) -> str:
    """SQLite's query plans for the queries of *ask*."""
    statements: list[str] = []
    raw: Any = connection.connection.dbapi_connection
    raw.set_trace_callback(statements.append)
    ask()
    raw.set_trace_callback(None)
    return "\n".join(row[3] for asked in statements for row in raw.execute(f"EXPLAIN QUERY PLAN {asked}"))


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_no_query_of_the_daily_work_reads_a_whole_table(judged: MakeJudged) -> None:
    campaign = judged()
    with reading(campaign.engine) as session:
        connection = session.connection()

        def ask() -> None:
            open_topics(connection, 1)
            open_pairings(connection, 1, 1, 5)
            asked_task(connection, 1, 1, 1, campaign.now)
            given_answers(connection, 1)
            lapsed_assignments(connection, 1, campaign.now, None, 5)

        found = plans(connection, ask)
    assert "ix_pairing_open" in found
    assert "ix_task_once" in found
    assert "ix_topic_open" in found
    assert "SCAN" not in found
    # By the assessor alone, a save would read all that this person has judged before.
    assert "ix_judgment_assessor_id" not in found
    by_both = "ix_judgment_pairing_assessor (pairing_id=? AND assessor_id=?)"
    assert found.count("SEARCH judgment") == found.count(by_both) > 0
    assert "TEMP B-TREE" not in found
