"""What every view needs: the database, the key that signs links, the clock."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from random import Random, SystemRandom

from flask import current_app
from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

from assess.campaign.hits import HeldHit, read_hit
from assess.campaign.links import Key
from assess.campaign.reasons import Nothing
from assess.campaign.visits import Visit, read_visit
from assess.campaign.work import reclaim, take
from assess.clock import utc_now
from assess.settings import Settings
from assess.store.engine import reading, writing


@dataclass(frozen=True)
class Site:
    """One installation: what its views share."""

    engine: Engine
    key: Key
    settings: Settings
    now: Callable[[], datetime] = utc_now
    rng: Random = field(default_factory=SystemRandom)

    def reading(self) -> AbstractContextManager[Session]:
        return reading(self.engine)

    def writing(self) -> AbstractContextManager[Session]:
        return writing(self.engine)

    def connected(self) -> AbstractContextManager[Connection]:
        """A transaction without a session, for what happens all the time."""
        return self.engine.execution_options(writing=True).begin()

    def visit(self, session: Session, token: str) -> Visit:
        """The visit that the token names; a link that leads nowhere is refused."""
        return read_visit(session, self.key, token, self.now())

    def take_hit(self, token: str) -> tuple[Visit, HeldHit | Nothing]:
        """The HIT of whoever the token names, the one she holds or a new one; what others let lapse is free again."""
        with self.reading() as session:
            visit = self.visit(session, token)
        spare = visit.assessor.id if visit.assessor is not None and visit.own_link else None
        reclaim(self.engine, visit.campaign.id, self.now(), spare)
        with self.writing() as session:
            found = take(session, self.visit(session, token), self.now(), self.rng)
            visit = self.visit(session, token)
            return visit, found if isinstance(found, Nothing) else read_hit(session, visit, found)


def site() -> Site:
    """The site of the current app."""
    found = current_app.extensions["assess"]
    assert isinstance(found, Site)
    return found
