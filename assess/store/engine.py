"""URL -> engine and sessions. SQLite and PostgreSQL differ here and in the triggers of migrations only."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from sqlite3 import SQLITE_BUSY, OperationalError
from sqlite3 import Connection as SqliteConnection
from time import monotonic, sleep
from weakref import WeakKeyDictionary

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from assess.errors import StoreError
from assess.store.migrate import is_current, migrate

EXPECTED = "expected sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
# Writers queue for the one write lock of SQLite; a long import may hold it for seconds.
BUSY_MILLISECONDS = 60_000
# Any number, the same in every version of assess: whoever migrates a PostgreSQL database holds this lock.
MIGRATION_LOCK = 7_283_642_019
# Whose turn it is to write, for each open SQLite database.
_TURNS: WeakKeyDictionary[Dialect, threading.Lock] = WeakKeyDictionary()


def open_database(url: str, *, create: bool = True) -> Engine:
    """The engine of a database whose tables are up to date.

    An empty database gets its tables, unless *create* is False and there is no SQLite file yet: a
    command that only reads must not leave an empty file where somebody misspelt a name.
    """
    parsed = _parse(url)
    if not create and _missing(parsed):
        raise StoreError(
            f"no database at {parsed.database}: assess new makes one, --db or ASSESS_DATABASE name another"
        )
    engine = _engine(parsed)
    try:
        _bring_up_to_date(engine)
    except (DBAPIError, StoreError) as error:
        engine.dispose()
        reason = str(error.orig).strip() if isinstance(error, DBAPIError) else str(error)
        raise StoreError(f"cannot open the database {parsed.render_as_string()}: {reason}") from error
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A session whose changes are committed together at the end, or not at all."""
    writer = engine.execution_options(writing=True)
    with alone(engine), Session(writer, expire_on_commit=False) as session, session.begin():
        yield session


def alone(engine: Engine) -> AbstractContextManager[object]:
    """On SQLite, the turn of a thread to write.

    SQLite has one writer at a time and lets the others try again and again, ever more seldom; threads of
    one process had better stand in line.
    """
    return _TURNS.get(engine.dialect, nullcontext())


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A session that sees one consistent state throughout, whoever writes meanwhile; it cannot write."""
    options = {"postgresql_readonly": True, "isolation_level": "REPEATABLE READ"} if _is_postgresql(engine) else {}
    with Session(engine.execution_options(**options), expire_on_commit=False) as session, session.begin():
        yield session


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"found the database {url!r}, {EXPECTED}") from error
    if parsed.drivername in ("postgres", "postgresql"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in ("sqlite", "postgresql+psycopg"):
        raise StoreError(f"found the database {parsed.render_as_string()}, {EXPECTED}")
    return parsed


def _missing(url: URL) -> bool:
    """Whether *url* names an SQLite file that is not there."""
    if url.drivername != "sqlite" or url.database in (None, "", ":memory:"):
        return False
    return not Path(str(url.database)).exists()


def _engine(url: URL) -> Engine:
    if url.drivername == "sqlite":
        engine = create_engine(url)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        _TURNS[engine.dialect] = threading.Lock()
        return engine
    try:
        return create_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise StoreError("PostgreSQL needs the package psycopg: pip install 'assess[postgres]'") from error


def _prepare_sqlite(connection: SqliteConnection, _: ConnectionPoolEntry) -> None:
    """Durable commits, readers beside a writer, foreign keys, and no silent DELETE inside INSERT OR REPLACE."""
    connection.isolation_level = None  # transactions are begun by _begin_sqlite, not by the driver
    connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}").close()
    use_write_ahead_log(connection, BUSY_MILLISECONDS / 1000)
    for pragma in (
        "synchronous=FULL",
        "foreign_keys=ON",
        "recursive_triggers=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def use_write_ahead_log(connection: SqliteConnection, seconds: float) -> None:
    """Where others open a new file at the same moment, SQLite refuses this without waiting: try again for a while."""
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
    """Take the write lock at once: a transaction that reads first and then writes could only fail."""
    writes = connection.get_execution_options().get("writing", False)
    # Only when it changes: the pragma makes SQLite compile every statement anew.
    if connection.info.get("writes") != writes:
        connection.exec_driver_sql(f"PRAGMA query_only={'OFF' if writes else 'ON'}")
        connection.info["writes"] = writes
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _bring_up_to_date(engine: Engine) -> None:
    """Migrate under a lock, so that of several processes that start at once one does it and the others wait."""
    with engine.connect() as connection:
        if is_current(connection):
            return
    with engine.execution_options(writing=True).begin() as connection:
        if _is_postgresql(engine):
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        migrate(connection)


def _is_postgresql(engine: Engine) -> bool:
    return engine.dialect.name == "postgresql"
