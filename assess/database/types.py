"""Column types that every database of the toolkit shares: identifiers, times, money."""

from datetime import UTC, datetime
from decimal import Decimal

from sqlalchemy import BigInteger, DateTime, Dialect, String
from sqlalchemy.types import TypeDecorator

# Identifiers sort by code point on both databases, as in Python.
TEXT = String().with_variant(String(collation="C"), "postgresql")


class Utc(TypeDecorator[datetime]):
    """A time: always an aware datetime, in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"found {value!r} without a time zone, expected an aware datetime")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        # SQLite stores no time zone; every stored value is in UTC.
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Money(TypeDecorator[Decimal]):
    """US dollars as Decimal in Python, whole cents in the database: sums are exact in both."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        cents = value.scaleb(2)
        if cents != int(cents):
            raise ValueError(f"found {value} dollars, expected whole cents")
        return int(cents)

    def process_result_value(self, value: int | None, dialect: Dialect) -> Decimal | None:
        # On PostgreSQL the sum of a BIGINT column is a NUMERIC.
        return None if value is None else Decimal(int(value)).scaleb(-2)
