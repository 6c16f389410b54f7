"""The marketplace's database: one transaction at a time, for any number of threads and processes.

SQLite takes its write lock when a transaction begins; on PostgreSQL we take an advisory lock. So two calls never work
on the same balance, slot or token at the same time, and what was acknowledged is on disk.
"""

import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from assess.database.engine import connect, is_postgresql, parse_url, writing
from assess.errors import ConflictError, ParameterError, StoreError
from assess.marketplace.domain.system_qualifications import system_qualification_types
from assess.marketplace.tables import Control, MarketBase

SCHEMA = 1
ADVISORY_LOCK = 0x6D7475726B  # "mturk"


class Store:
    """The database behind one marketplace.

    Commits always survive a killed process. With *power_safe*, they also survive a power cut.
    """

    def __init__(self, where: str, *, power_safe: bool = True) -> None:
        self.engine = _open(where, power_safe=power_safe)
        self._one_at_a_time = threading.Lock()
        with self.transaction() as session:
            self.secret_key = _initialize(session)

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """A session with an exclusive lock; committed at the end, rolled back after any exception."""
        with self._one_at_a_time, writing(self.engine) as session:
            if is_postgresql(self.engine):
                session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
            yield session

    def close(self) -> None:
        self.engine.dispose()


def database_url(where: str) -> str:
    """A database URL stays unchanged; anything else is the path of an SQLite file."""
    return where if "://" in where else f"sqlite:///{where}"


def _open(where: str, *, power_safe: bool) -> Engine:
    try:
        engine = connect(parse_url(database_url(where)), "FULL" if power_safe else "NORMAL")
        with engine.connect():
            return engine
    except (StoreError, DBAPIError) as error:
        raise ParameterError(
            f"cannot open the marketplace's database {where!r}: {str(error).splitlines()[0]}; "
            "give the path of an SQLite file or a URL such as postgresql://user@host/name"
        ) from error


def _initialize(session: Session) -> str:
    """Create the tables and their first rows if they do not exist; return the key that signs cookies."""
    connection = session.connection()
    if not inspect(connection).has_table("control"):
        MarketBase.metadata.create_all(connection)
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
