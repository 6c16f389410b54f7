"""Work is committed when `run` returns, together with waiting work; a failure does not affect other work."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import IntegrityError

from assess.database.engine import reading
from assess.database.writer import Writer


def put(name: str) -> str:
    return f"INSERT INTO setting (name, value) VALUES ('{name}', 'x')"


def names(engine: Engine) -> set[str]:
    with reading(engine) as session:
        return set(session.scalars(text("SELECT name FROM setting")))


def test_what_was_run_is_committed_and_its_result_returned(database: Engine) -> None:
    assert Writer(database).run(lambda connection: connection.execute(text(put("a"))).rowcount) == 1
    assert Writer(database).run_session(lambda session: session.execute(text(put("b"))) and 7) == 7
    assert names(database) == {"a", "b"}


def test_work_that_fails_leaves_nothing_and_tells_why(database: Engine) -> None:
    writer = Writer(database)

    def fail(connection: Connection) -> None:
        connection.execute(text(put("a")))
        raise KeyError("no")

    with pytest.raises(KeyError, match="no"):
        writer.run(fail)
    assert names(database) == set()


def test_work_of_many_threads_is_all_done_and_a_failure_is_only_its_own(database: Engine) -> None:
    writer = Writer(database)

    def work(number: int) -> bool:
        # Every fifth name is taken already, so its work fails after others in the same transaction succeeded.
        name = "n0" if number % 5 == 0 else f"n{number}"
        try:
            writer.run(lambda connection: connection.execute(text(put(name))))
        except IntegrityError:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        done = list(pool.map(work, range(100)))
    assert sum(done) == 81
    assert len(names(database)) == 81


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_what_waits_is_committed_together_on_sqlite(database: Engine) -> None:
    writer, commits, begun, go = Writer(database), [], threading.Event(), threading.Event()
    event.listen(database, "commit", lambda _: commits.append(1))

    def slow(_: Connection) -> None:
        begun.set()
        go.wait(10)

    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(writer.run, slow)
        begun.wait(10)
        others = [pool.submit(writer.run, lambda c, n=n: c.execute(text(put(f"n{n}")))) for n in range(8)]
        while len(writer._waiting) < 8:
            pass
        go.set()
        for job in (first, *others):
            job.result()
    assert len(commits) == 2
    assert len(names(database)) == 8


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_engine_that_is_disposed_of_leaves_one_file(database: Engine) -> None:
    Writer(database).run(lambda connection: connection.execute(text(put("a"))))
    database.dispose()
    path = Path(str(database.url.database))
    assert [file.name for file in path.parent.glob(f"{path.name}*")] == [path.name]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_closing_waits_for_work_that_was_begun(database: Engine) -> None:
    writer, begun, go_on = Writer(database), threading.Event(), threading.Event()

    def work(connection: Connection) -> None:
        connection.execute(text(put("a")))
        begun.set()
        assert go_on.wait(60)

    with ThreadPoolExecutor(2) as pool:
        working = pool.submit(writer.run, work)
        assert begun.wait(60)
        closing = pool.submit(writer.close)
        assert not closing.done()
        go_on.set()
        working.result()
        closing.result()
    assert names(database) == {"a"}
