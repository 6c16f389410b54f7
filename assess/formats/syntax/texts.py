"""Check identifiers and texts before they are written, so that they can be read back."""

from assess.errors import FormatError
from assess.formats.syntax.faults import quoted

WHITE = frozenset(" \t\n\r\v\f")


def is_text(value: str) -> bool:
    """Whether the text can be written as UTF-8 and stored in any database: no lone surrogate, no NUL."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in value


def is_id(value: str) -> bool:
    """Whether the value can be a column: text, not empty, without ASCII white space."""
    return bool(value) and WHITE.isdisjoint(value) and is_text(value)


def checked_id(value: str, what: str) -> str:
    """The identifier, if it can be read back once written."""
    if not is_id(value):
        raise FormatError(f"found {what} {quoted(value)}, expected an identifier without white space")
    return value


def checked_topic(value: str) -> str:
    """The topic, if it can be read back from the start of a line."""
    return checked_first(value, "topic")


def checked_first(value: str, what: str) -> str:
    """The identifier, if it can start a line: ``#`` would make the line a comment."""
    if value.startswith(("#", "\ufeff")):
        raise FormatError(f"found {what} {quoted(value)}, expected one that does not start with {quoted(value[0])}")
    return checked_id(value, what)


def checked_text(value: str) -> str:
    """The text, if it can be a JSON string."""
    if not is_text(value):
        raise FormatError(f"found text {quoted(value)}, expected one without NUL and lone surrogates")
    return value


def checked_cell(value: str) -> str:
    """The text, if it can be the last field of a TSV line."""
    if any(character in value for character in "\t\n\r"):
        raise FormatError(
            f"found text {quoted(value)}, expected one without tabs and line ends in a TSV file; write JSON lines"
        )
    return checked_text(value)
