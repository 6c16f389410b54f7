"""Texts that strangers wrote, made safe to print: on a terminal, and in a table that a spreadsheet opens."""

import re

# Control characters steer a terminal; marks of direction reorder what is around them. A line feed stays.
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# A spreadsheet takes a cell that begins like this for a formula.
FORMULA = ("=", "+", "-", "@")


def escape_controls(text: str) -> str:
    """The text with ``\\u001b`` in place of each control character; inside JSON it means the same."""
    return STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def spreadsheet_cell(value: object) -> object:
    """The value as a cell that no spreadsheet takes for a formula; numbers stay numbers."""
    if not isinstance(value, str):
        return value
    safe = escape_controls(value)
    return f"'{safe}" if safe.lstrip().startswith(FORMULA) else safe
