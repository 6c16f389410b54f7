"""Fault switches: deliberate misbehaviour, as it occurs on the live service.

Shares are probabilities from 0 to 1. All switches are off by default except ``reuse_ids``: after a return, the next
worker gets the same assignment id, as always on the live service.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from assess.errors import ParameterError
from assess.marketplace.tables import Control


@dataclass(frozen=True)
class Faults:
    """The fault switches of a marketplace."""

    throttle: float = 0.0  # a call is refused: Rate exceeded
    fail_before: float = 0.0  # a call does nothing and answers 500
    fail_after: float = 0.0  # a call does everything and answers 500
    drop: float = 0.0  # a call does everything, then the connection closes without an answer
    lose_submission: float = 0.0  # a worker's submission is lost with the connection
    amp: float = 0.0  # the frame's parameters are named amp;hitId and so on
    double_worker_id: float = 0.0  # the workerId parameter occurs twice
    duplicate_events: float = 0.0  # a notification is delivered twice, the second time late
    lag: float = 0.0  # seconds until lists, counters and reviews show what happened
    reuse_ids: bool = True  # a slot given back keeps its assignment id


SHARES = frozenset(f.name for f in fields(Faults)) - {"lag", "reuse_ids"}


def read_faults(control: Control) -> Faults:
    return Faults(**control.faults)


def change_faults(control: Control, changes: Mapping[str, Any]) -> Faults:
    """Set these switches, keep the others, and return all of them."""
    checked: dict[str, Any] = {name: _checked(name, value) for name, value in changes.items()}
    faults = replace(read_faults(control), **checked)
    control.faults = asdict(faults)
    return faults


def _on_or_off(name: str, value: Any) -> bool:
    words = {"1": True, "true": True, "on": True, "0": False, "false": False, "off": False}
    if str(value).lower() not in words:
        raise ParameterError(f"fault {name}: found {value!r}, expected on or off")
    return words[str(value).lower()]


def _checked(name: str, value: Any) -> float | bool:
    known = sorted(f.name for f in fields(Faults))
    if name not in known:
        raise ParameterError(f"found no fault called {name!r}; there are: {', '.join(known)}")
    if name == "reuse_ids":
        return _on_or_off(name, value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ParameterError(f"fault {name}: found {value!r}, expected a number") from None
    if number < 0 or (name in SHARES and number > 1):
        expected = "a share from 0 to 1" if name in SHARES else "seconds, 0 or more"
        raise ParameterError(f"fault {name}: found {number:g}, expected {expected}")
    return number
