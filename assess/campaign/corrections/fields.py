"""Read the fields of a correction that arrives as a JSON object."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from assess.errors import ParameterError


def whole_number_field(fields: Mapping[str, Any], name: str) -> int:
    found = fields.get(name)
    if isinstance(found, bool) or not isinstance(found, int):
        raise ParameterError(f"found {name} = {found!r}, expected a whole number")
    return found


def text_field(fields: Mapping[str, Any], name: str) -> str:
    found = fields.get(name)
    if not isinstance(found, str) or not found:
        raise ParameterError(f"found {name} = {found!r}, expected a text")
    return found


def optional_text_field(fields: Mapping[str, Any], name: str) -> str | None:
    return None if fields.get(name) is None else text_field(fields, name)


def date_field(fields: Mapping[str, Any], name: str) -> datetime | None:
    """A date or a time; without a time zone it is in UTC."""
    return None if fields.get(name) is None else parse_date(text_field(fields, name))


def parse_date(text: str) -> datetime:
    """A date such as 2026-11-18, or a time such as 2026-11-18T09:30; without a time zone it is in UTC."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ParameterError(f"found {text!r}, expected a date such as 2026-11-18 or 2026-11-18T09:30") from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
