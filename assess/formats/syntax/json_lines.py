"""JSON lines: one object per line; each format names its fields."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from assess.formats.syntax.faults import MisfitError, Report, quoted
from assess.formats.syntax.lines import content_lines
from assess.formats.syntax.texts import is_id, is_text

Object = dict[str, Any]


def objects(data: bytes, source: str, report: Report) -> Iterator[tuple[int, Object]]:
    """The objects of a file, with their line numbers."""
    for number, line in content_lines(data, source, report):
        try:
            value = parse_json(line)
            if not isinstance(value, dict):
                raise MisfitError(quoted(value), "a JSON object")
        except MisfitError as misfit:
            report(misfit.at(source, number))
        else:
            yield number, value


def parse_json(data: bytes) -> Any:
    """The value of strict JSON in UTF-8, without NaN and Infinity."""
    try:
        return json.loads(data.decode(), parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise MisfitError(f"{error.msg} at character {error.pos + 1}", "JSON") from None
    except RecursionError:
        raise MisfitError("values nested too deeply", "JSON") from None
    except ValueError as error:  # an integer of thousands of digits
        raise MisfitError(str(error), "JSON") from None


def _refuse_constant(name: str) -> None:
    raise MisfitError(name, "JSON, which has no such number")


def text_field(fields: Mapping[str, Any], *names: str) -> str:
    """The text of the first field in *names* that exists; empty if none does."""
    name, value = next(((name, fields[name]) for name in names if fields.get(name) is not None), (names[0], ""))
    if not isinstance(value, str):
        raise MisfitError(f"{name} {quoted(value)}", "a string")
    if not is_text(value):
        raise MisfitError(f"{name} {quoted(value)}", "text without NUL and lone surrogates")
    return value


def id_field(fields: Mapping[str, Any], *names: str) -> str:
    """The identifier, a string or an integer, of the first field in *names* that exists."""
    numbers = {name: str(fields[name]) for name in names if type(fields.get(name)) is int}
    value = text_field({**fields, **numbers}, *names)
    if not is_id(value):
        raise MisfitError(f"{names[0]} {quoted(value)}", "an identifier without white space")
    return value


def format_object(fields: Mapping[str, Any]) -> str:
    """The object on one line, without its empty fields."""
    return json.dumps({name: value for name, value in fields.items() if value}, ensure_ascii=False) + "\n"
