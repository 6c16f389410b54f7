"""Make an empty database hold a snapshot: everything, or nothing if it fails or is killed.

It is one transaction. A new SQLite file is also made under another name first. On PostgreSQL, foreign keys are taken
away and put back: the rows of a table may refer to later ones, and checking all at once is faster.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, func, insert, inspect, literal_column, select, text
from sqlalchemy.exc import StatementError

from assess.database.engine import connect, parse_url
from assess.errors import ConflictError, StoreError
from assess.store.draft_file import draft_of
from assess.store.moving.portable_tables import portable_table
from assess.store.moving.snapshot import Batch, Snapshot
from assess.store.schema import changing_tables, migrate, schema_of
from assess.store.tables import Base

EXPECTED = "expected a new database, or one with empty tables; nothing was changed"


def fill_database(url: str, snapshot: Snapshot, batches: Iterable[Batch]) -> None:
    """Store everything in the database at *url*, which is new or has empty tables; migrate it to the newest schema."""
    draft = draft_of(url)
    if draft is None:
        _fill(url, url, snapshot, batches)
        return
    with draft:
        _fill(draft.url, url, snapshot, batches)
        if not draft.publish():
            raise ConflictError(f"{_shown(url)}: another process has just created it, {EXPECTED}")


def _fill(url: str, meant: str, snapshot: Snapshot, batches: Iterable[Batch]) -> None:
    engine = connect(parse_url(url))
    try:
        with changing_tables(engine) as connection:
            _check_empty(connection, snapshot, _shown(meant))
            migrate(connection, snapshot.schema)
            _check_columns(connection, snapshot)
            with _without_foreign_keys(connection, snapshot):
                _insert(connection, batches)
            _check_rows(connection, snapshot)
            migrate(connection)
            _restart_sequences(connection)
    except (StatementError, StoreError) as error:
        reason = str(error.orig).strip() if isinstance(error, StatementError) else str(error)
        raise StoreError(f"cannot fill the database {_shown(meant)}, nothing was changed: {reason}") from error
    finally:
        engine.dispose()


def _shown(url: str) -> str:
    """The URL without its password."""
    return parse_url(url).render_as_string()


def _check_empty(connection: Connection, snapshot: Snapshot, shown: str) -> None:
    """Raise an error if there are rows already; nobody can add any until the transaction ends."""
    schema = schema_of(connection)
    if schema is None:
        return
    present = set(inspect(connection).get_table_names())
    tables = [table for table in Base.metadata.sorted_tables if table.name in present]
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = '30s'"))
        connection.execute(text(f"LOCK TABLE {', '.join(table.name for table in tables)}"))
    for table in tables:
        if connection.execute(select(literal_column("1")).select_from(table).limit(1)).first():
            raise ConflictError(f"{shown}: found rows in the table {table.name}, {EXPECTED}")
    if schema > snapshot.schema:
        raise ConflictError(f"{shown}: its tables are newer ({schema}) than the backup ({snapshot.schema}), {EXPECTED}")


def _check_columns(connection: Connection, snapshot: Snapshot) -> None:
    inspector = inspect(connection)
    for size in snapshot.tables:
        found = inspector.get_columns(size.name) if inspector.has_table(size.name) else []
        if different := {column["name"] for column in found} ^ set(size.columns):
            names = ", ".join(sorted(different))
            raise StoreError(
                f"the table {size.name} of schema {snapshot.schema} differs from this program's in {names}"
            )


def _insert(connection: Connection, batches: Iterable[Batch]) -> None:
    name, table = None, None
    for size, rows in batches:
        if size.name != name or table is None:
            name, table = size.name, portable_table(connection, size.name)
        connection.execute(insert(table), [dict(zip(size.columns, row, strict=True)) for row in rows])


def _check_rows(connection: Connection, snapshot: Snapshot) -> None:
    for size in snapshot.tables:
        stored = connection.execute(select(func.count()).select_from(text(size.name))).scalar_one()
        if stored != size.rows:
            raise StoreError(f"found {stored:,} rows in {size.name}, expected {size.rows:,}")


@contextmanager
def _without_foreign_keys(connection: Connection, snapshot: Snapshot) -> Iterator[None]:
    """Take the foreign keys away on PostgreSQL, and check all rows when they are put back."""
    if connection.dialect.name != "postgresql":
        yield
        return
    keys = connection.execute(text(_FOREIGN_KEYS), {"names": [size.name for size in snapshot.tables]}).all()
    for table, name, _ in keys:
        connection.execute(text(f"ALTER TABLE {table} DROP CONSTRAINT {name}"))
    yield
    for table, name, definition in keys:
        connection.execute(text(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}"))


_FOREIGN_KEYS = """SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype = 'f' AND conrelid IN (SELECT oid FROM pg_class
        WHERE relname = ANY(:names) AND relnamespace = current_schema()::regnamespace) ORDER BY 1, 2"""


def _restart_sequences(connection: Connection) -> None:
    """Let PostgreSQL number new rows after those that are stored; SQLite does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in Base.metadata.sorted_tables:
        if (key := table.autoincrement_column) is not None:
            sequence = func.pg_get_serial_sequence(table.name, key.name)
            last = select(func.max(key)).scalar_subquery()
            connection.execute(select(func.setval(sequence, func.coalesce(last, 1), last.is_not(None))))
