"""Lift the triggers that keep tables append-only, inside one transaction: others see the triggers all the time."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from sqlalchemy import Connection, text


@contextmanager
def unprotected(connection: Connection, change: Literal["update", "delete"], table: str = "%") -> Iterator[None]:
    """Lift the triggers that refuse this change of the tables with that name, until the block ends."""
    postgresql = connection.dialect.name == "postgresql"
    values = {"table": table} if postgresql else {"table": table, "trigger": f"%_no_{change}"}
    found = connection.execute(text(_ON_POSTGRESQL if postgresql else _ON_SQLITE), values).all()
    for name, trigger, _ in found:
        lift = f"ALTER TABLE {name} DISABLE TRIGGER {trigger}" if postgresql else f"DROP TRIGGER {trigger}"
        connection.exec_driver_sql(lift)
    yield
    for name, trigger, created in found:
        connection.exec_driver_sql(f"ALTER TABLE {name} ENABLE TRIGGER {trigger}" if postgresql else created)


# Table, name and statement of each trigger that keeps a table append-only; SQLite has one for each kind of change.
_ON_SQLITE = """SELECT tbl_name, name, sql FROM sqlite_master
    WHERE type = 'trigger' AND name LIKE :trigger AND tbl_name LIKE :table"""
_ON_POSTGRESQL = """SELECT tgrelid::regclass::text, tgname, '' FROM pg_trigger
    JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE proname = 'assess_append_only' AND NOT tgisinternal AND tgrelid::regclass::text LIKE :table ORDER BY tgname"""
