"""Numbers in columns: plain decimal notation, nothing Python alone would understand."""

import re
from math import isinf, isnan

_INTEGER = re.compile(r"[+-]?[0-9]{1,15}", re.ASCII)
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)


def parse_number(text: str) -> int | float | None:
    """The finite number written there, an integer when written as one; None when there is none."""
    if _INTEGER.fullmatch(text):
        return int(text)
    if not _DECIMAL.fullmatch(text):
        return None
    value = float(text)
    return None if isinf(value) else value


def parse_integer(text: str) -> int | None:
    """The integer of at most 15 digits written there, or None."""
    return int(text) if _INTEGER.fullmatch(text) else None


def parse_score(text: str) -> float | None:
    """The number written there as ``float`` reads it, infinite ones too but no NaN and no underscores; or None."""
    if not text.isascii() or "_" in text:
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return None if isnan(value) else value
