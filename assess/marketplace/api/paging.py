"""Lists in pages, as on the live service.

Every page with entries has a NextToken, even the last one; the list ends with an empty page.
"""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Select
from sqlalchemy.orm import InstrumentedAttribute, Session

from assess.marketplace.errors import not_a_value

DEFAULT_SIZE = 10


def page(
    session: Session,
    query: Select[Any],
    key: InstrumentedAttribute[int],
    parameters: dict[str, Any],
    name: str,
    view: Callable[[Any], dict[str, Any]],
) -> dict[str, Any]:
    """The next rows after the token, in the order of their keys, up to the number asked for."""
    start = _read_token(name, parameters.get("NextToken"))
    size = parameters.get("MaxResults", DEFAULT_SIZE)
    rows: Sequence[Any] = session.scalars(query.where(key > start).order_by(key).limit(size)).all()
    answer: dict[str, Any] = {"NumResults": len(rows), name: [view(row) for row in rows]}
    if rows:
        answer["NextToken"] = _write_token(name, getattr(rows[-1], key.key))
    return answer


def _write_token(name: str, key: int) -> str:
    return base64.urlsafe_b64encode(f"{name}:{key}".encode()).decode()


def _read_token(name: str, token: str | None) -> int:
    if token is None:
        return 0
    try:
        of, _, key = base64.urlsafe_b64decode(token.encode()).decode().partition(":")
        if of == name and key.isdigit():
            return int(key)
    except (binascii.Error, UnicodeDecodeError):
        pass
    raise not_a_value("NextToken", token)
