"""How the crowds of a campaign stand: the money of each, and what is on offer and to come."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.recruit.accounting.debts import Owed, owed
from assess.recruit.accounting.summaries import CampaignMoney, campaign_money
from assess.recruit.offer import read_terms
from assess.store.launches import crowd_launch
from assess.store.progress import progress_of
from assess.store.tables import Campaign, Hit, Launch


@dataclass(frozen=True)
class OfferedWork:
    """What a platform with an API has on offer, and what the judgments asked for by now will cost there."""

    link: int
    price: Decimal
    in_play: int
    hits_to_come: int
    owed: tuple[Owed, ...]

    @property
    def to_come(self) -> Decimal:
        return self.hits_to_come * self.price


@dataclass(frozen=True)
class CrowdStatus:
    """The money of all crowds; ``work`` is None for a campaign that was never launched, only offered to panels."""

    money: CampaignMoney
    work: OfferedWork | None


def crowd_status(session: Session, campaign: Campaign, now: datetime) -> CrowdStatus | None:
    """The status of a campaign's crowds; None if it has none."""
    money = campaign_money(session, campaign, now)
    if not money.launches:
        return None
    launch = crowd_launch(session, campaign)
    return CrowdStatus(money, _offered_work(session, campaign, launch, now) if launch else None)


def _offered_work(session: Session, campaign: Campaign, launch: Launch, now: datetime) -> OfferedWork:
    offer = read_terms(launch.terms)
    in_play = select(func.count()).where(Hit.launch_id == launch.id, Hit.closed_at.is_(None))
    return OfferedWork(
        link=launch.link_id,
        price=offer.price,
        in_play=session.execute(in_play).scalar_one(),
        hits_to_come=-(-progress_of(session, campaign.id).missing // offer.pairings),
        owed=tuple(owed(session, launch, offer, now)),
    )


def cost_of_judgments(session: Session, campaign: Campaign, judgments: int) -> tuple[int, Decimal] | None:
    """HITs and money that so many more judgments cost at the terms of the campaign's crowd; None without a crowd."""
    launch = crowd_launch(session, campaign)
    if launch is None:
        return None
    offer = read_terms(launch.terms)
    hits = -(-judgments // offer.pairings)
    return hits, hits * offer.price
