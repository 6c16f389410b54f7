"""What an export gives: the content of a file, and remarks on what a reader of it should know."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Exported:
    """The text of a file, and what is to be said about it."""

    text: str
    remarks: tuple[str, ...] = ()


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
