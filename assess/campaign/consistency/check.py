"""A check: something that is stored, compared with what it can be rebuilt from."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Difference:
    """Something that is stored, and what the log says it should be."""

    where: str
    what: str
    stored: object
    rebuilt: object


@dataclass(frozen=True)
class Check:
    """What was compared, how many of it, and what differs. ``note`` says what could not be compared."""

    what: str
    number: int
    differences: tuple[Difference, ...]
    note: str = ""


def compared(where: str, what: str, stored: object, rebuilt: object) -> Iterator[Difference]:
    """The difference, if there is one."""
    if stored != rebuilt:
        yield Difference(where, what, stored, rebuilt)


def checks_as_json(campaign: str, checks: Iterable[Check]) -> dict[str, Any]:
    """The checks of a campaign for programs."""
    found = [asdict(check) for check in checks]
    return {
        "campaign": campaign,
        "agrees": not any(check["differences"] for check in found),
        "checks": [{**check, "differences": [_plain(one) for one in check["differences"]]} for check in found],
    }


def _plain(difference: dict[str, Any]) -> dict[str, Any]:
    """The difference with values that JSON knows; any other, such as money or a time, as text."""
    known = (str, int, float, bool, type(None), list, dict)
    return {name: value if isinstance(value, known) else str(value) for name, value in difference.items()}
