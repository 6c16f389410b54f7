"""Open the database of campaigns: create its tables, or migrate them to the newest version."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from assess.database.engine import connect, is_postgresql, parse_url
from assess.errors import StoreError

# Alembic is imported only to migrate: it takes as long to import as a command takes to run.
MIGRATIONS = Path(__file__).parent / "migrations"
# Not Alembic's default name: another program's migrations may be in the same PostgreSQL database.
VERSION_TABLE = "assess_version"
# The PostgreSQL advisory lock of the process that migrates. Any number will do; never change it.
MIGRATION_LOCK = 7_283_642_019


def open_database(url: str, *, create: bool = True) -> Engine:
    """Open a database, create or migrate its tables, and return its engine.

    With *create* False, a missing SQLite file is an error: a command that only reads must not create an
    empty file for a misspelt name.
    """
    parsed = parse_url(url)
    if not create and is_missing(parsed):
        raise StoreError(
            f"no database at {parsed.database}: assess new makes one, --db or ASSESS_DATABASE name another"
        )
    engine = connect(parsed)
    try:
        _bring_up_to_date(engine)
    except (DBAPIError, StoreError) as error:
        engine.dispose()
        reason = str(error.orig).strip() if isinstance(error, DBAPIError) else str(error)
        raise StoreError(f"cannot open the database {parsed.render_as_string()}: {reason}") from error
    return engine


def empty_postgresql(url: str) -> Engine | None:
    """The engine of a PostgreSQL database that can be reached and has no tables of ours; None for any other."""
    parsed = parse_url(url)
    if parsed.drivername == "sqlite":
        return None
    engine = connect(parsed)
    try:
        with engine.connect() as connection:
            if schema_of(connection) is None:
                return engine
    except DBAPIError:  # opening it says what is wrong
        pass
    engine.dispose()
    return None


def is_missing(url: URL) -> bool:
    """Whether *url* names an SQLite file that does not exist."""
    if url.drivername != "sqlite" or url.database in (None, "", ":memory:"):
        return False
    return not Path(str(url.database)).exists()


def _bring_up_to_date(engine: Engine) -> None:
    """Migrate under a lock: if several processes start at once, one migrates and the others wait."""
    with engine.connect() as connection:
        if is_current(connection):
            return
    with changing_tables(engine) as connection:
        migrate(connection)


@contextmanager
def changing_tables(engine: Engine) -> Iterator[Connection]:
    """A transaction that may create or rebuild tables. One process at a time has it, the others wait.

    On SQLite, foreign keys are checked when it ends instead of at each row.
    """
    with engine.execution_options(writing=True).connect() as connection:
        if is_postgresql(engine):
            with connection.begin():
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
                yield connection
            return
        with _without_foreign_keys(connection), connection.begin():
            yield connection
            if lost := connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                raise StoreError(
                    f"found a row of {lost[0]} that refers to a missing row of {lost[2]}: restore a backup"
                )


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """Switch off foreign keys on SQLite, so that tables that others refer to can be rebuilt.

    SQLite ignores the pragma inside a transaction. SQLAlchemy begins one with each statement, so the driver runs it.
    """
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def is_current(connection: Connection) -> bool:
    """Whether the database has the newest schema. An unknown schema is an error."""
    found = schema_of(connection)
    if found is not None:
        check_known(found)
    return found == newest()


def check_known(schema: str) -> None:
    """Raise an error if this program does not know the version of the schema."""
    if schema not in _revisions():
        raise StoreError(f"its schema {schema!r} is newer than this program ({newest()!r}): upgrade assess")


def migrate_alone(connection: Connection) -> None:
    """Migrate a PostgreSQL database in the caller's transaction; another process that does the same waits."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    migrate(connection)


def migrate(connection: Connection, schema: str | None = None) -> None:
    """Bring the schema to the newest version, or only to *schema*, inside the caller's transaction."""
    if is_current(connection):
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, schema or "head")


def newest() -> str:
    """The newest schema version that this program knows."""
    return _revisions()[-1]


def _revisions() -> list[str]:
    """The versions of the schema, oldest first: migrations are files such as v0007_new_index.py."""
    return sorted(path.name[1:5] for path in (MIGRATIONS / "versions").glob("v[0-9]*.py"))


def schema_of(connection: Connection) -> str | None:
    """The version of the schema; None if there are no tables of ours."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    version: str | None = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    return version
