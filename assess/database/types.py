"""Column types that every database of the toolkit shares: identifiers, moments, money."""

from datetime import UTC, datetime
from decimal import Decimal

from sqlalchemy import BigInteger, DateTime, Dialect, String
from sqlalchemy.types import TypeDecorator

# Identifiers sort by code point on both databases, and so as Python sorts them.
TEXT = String().with_variant(String(collation="C"), "postgresql")


class Utc(TypeDecorator[datetime]):
    """A moment: aware and in UTC on the way in and on the way out."""

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
        # SQLite keeps no zone: what was written there is UTC.
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Money(TypeDecorator[Decimal]):
    """US dollars in Python, whole cents in the database: sums are exact in both."""

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
        # PostgreSQL sums cents into a number with a scale of its own.
        return None if value is None else Decimal(int(value)).scaleb(-2)
