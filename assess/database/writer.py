"""Short pieces of work, each in a transaction; on SQLite those that come at the same time share one."""

from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from assess.database.engine import write_lock

T = TypeVar("T")
# Pieces of work that share a transaction: enough for all threads of a server.
AT_ONCE = 64


class _Job(Generic[T]):
    """Work that somebody waits for, and how it ended."""

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.work, self.done = work, False
        self.result: T
        self.error: BaseException | None = None


class Writer:
    """Runs work that writes, and returns once it is committed: durable, whatever happens to the process.

    A commit waits for the disk. On SQLite, where writers stand in line, whoever's turn it is does the work of all who
    wait behind and commits it together: one wait for the disk serves them all. Work may run twice, when other work in
    the same transaction fails; of the first time nothing remains.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._engine = engine.execution_options(writing=True)
        self._waiting: deque[_Job[Any]] = deque()
        # On SQLite kept by whoever's turn it is: taking one and giving it back takes as long as the work of an answer.
        self._connection: Connection | None = None
        event.listen(engine, "engine_disposed", lambda _: self.close())

    def run(self, work: Callable[[Connection], T]) -> T:
        """The result of *work*, after it is committed."""
        if self._engine.dialect.name != "sqlite":
            with self._engine.begin() as connection:
                return work(connection)
        job = _Job(work)
        self._waiting.append(job)
        with write_lock(self._engine):
            if not job.done:
                self._do([self._waiting.popleft() for _ in range(min(len(self._waiting), AT_ONCE))])
        if job.error is not None:
            raise job.error
        return job.result

    def run_session(self, work: Callable[[Session], T]) -> T:
        """The same for work that needs a session."""

        def with_session(connection: Connection) -> T:
            with Session(connection, expire_on_commit=False) as session:
                result = work(session)
                session.commit()
                return result

        return self.run(with_session)

    def close(self) -> None:
        """Let go of the database, after the work of whoever's turn it is: closed before, it would not be committed."""
        with write_lock(self._engine):
            self._let_go()

    def _let_go(self) -> None:
        kept, self._connection = self._connection, None
        if kept is not None:
            kept.detach()  # or else it would stay open in a pool
            kept.close()

    def _do(self, jobs: list[_Job[Any]]) -> None:
        try:
            self._connection = connection = self._connection or self._engine.connect()
            with connection.begin():
                results = [job.work(connection) for job in jobs]
        except BaseException as error:  # it goes to whoever waits for that work
            self._let_go()
            if len(jobs) == 1:
                jobs[0].error, jobs[0].done = error, True
                return
            for job in jobs:  # one of them failed, and all are undone: each for itself
                self._do([job])
            return
        for job, result in zip(jobs, results, strict=True):
            job.result, job.done = result, True
