"""One call of the requester API, with everything its operation may look at."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from assess.marketplace.faults.switches import Faults
from assess.marketplace.house_rules import HouseRules
from assess.marketplace.tables import Requester

Answer = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """Who asks for what, when."""

    session: Session
    requester: Requester
    parameters: dict[str, Any]
    now: float
    request_id: str
    rules: HouseRules
    faults: Faults

    def __getitem__(self, name: str) -> Any:
        return self.parameters[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self.parameters.get(name, default)

    @property
    def known_until(self) -> float:
        """The instant up to which lists and counters know what happened: now, or earlier when they lag."""
        return self.now - self.faults.lag


def stamp(at: float) -> int:
    """An instant as it goes over the wire: whole seconds since 1970."""
    return int(at)


def present(**members: Any) -> Answer:
    """A structure without its absent members; the wire never carries null."""
    return {name: value for name, value in members.items() if value is not None}
