"""What every view needs: the database, the key that signs links, the clock."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from random import Random, SystemRandom

from flask import current_app
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import Visit, read_visit
from assess.campaign.access.links import Key
from assess.campaign.judging.assignment_view import HeldHit, read_hit
from assess.campaign.judging.handing_out import reclaim, take
from assess.campaign.judging.refusals import Nothing, Reason
from assess.clock import utc_now
from assess.database.engine import reading, writing
from assess.database.writer import Writer
from assess.settings import Settings
from assess.store.assignments import lapsed_hits


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
        visit, found, lapsed = self.writer.run_session(lambda session: self._take(session, token))
        if not lapsed:
            return visit, found
        reclaim(self.engine, visit.campaign.id, self.now(), _spared(visit))
        if isinstance(found, Nothing) and found.reason is Reason.COME_BACK_LATER:
            visit, found, _ = self.writer.run_session(lambda session: self._take(session, token))
        return visit, found

    def _take(self, session: Session, token: str) -> tuple[Visit, HeldHit | Nothing, bool]:
        """The visit, the HIT or why there is none, and whether somebody let one lapse."""
        visit, now = self.visit(session, token), self.now()
        found = take(session, visit, now, self.rng)
        lapsed = bool(lapsed_hits(session.connection(), visit.campaign.id, now, _spared(visit), 1))
        if isinstance(found, Nothing):
            return visit, found, lapsed
        if visit.assessor is None:
            visit = self.visit(session, token)
        return visit, read_hit(session, visit, found), lapsed


def _spared(visit: Visit) -> int | None:
    """A dedicated assessor who is just coming back keeps her HIT: nobody asked for it before she did."""
    return visit.assessor.id if visit.assessor is not None and visit.own_link else None


def site() -> Site:
    """The site of the current app."""
    found = current_app.extensions["assess"]
    assert isinstance(found, Site)
    return found
