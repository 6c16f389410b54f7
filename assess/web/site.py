"""What every view needs: the database, the key that signs links, the clock."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from random import Random, SystemRandom

from flask import current_app
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import Arrival, read_arrival
from assess.campaign.access.tokens import Key
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.handing_out.hand_out import hand_out
from assess.campaign.judging.refusals import NoWork
from assess.clock import utc_now
from assess.database.engine import reading, writing
from assess.database.writer import Writer
from assess.settings import Settings


@dataclass(frozen=True)
class Site:
    """One installation: what its views share."""

    engine: Engine
    key: Key
    settings: Settings
    now: Callable[[], datetime] = utc_now
    rng: Random = field(default_factory=SystemRandom)
    writer: Writer = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "writer", Writer(self.engine))

    def reading(self) -> AbstractContextManager[Session]:
        return reading(self.engine)

    def writing(self) -> AbstractContextManager[Session]:
        return writing(self.engine)

    def arrival(self, session: Session, token: str) -> Arrival:
        """The arrival that the token names; raises `LinkError` for a link that does not work."""
        return read_arrival(session, self.key, token, self.now())

    def hand_out(self, token: str) -> tuple[Arrival, HeldAssignment | NoWork]:
        """Who the token names, and their assignment or why there is none."""
        return hand_out(self.writer, lambda session: self.arrival(session, token), self.now(), self.rng)


def site() -> Site:
    """The site of the current app."""
    found = current_app.extensions["assess"]
    assert isinstance(found, Site)
    return found
