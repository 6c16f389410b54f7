"""What a campaign's crowd has cost so far, and what is to come."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from assess.recruit.accounting.books import Books, books_of
from assess.recruit.accounting.debts import Owed, owed
from assess.recruit.offer import read_terms
from assess.store.launches import crowd_launch
from assess.store.progress import progress_of
from assess.store.tables import Campaign, Entry, Hit, LaunchState, Submission


@dataclass(frozen=True)
class CrowdStatus:
    """How a launch stands: its money, its HITs, and what the judgments asked for by now will cost."""

    environment: str
    state: LaunchState
    launched_at: datetime
    synced_at: datetime | None
    books: Books
    price: Decimal
    in_play: int
    submitted: int
    unsettled: int
    hits_to_come: int
    owed: tuple[Owed, ...]

    @property
    def to_come(self) -> Decimal:
        return self.hits_to_come * self.price


def crowd_status(session: Session, campaign: Campaign, now: datetime) -> CrowdStatus | None:
    """The status of a campaign's launch; None if it was never launched."""
    launch = crowd_launch(session, campaign)
    if launch is None:
        return None
    offer = read_terms(launch.terms)
    progress = progress_of(session, campaign.id)
    return CrowdStatus(
        environment=launch.environment,
        state=launch.state,
        launched_at=launch.launched_at,
        synced_at=launch.synced_at,
        books=books_of(session, campaign),
        price=offer.price,
        in_play=_count(session, select(Hit.id).where(Hit.launch_id == launch.id, Hit.closed_at.is_(None))),
        submitted=_count(session, select(Submission.id).where(Submission.launch_id == launch.id)),
        unsettled=_count(session, select(Entry.id).where(Entry.launch_id == launch.id, Entry.outcome.is_(None))),
        hits_to_come=-(-progress.missing // offer.pairings),
        owed=tuple(owed(session, launch, offer, now)),
    )


def _count(session: Session, query: Select[Any]) -> int:
    return session.execute(select(func.count()).select_from(query.subquery())).scalar_one()
