"""Everything in a database at one moment: which tables with how many rows, then the rows in batches."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, inspect, select
from sqlalchemy.orm import Session

from assess.store.moving.portable_tables import portable_table
from assess.store.schema import newest
from assess.store.tables import Base

# Rows in memory at a time; an item or a ranking can have many kilobytes.
BATCH = 500


@dataclass(frozen=True)
class TableSize:
    """A table of the snapshot: its columns in the order of the values of a row, and how many rows it has."""

    name: str
    columns: tuple[str, ...]
    rows: int


# Some rows of a table, each a list of values
Batch = tuple[TableSize, list[list[Any]]]


@dataclass(frozen=True)
class Snapshot:
    """What a database holds, without the rows. ``at`` is the time at which it was read."""

    schema: str
    at: datetime
    tables: tuple[TableSize, ...]

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)

    @property
    def batches(self) -> int:
        return sum(-(-table.rows // BATCH) for table in self.tables)

    def rows_of(self, name: str) -> int:
        return sum(table.rows for table in self.tables if table.name == name)


def snapshot_of(session: Session, now: datetime) -> Snapshot:
    """The tables of the database, each after those that it refers to; *session* must see one moment only."""
    connection = session.connection()
    names = [table.name for table in Base.metadata.sorted_tables]
    return Snapshot(newest(), now, tuple(_size(connection, name) for name in names))


def _size(connection: Connection, name: str) -> TableSize:
    table = portable_table(connection, name)
    rows = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return TableSize(name, tuple(table.c.keys()), rows)


def batches_of(session: Session, snapshot: Snapshot) -> Iterator[Batch]:
    """The rows of the snapshot in batches, table by table, in the order of their primary keys."""
    connection = session.connection()
    for size in snapshot.tables:
        table = portable_table(connection, size.name)
        key = inspect(connection).get_pk_constraint(size.name)["constrained_columns"]
        query = select(*(table.c[name] for name in size.columns)).order_by(*(table.c[name] for name in key))
        # A server-side cursor on PostgreSQL: the driver would otherwise fetch the whole table first.
        for batch in connection.execute(query, execution_options={"yield_per": BATCH}).partitions():
            yield size, [list(row) for row in batch]
