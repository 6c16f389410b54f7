"""One call of the requester API, with everything that its operation needs."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from assess.marketplace.faults.switches import Faults
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.tables import Requester

Answer = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """The requester, the parameters and the time of a call."""

    session: Session
    requester: Requester
    parameters: dict[str, Any]
    now: float
    request_id: str
    settings: MarketSettings
    faults: Faults

    def __getitem__(self, name: str) -> Any:
        return self.parameters[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self.parameters.get(name, default)

    @property
    def known_until(self) -> float:
        """The time until which lists and counters are up to date: now, or earlier if they lag."""
        return self.now - self.faults.lag


def stamp(at: float) -> int:
    """A time in the format of the API: whole seconds since 1970."""
    return int(at)


def present(**members: Any) -> Answer:
    """A structure without members that are None; the API never sends null."""
    return {name: value for name, value in members.items() if value is not None}
