"""What acts for a launch: the database, the crowd and the clock, and the tally of a pass."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from assess.database.engine import reading, writing
from assess.errors import CrowdError
from assess.recruit.crowd import Crowd, NotNow, Unreachable
from assess.recruit.offer import Offer, read_terms
from assess.store.ledger import hold_books
from assess.store.tables import Campaign, Launch


@dataclass
class PassTally:
    """What one pass did.

    ``problems`` are failures, ``remarks`` what else the organiser should know, such as a budget that is used up.
    ``refused_payments`` are not tried again.
    """

    submitted: int = 0
    paid: int = 0
    bonuses: int = 0
    compensated: int = 0
    published: int = 0
    expired: int = 0
    excluded: int = 0
    readmitted: int = 0
    waiting: int = 0
    refused_payments: int = 0
    remarks: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Recruiter:
    """Acts for one launch of a campaign."""

    engine: Engine
    launch_id: int
    crowd: Crowd
    now: Callable[[], datetime]
    tally: PassTally = field(default_factory=PassTally)

    def reading(self) -> AbstractContextManager[Session]:
        return reading(self.engine)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that holds the campaign's books from its beginning: one recruiter writes at a time."""
        with writing(self.engine) as session:
            query = select(Launch.campaign_id).where(Launch.id == self.launch_id)
            hold_books(session, session.execute(query).scalar_one())
            yield session

    @contextmanager
    def skipping_failures(self, what: str) -> Iterator[None]:
        """Continue after one call that the platform refuses or cannot answer now: other calls may succeed."""
        try:
            yield
        except Unreachable:
            raise
        except NotNow:
            self.tally.waiting += 1
        except CrowdError as error:
            self.tally.problems.append(f"{what}: {error}")

    def launch(self, session: Session) -> tuple[Campaign, Launch, Offer]:
        """The launch as it is now."""
        launch = session.get_one(Launch, self.launch_id)
        return session.get_one(Campaign, launch.campaign_id), launch, read_terms(launch.terms)
