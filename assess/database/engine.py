"""URL -> engine and sessions. SQLite and PostgreSQL behave the same for the code that uses them."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from sqlite3 import SQLITE_BUSY, OperationalError
from sqlite3 import Connection as SqliteConnection
from time import monotonic, sleep
from typing import Literal
from weakref import WeakKeyDictionary

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from assess.errors import StoreError

EXPECTED = "expected sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
# SQLite has one write lock, and writers queue for it; a long import may hold it for seconds.
BUSY_MILLISECONDS = 60_000
# With FULL, a commit survives a power cut; with NORMAL, only a killed process.
Synchronous = Literal["FULL", "NORMAL"]
# One lock per open SQLite database: the threads of a process write in turn.
_WRITE_LOCKS: WeakKeyDictionary[Dialect, threading.Lock] = WeakKeyDictionary()


def parse_url(url: str) -> URL:
    """Parse the URL of an SQLite or PostgreSQL database; refuse any other."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"found the database {url!r}, {EXPECTED}") from error
    if parsed.drivername in ("postgres", "postgresql"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in ("sqlite", "postgresql+psycopg"):
        raise StoreError(f"found the database {parsed.render_as_string()}, {EXPECTED}")
    return parsed


def connect(url: URL, synchronous: Synchronous = "FULL") -> Engine:
    """Return the engine of a database. It opens no connection yet and creates no table."""
    if url.drivername != "sqlite":
        try:
            return create_engine(url, pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise StoreError("PostgreSQL needs the package psycopg: pip install 'assess[postgres]'") from error
    engine = create_engine(url)

    def prepare(connection: SqliteConnection, _: ConnectionPoolEntry) -> None:
        _prepare_sqlite(connection, synchronous)

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin_sqlite)
    _WRITE_LOCKS[engine.dialect] = threading.Lock()
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A session whose changes are committed together at the end, or not at all."""
    writer = engine.execution_options(writing=True)
    with write_lock(engine), Session(writer, expire_on_commit=False) as session, session.begin():
        yield session


def write_lock(engine: Engine) -> AbstractContextManager[object]:
    """Return the lock that the writing threads of this process share. On PostgreSQL it does nothing.

    SQLite allows one writer at a time, and the others poll at growing intervals. Waiting for a lock is faster.
    """
    return _WRITE_LOCKS.get(engine.dialect, nullcontext())


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A read-only session that sees one consistent snapshot, whatever others write meanwhile."""
    options = {"postgresql_readonly": True, "isolation_level": "REPEATABLE READ"} if is_postgresql(engine) else {}
    with Session(engine.execution_options(**options), expire_on_commit=False) as session, session.begin():
        yield session


def is_postgresql(engine: Engine) -> bool:
    return engine.dialect.name == "postgresql"


def _prepare_sqlite(connection: SqliteConnection, synchronous: Synchronous) -> None:
    """Set pragmas: durable commits, readers beside a writer, foreign keys, triggers also for INSERT OR REPLACE."""
    connection.isolation_level = None  # transactions are begun by _begin_sqlite, not by the driver
    connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}").close()
    use_write_ahead_log(connection, BUSY_MILLISECONDS / 1000)
    for pragma in (f"synchronous={synchronous}", "foreign_keys=ON", "recursive_triggers=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def use_write_ahead_log(connection: SqliteConnection, seconds: float) -> None:
    """Switch to the write-ahead log. Retry for *seconds*: SQLite refuses at once while others open a new file."""
    end = monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").close()
        except OperationalError as error:
            if error.sqlite_errorcode & 0xFF != SQLITE_BUSY or monotonic() > end:
                raise
            sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction. A writing one takes the write lock now: upgrading later from a read lock could fail."""
    writes = connection.get_execution_options().get("writing", False)
    # Set the pragma only when it changes: it makes SQLite compile every statement again.
    if connection.info.get("writes") != writes:
        connection.exec_driver_sql(f"PRAGMA query_only={'OFF' if writes else 'ON'}")
        connection.info["writes"] = writes
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
