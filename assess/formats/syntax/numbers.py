"""Numbers in columns: plain decimal notation, without forms that only Python accepts, such as ``1_000``."""

import re
from math import isinf, isnan

_INTEGER = re.compile(r"[+-]?[0-9]{1,15}", re.ASCII)
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)


def parse_number(text: str) -> int | float | None:
    """The finite number in the text, an integer if written as one; None if the text is no such number."""
    if _INTEGER.fullmatch(text):
        return int(text)
    if not _DECIMAL.fullmatch(text):
        return None
    value = float(text)
    return None if isinf(value) else value


def parse_integer(text: str) -> int | None:
    """The integer in the text, of at most 15 digits, or None."""
    return int(text) if _INTEGER.fullmatch(text) else None


def parse_score(text: str) -> float | None:
    """The number in the text as ``float`` reads it, or None; infinity is allowed, NaN and underscores are not."""
    if not text.isascii() or "_" in text:
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return None if isnan(value) else value
