"""Validate requests with botocore's model of the service: types, required members, lengths, patterns, enums.

Clients check only part of this (no maxima, patterns or enums), so invalid requests arrive here.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from botocore.loaders import Loader
from botocore.model import ListShape, OperationModel, ServiceModel, Shape, StringShape, StructureShape

from assess.marketplace.errors import Refusal

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "long": (int,),
    "boolean": (bool,),
    "timestamp": (int, float),
    "list": (list,),
    "structure": (dict,),
}

BITS = {"integer": 32, "long": 64, "timestamp": 64}


@cache
def service_model() -> ServiceModel:
    return ServiceModel(Loader().load_service_model("mturk", "service-2", "2017-01-17"), "mturk")


def operation_model(name: str) -> OperationModel:
    if name not in service_model().operation_names:
        raise Refusal("UnknownOperationException", "The requested operation is not recognized by the service.")
    return service_model().operation_model(name)


def read_body(operation: str, body: bytes) -> dict[str, Any]:
    """The parameters of a call, validated by the model."""
    shape = operation_model(operation).input_shape
    assert shape  # every operation of this service takes a structure
    try:
        parameters = json.loads(body or b"{}", parse_constant=_no_constant)
    except ValueError as error:
        raise Refusal("SerializationException", "The body is not JSON.") from error
    clean = _typed(shape, parameters, "")
    assert isinstance(clean, dict)
    found = list(_violations(shape, clean, ""))
    if found:
        noun = "error" if len(found) == 1 else "errors"
        raise Refusal("ValidationException", f"{len(found)} validation {noun} detected: {'; '.join(found)}")
    return clean


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _typed(shape: Shape, value: Any, path: str) -> Any:
    """The value without members that are null or unknown; a value of the wrong type is refused."""
    if not _fits(shape.type_name, value):
        found, where = type(value).__name__, path or "the body"
        raise Refusal("SerializationException", f"{where}: found {found}, expected {shape.type_name}")
    if isinstance(shape, StructureShape):
        given = {name: value[name] for name in shape.members if value.get(name) is not None}
        return {name: _typed(shape.members[name], inner, _below(path, name)) for name, inner in given.items()}
    if isinstance(shape, ListShape):
        return [_typed(shape.member, inner, _nth(path, number)) for number, inner in enumerate(value, 1)]
    return value


def _fits(type_name: str, value: Any) -> bool:
    if not isinstance(value, TYPES[type_name]) or (isinstance(value, bool) and type_name != "boolean"):
        return False
    if isinstance(value, int | float) and type_name in BITS:
        return abs(value) < 2.0 ** (BITS[type_name] - 1)
    return not isinstance(value, str) or _storable(value)


def _storable(value: str) -> bool:
    """Whether the text has no lone surrogates and no NUL: XML and databases cannot store them."""
    return "\0" not in value and not any("\ud800" <= character <= "\udfff" for character in value)


def _violations(shape: Shape, value: Any, path: str) -> Iterator[str]:
    if isinstance(shape, StructureShape):
        for name in shape.required_members:
            if name not in value:
                yield _violation("null", _below(path, name), "Member must not be null", quote="")
        for name, inner in value.items():
            yield from _violations(shape.members[name], inner, _below(path, name))
    elif isinstance(shape, ListShape):
        for number, inner in enumerate(value, 1):
            yield from _violations(shape.member, inner, _nth(path, number))
    elif isinstance(shape, StringShape):
        yield from _violations_of_text(shape, value, path)
    else:
        yield from _violations_of_bounds(shape, value, value, path, "value")


def _violations_of_text(shape: StringShape, value: str, path: str) -> Iterator[str]:
    yield from _violations_of_bounds(shape, len(value), value, path, "length")
    pattern = shape.metadata.get("pattern")
    if pattern and not re.fullmatch(pattern.removeprefix("^").removesuffix("$"), value):
        yield _violation(value, path, f"Member must satisfy regular expression pattern: {pattern}")
    if shape.enum and value not in shape.enum:
        yield _violation(value, path, f"Member must satisfy enum value set: [{', '.join(shape.enum)}]")


def _violations_of_bounds(shape: Shape, size: int, value: Any, path: str, noun: str) -> Iterator[str]:
    if size < shape.metadata.get("min", size):
        yield _violation(value, path, f"Member must have {noun} greater than or equal to {shape.metadata['min']}")
    if size > shape.metadata.get("max", size):
        yield _violation(value, path, f"Member must have {noun} less than or equal to {shape.metadata['max']}")


def _violation(value: Any, path: str, rule: str, quote: str = "'") -> str:
    return f"Value {quote}{value}{quote} at '{path}' failed to satisfy constraint: {rule}"


def _below(path: str, name: str) -> str:
    """The path of a member as spelled in AWS's messages: MaxResults is 'maxResults', HITId is 'hITId'."""
    spelled = name[0].lower() + name[1:]
    return f"{path}.{spelled}" if path else spelled


def _nth(path: str, number: int) -> str:
    return f"{path}.{number}.member"
