"""One marketplace: its store, its rules, and a moment of its time in which something is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.marketplace import clock
from assess.marketplace.domain.deadlines import pass_time
from assess.marketplace.faults.switches import Faults, read_faults
from assess.marketplace.house_rules import HouseRules
from assess.marketplace.store import Store
from assess.marketplace.tables import Control


@dataclass(frozen=True)
class Moment:
    """A transaction at an instant: everything that fell due before has been done."""

    session: Session
    now: float
    speed: float
    faults: Faults


class Market:
    """What the requester's calls, the worker's pages and the organiser's commands have in common."""

    def __init__(self, database: str, rules: HouseRules | None = None) -> None:
        self.rules = rules or HouseRules()
        self.store = Store(database, power_safe=self.rules.in_house)
        self.random = Random(self.rules.seed)

    @contextmanager
    def moment(self) -> Iterator[Moment]:
        """Do something at one instant: all of it is stored at the end, or nothing."""
        with self.store.transaction() as session:
            control = session.get_one(Control, 1)
            now = clock.now(control)
            pass_time(session, now)
            yield Moment(session, now, control.speed, read_faults(control))

    def happens(self, share: float) -> bool:
        """Whether a fault of this share strikes now."""
        return share > 0 and self.random.random() < share

    def close(self) -> None:
        self.store.close()


@contextmanager
def open_market(database: str, rules: HouseRules | None = None) -> Iterator[Market]:
    """The marketplace of this database, made if it is not there; closed at the end."""
    market = Market(database, rules)
    try:
        yield market
    finally:
        market.close()


@contextmanager
def open_existing_market(database: str) -> Iterator[Market]:
    """The marketplace that is there; a mistyped name must not make an empty one."""
    if "://" not in database and not Path(database).exists():
        raise UnknownNameError(f"no marketplace at {database}: name its file with --db, or serve one first")
    with open_market(database) as market:
        yield market
