"""What every view needs: the database, the key that signs links, the clock."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from random import Random, SystemRandom

from flask import current_app
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.campaign.hits import HeldHit, read_hit
from assess.campaign.links import Key
from assess.campaign.reasons import Nothing
from assess.campaign.visits import Visit, read_visit
from assess.campaign.work import reclaim, take
from assess.clock import utc_now
from assess.settings import Settings
from assess.store.engine import reading, writing
from assess.store.writer import Writer


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

    def visit(self, session: Session, token: str) -> Visit:
        """The visit that the token names; a link that leads nowhere is refused."""
        return read_visit(session, self.key, token, self.now())

    def take_hit(self, token: str) -> tuple[Visit, HeldHit | Nothing]:
        """The HIT of whoever the token names, the one she holds or a new one; what others let lapse is free again."""
        with self.reading() as session:
            visit = self.visit(session, token)
        spare = visit.assessor.id if visit.assessor is not None and visit.own_link else None
        reclaim(self.engine, visit.campaign.id, self.now(), spare)

        def taken(session: Session) -> tuple[Visit, HeldHit | Nothing]:
            found = take(session, self.visit(session, token), self.now(), self.rng)
            visit = self.visit(session, token)
            return visit, found if isinstance(found, Nothing) else read_hit(session, visit, found)

        return self.writer.run_session(taken)


def site() -> Site:
    """The site of the current app."""
    found = current_app.extensions["assess"]
    assert isinstance(found, Site)
    return found
