"""One marketplace: its store, its settings, and transactions at a moment of its time."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.marketplace import clock
from assess.marketplace.domain.deadlines import apply_deadlines
from assess.marketplace.faults.switches import Faults, read_faults
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.store import Store
from assess.marketplace.tables import Control


@dataclass(frozen=True)
class Moment:
    """A transaction at one instant; everything that was due before has been done."""

    session: Session
    now: float
    speed: float
    faults: Faults


class Market:
    """A marketplace, as used by the requester's calls, the worker's pages and the organiser's commands."""

    def __init__(self, database: str, settings: MarketSettings | None = None) -> None:
        self.settings = settings or MarketSettings()
        self.store = Store(database, power_safe=self.settings.in_house)
        self.random = Random(self.settings.seed)

    @contextmanager
    def moment(self) -> Iterator[Moment]:
        """Open a transaction at one instant; it is committed at the end, or rolled back after an exception."""
        with self.store.transaction() as session:
            control = session.get_one(Control, 1)
            now = clock.now(control)
            apply_deadlines(session, now)
            yield Moment(session, now, control.speed, read_faults(control))

    def happens(self, share: float) -> bool:
        """Draw whether a fault with this probability happens now."""
        return share > 0 and self.random.random() < share

    def close(self) -> None:
        self.store.close()


@contextmanager
def open_market(database: str, settings: MarketSettings | None = None) -> Iterator[Market]:
    """The marketplace of this database, made if it is not there; closed at the end."""
    market = Market(database, settings)
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
