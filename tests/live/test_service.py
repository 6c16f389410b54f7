"""The live service: any number may run, only one works, and another takes over when it stops."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import Engine, select, text
from sqlalchemy.exc import OperationalError

from assess.database.engine import reading, writing
from assess.live import service
from assess.live.replay import Log, ReplayStage
from assess.live.rescoring import Scorer, utc_now
from assess.live.service import LEASE, LiveService
from assess.store.process_leases import acquire_lease
from assess.store.scores import outlook_time, scores_of
from assess.store.tables import Lease
from tests.live.conftest import MakeStage

SERVICE = """
import sys, time
from assess.live.service import LiveService
from assess.store.schema import open_database
LiveService(open_database(sys.argv[1])).start()
print("started", flush=True)
time.sleep(60)
"""


def wait_for(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def scored(engine: Engine, stage: ReplayStage) -> int:
    """The number of judgments behind the stored scores."""
    with reading(engine) as session:
        return sum(topic.judgments for topic in scores_of(session, stage.campaign.id, "pgc").values())


def has_outlook(engine: Engine, stage: ReplayStage) -> bool:
    with reading(engine) as session:
        return outlook_time(session, stage.campaign.id) is not None


def lease_is_held(engine: Engine) -> bool:
    with reading(engine) as session:
        return session.scalar(select(Lease.name)) == LEASE


def feed(engine: Engine, stage: ReplayStage, log: Log, start: int, end: int) -> None:
    with writing(engine) as session:
        stage.feed(session, log.lines[start:end])


def test_judgments_are_scored_while_they_arrive(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played, beside = stage(), LiveService(database)
    beside.start()
    try:
        for start in (0, 48):
            feed(database, played, small_log, start, start + 48)
            wait_for(lambda reached=start + 48: scored(database, played) == reached)
    finally:
        beside.stop()


def test_of_two_services_one_works(database: Engine, stage: MakeStage, small_log: Log) -> None:
    played = stage()
    feed(database, played, small_log, 0, 96)
    first, second = LiveService(database), LiveService(database)
    assert first.score() == 0.0
    assert second.score() == service.RETRY
    assert first.score() == service.POLL


def test_an_outlook_is_worked_out_beside_the_scores_and_only_with_the_lease(
    database: Engine, stage: MakeStage, small_log: Log
) -> None:
    played = stage()
    feed(database, played, small_log, 0, 96)
    first, second = LiveService(database), LiveService(database)
    while first.score() == 0.0:
        pass
    second.update_outlook()
    assert not has_outlook(database, played)

    def foreseen() -> bool:
        first.score()  # renews the lease, even on a slow machine
        first.update_outlook()
        return has_outlook(database, played)

    wait_for(foreseen)


def test_a_service_that_stops_hands_over_at_once(database: Engine, stage: MakeStage) -> None:
    stage()
    first, second = LiveService(database), LiveService(database)
    first.start()
    wait_for(lambda: lease_is_held(database))
    assert second.score() == service.RETRY
    first.stop()
    assert second.score() != service.RETRY


def test_a_service_that_was_killed_is_replaced_and_its_work_finished(
    database: Engine, database_url: str, stage: MakeStage, small_log: Log
) -> None:
    played = stage()
    feed(database, played, small_log, 0, 48)
    with subprocess.Popen([sys.executable, "-c", SERVICE, database_url], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"started\n"
        wait_for(lambda: scored(database, played) == 48)
        other.send_signal(signal.SIGKILL)
    feed(database, played, small_log, 48, 96)
    replacement = LiveService(database)
    with writing(database) as session:  # the lease of the killed process expires
        session.execute(text("UPDATE lease SET expires_at = :at"), {"at": utc_now() - timedelta(seconds=1)})
    while replacement.score() == 0.0:
        pass
    assert scored(database, played) == 96
    assert Scorer(database).score_all() == 0


def test_a_database_that_fails_for_a_while_does_not_end_the_service(
    database: Engine, stage: MakeStage, small_log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, beside = stage(), LiveService(database)
    failures = iter([True, True])
    score_batch = Scorer.score_batch

    def failing(scorer: Scorer, batch: int = 16) -> int:
        if next(failures, False):
            raise OperationalError("SELECT 1", {}, Exception("the server closed the connection"))
        return score_batch(scorer, batch)

    monkeypatch.setattr(Scorer, "score_batch", failing)
    monkeypatch.setattr(service, "RETRY", 0.01)
    feed(database, played, small_log, 0, 96)
    beside.start()
    try:
        wait_for(lambda: scored(database, played) == 96)
    finally:
        beside.stop()


def test_the_lease_names_its_holder(database: Engine, stage: MakeStage) -> None:
    stage()
    LiveService(database).score()
    with writing(database) as session:
        assert not acquire_lease(session, LEASE, "somebody else", utc_now(), timedelta(seconds=1))
        assert session.scalar(select(Lease.name)) == LEASE
