"""Run short writing jobs in transactions. On SQLite, jobs that wait at the same time share one (group commit)."""

from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from assess.database.engine import write_lock

T = TypeVar("T")
# Most jobs in one transaction: enough for all threads of a server.
LARGEST_BATCH = 64


class _Job(Generic[T]):
    """Work that a thread waits for, and its result or error."""

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.work, self.done = work, False
        self.result: T
        self.error: BaseException | None = None


class Writer:
    """Runs work that writes, and returns after the commit: the result is durable from then on.

    A commit waits for the disk. On SQLite, where writers queue, the thread that gets the lock runs the jobs of all
    waiting threads and commits them together: they share one wait for the disk. If a job fails, the whole batch is
    rolled back and each job runs again in a transaction of its own; so a job may run twice.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._engine = engine.execution_options(writing=True)
        self._waiting: deque[_Job[Any]] = deque()
        # On SQLite the connection stays open: checking one out and in takes as long as storing an answer.
        self._connection: Connection | None = None
        event.listen(engine, "engine_disposed", lambda _: self.close())

    def run(self, work: Callable[[Connection], T]) -> T:
        """Run *work* and commit; return its result, or raise its error."""
        if self._engine.dialect.name != "sqlite":
            with self._engine.begin() as connection:
                return work(connection)
        job = _Job(work)
        self._waiting.append(job)
        with write_lock(self._engine):
            if not job.done:
                self._run_batch([self._waiting.popleft() for _ in range(min(len(self._waiting), LARGEST_BATCH))])
        if job.error is not None:
            raise job.error
        return job.result

    def run_session(self, work: Callable[[Session], T]) -> T:
        """The same as `run`, for work that needs a session."""

        def with_session(connection: Connection) -> T:
            with Session(connection, expire_on_commit=False) as session:
                result = work(session)
                session.commit()
                return result

        return self.run(with_session)

    def close(self) -> None:
        """Close the connection. This takes the write lock, so that a running batch is committed first."""
        with write_lock(self._engine):
            self._close_connection()

    def _close_connection(self) -> None:
        kept, self._connection = self._connection, None
        if kept is not None:
            kept.detach()  # or else it would stay open in a pool
            kept.close()

    def _run_batch(self, jobs: list[_Job[Any]]) -> None:
        try:
            self._connection = connection = self._connection or self._engine.connect()
            with connection.begin():
                results = [job.work(connection) for job in jobs]
        except BaseException as error:  # the thread that waits for the failed job raises it
            self._close_connection()
            if len(jobs) == 1:
                jobs[0].error, jobs[0].done = error, True
                return
            for job in jobs:  # one failed and all were rolled back: run each on its own
                self._run_batch([job])
            return
        for job, result in zip(jobs, results, strict=True):
            job.result, job.done = result, True
