"""The marketplace's database: one transaction at a time, whatever the number of threads and processes.

SQLite takes its write lock when a transaction begins, PostgreSQL an advisory lock: no two calls ever see the
same balance, slot or token at once, and what was acknowledged is on disk.
"""

import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session

from assess.errors import ConflictError, ParameterError
from assess.marketplace.system import system_qualification_types
from assess.marketplace.tables import Base, Control

SCHEMA = 1
ADVISORY_LOCK = 0x6D7475726B  # "mturk"
BUSY_SECONDS = 60


class Store:
    """The database behind one marketplace.

    What was committed survives a killed process always, and a power cut if *power_safe*.
    """

    def __init__(self, where: str, *, power_safe: bool = True) -> None:
        self.engine = _engine(where, power_safe=power_safe)
        self._one_at_a_time = threading.Lock()
        with self.transaction() as session:
            self.secret_key = _furnish(session)

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """A session that has the marketplace for itself; committed at the end, undone by any exception."""
        with self._one_at_a_time, Session(self.engine, expire_on_commit=False) as session, session.begin():
            if self.engine.dialect.name == "postgresql":
                session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
            yield session

    def close(self) -> None:
        self.engine.dispose()


def database_url(where: str) -> str:
    """A database URL as it is, anything else as the path of an SQLite file."""
    return where if "://" in where else f"sqlite:///{where}"


def _engine(where: str, *, power_safe: bool) -> Engine:
    url = database_url(where)
    try:
        if url.startswith("sqlite"):
            engine = _sqlite(url, "FULL" if power_safe else "NORMAL")
        else:
            engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1), pool_pre_ping=True)
        with engine.connect():
            return engine
    except (ArgumentError, DBAPIError) as error:
        raise ParameterError(
            f"cannot open the marketplace's database {where!r}: {str(error).splitlines()[0]}; "
            "give the path of an SQLite file or a URL such as postgresql://user@host/name"
        ) from error


def _sqlite(url: str, synchronous: str) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun by us, below
        for pragma in ("journal_mode = WAL", f"synchronous = {synchronous}", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _furnish(session: Session) -> str:
    """Create the tables and their first rows if there are none, and return the key that signs cookies."""
    connection = session.connection()
    if not inspect(connection).has_table("control"):
        Base.metadata.create_all(connection)
        session.add(_first_control())
        session.add_all(system_qualification_types())
        session.flush()
    control = session.get_one(Control, 1)
    if control.schema != SCHEMA:
        raise ConflictError(
            f"the marketplace's database has layout {control.schema}, this version needs {SCHEMA}: start with a new one"
        )
    return control.secret_key


def _first_control() -> Control:
    real = time.time()
    return Control(
        id=1,
        schema=SCHEMA,
        real_anchor=real,
        shown_anchor=real,
        speed=1.0,
        faults={},
        secret_key=secrets.token_hex(32),
    )
