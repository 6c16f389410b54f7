"""Tables whose values are the same on SQLite, on PostgreSQL and in JSON.

Columns are read from the database, not from the models: so rows of an older schema can be moved too.
"""

from base64 import b64decode, b64encode
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Connection, DateTime, Dialect, LargeBinary, TableClause, column, inspect, table
from sqlalchemy.types import TypeDecorator, TypeEngine

from assess.database.types import Utc


class IsoTime(TypeDecorator[str]):
    """A time as text, such as 2026-01-31T12:30:15.123456+00:00."""

    impl = Utc
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> str | None:
        return None if value is None else value.isoformat()


class Base64(TypeDecorator[str]):
    """Bytes as text."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else b64decode(value, validate=True)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        return None if value is None else b64encode(value).decode()


def portable_table(connection: Connection, name: str) -> TableClause:
    """The table as the database describes it, with values that JSON can hold."""
    described = inspect(connection).get_columns(name)
    return table(name, *(column(one["name"], _portable(one["type"], nullable=one["nullable"])) for one in described))


def _portable(stored: TypeEngine[Any], *, nullable: bool) -> TypeEngine[Any]:
    if isinstance(stored, JSON):
        return JSON(none_as_null=nullable)
    if isinstance(stored, DateTime):
        return IsoTime()
    return Base64() if isinstance(stored, LargeBinary) else stored
