"""Read a call of the JSON API: its token, and the fields of its body."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import request

from assess.errors import LinkError, ParameterError

T = TypeVar("T")


def bearer_token() -> str:
    """The bearer token; it may be in the body, as a browser sends no headers while a page is being closed."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    if request.is_json and isinstance(sent := json_body().get("token"), str):
        return sent
    raise LinkError("unknown", "found no token, expected the header 'Authorization: Bearer TOKEN'")


def json_body() -> dict[str, Any]:
    body = request.get_json()
    if not isinstance(body, dict):
        raise ParameterError('found a body that is no JSON object, expected one such as {"answer": 1}')
    return body


def required_field(body: dict[str, Any], name: str, kind: Callable[..., T]) -> T:
    """The field *name*, which must be of that kind; a whole number is also a number, but true is not."""
    found = body.get(name)
    kinds = (int, float) if kind is float else (kind,)
    if not isinstance(found, kinds) or (isinstance(found, bool) and kind is not bool):  # type: ignore[arg-type]
        raise ParameterError(f"found {name} = {found!r}, expected {KIND_NAMES[kind]}")
    return found  # type: ignore[return-value]  # of the kind, as was just seen


def optional_field(body: dict[str, Any], name: str, kind: Callable[..., T]) -> T | None:
    return None if body.get(name) is None else required_field(body, name, kind)


KIND_NAMES: dict[Any, str] = {
    float: "a number",
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    dict: "an object",
}
