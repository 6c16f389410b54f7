"""A briefing: what assessors are told, as TOML.

Each text has a name. Grades and training pairs are lists; the best grade comes first::

    title = "Evening skies"
    pay = "$2.00 for 13 pairs"

    [[grades]]
    value = 2
    name = "Answers the question"
    guideline = "All one needs to know is there."

    [[training]]
    topic = "31_1"
    preferred = "d1"
    other = "d2"
    why = "It says *why*."
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assess.errors import FormatError
from assess.formats.syntax.faults import quoted

TEXTS = (
    "title",
    "description",
    "purpose",
    "time",
    "pay",
    "consent",
    "instructions",
    "prompt",
    "thanks",
    "contact",
    "language",
    "withdrawal",
)
# What becomes of the judgments of somebody who withdraws.
WITHDRAWAL = ("keep", "discard")
# Field -> its type, and whether a record must have it.
GRADE: dict[str, tuple[type, bool]] = {"value": (float, True), "name": (str, True), "guideline": (str, False)}
PAIR: dict[str, tuple[type, bool]] = {
    "topic": (str, True),
    "preferred": (str, True),
    "other": (str, True),
    "why": (str, False),
}
LISTS = {"grades": GRADE, "training": PAIR}
KINDS = {str: "a text", float: "a number"}


@dataclass(frozen=True)
class Briefing:
    """Texts by name, the grades and the training pairs; what is absent stays unchanged in the campaign."""

    texts: Mapping[str, str] = field(default_factory=dict)
    grades: list[dict[str, Any]] | None = None
    training: list[dict[str, Any]] | None = None


def parse_briefing(data: bytes, source: str = "briefing") -> Briefing:
    """The briefing; unknown names and fields are refused."""
    try:
        given = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FormatError(f'{source}: found no TOML ({error}), expected lines such as title = "…"') from None
    for name, value in given.items():
        if name not in TEXTS and name not in LISTS:
            raise FormatError(f"{source}: found {quoted(name)}, expected one of {', '.join((*TEXTS, *LISTS))}")
        if name in TEXTS and not isinstance(value, str):
            raise FormatError(f"{source}: found {name} = {quoted(value)}, expected a text")
    if given.get("withdrawal", "").strip() not in ("", *WITHDRAWAL):
        raise FormatError(
            f"{source}: found withdrawal = {quoted(given['withdrawal'])}, expected {' or '.join(WITHDRAWAL)}: "
            "what becomes of the judgments of somebody who withdraws"
        )
    lists = {name: _records(given[name], name, source) for name in LISTS if name in given}
    texts = {name: text.strip() for name, text in given.items() if name in TEXTS}
    return Briefing(texts, **lists)


def _records(value: Any, name: str, source: str) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(record, dict) for record in value):
        raise FormatError(f"{source}: found {name} = {quoted(value)}, expected a list of [[{name}]]")
    return [_record(record, f"{source}: [[{name}]] {number}", LISTS[name]) for number, record in enumerate(value, 1)]


def _record(record: dict[str, Any], where: str, fields: dict[str, tuple[type, bool]]) -> dict[str, Any]:
    for name, value in record.items():
        kind, _ = fields.get(name, (None, False))
        if kind is None:
            raise FormatError(f"{where}: found {quoted(name)}, expected {', '.join(fields)}")
        kinds = (int, float) if kind is float else kind
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise FormatError(f"{where}: found {name} = {quoted(value)}, expected {KINDS[kind]}")
    missing = [name for name, (_, needed) in fields.items() if needed and name not in record]
    if missing:
        raise FormatError(f"{where}: found no {missing[0]}, expected {', '.join(fields)}")
    return {name: record.get(name, "") for name in fields}


def format_briefing(briefing: Briefing) -> str:
    """The briefing as TOML."""
    lines = [_line(name, text) for name, text in briefing.texts.items()]
    for name, records in (("grades", briefing.grades), ("training", briefing.training)):
        for record in records or ():
            lines += ["", f"[[{name}]]", *(_line(key, value) for key, value in record.items())]
    return "".join(f"{line}\n" for line in lines)


def _line(name: str, value: str | float) -> str:
    if isinstance(value, str) and "\n" in value and value.replace("\n", "").isprintable():
        escaped = value.replace("\\", "\\\\").replace('"""', '""\\"')
        return f'{name} = """\n{escaped}\n"""'
    # A JSON string is a TOML string, except for DEL: TOML requires an escape, JSON does not.
    return f"{name} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "\\u007f")
