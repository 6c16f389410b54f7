"""A campaign's money: spent, reserved for work on offer or in hand, and left of the budget."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Select, func, select, type_coerce
from sqlalchemy.orm import Session

from assess.campaign.settings import settings_of
from assess.database.types import Money
from assess.store.ledger import STANDING
from assess.store.tables import Campaign, Entry, EntryKind, Hit, Launch, Link, Submission

NOTHING = Decimal("0.00")


@dataclass(frozen=True, kw_only=True)
class Amounts:
    """What was paid (or is being paid at this moment), and what is reserved.

    ``reserved`` is the price of every assignment that somebody may still submit.
    """

    rewards: Decimal
    reward_fees: Decimal
    bonuses: Decimal
    bonus_fees: Decimal
    reserved: Decimal

    @property
    def fees(self) -> Decimal:
        return self.reward_fees + self.bonus_fees

    @property
    def spent(self) -> Decimal:
        return self.rewards + self.bonuses + self.fees


@dataclass(frozen=True, kw_only=True)
class Books(Amounts):
    """The same of a whole campaign, and what it may spend in all."""

    budget: Decimal | None

    @property
    def left(self) -> Decimal:
        """What can still be promised; nothing without a budget."""
        return (self.budget or NOTHING) - self.spent - self.reserved


def books_of(session: Session, campaign: Campaign) -> Books:
    """The books of all launches of the campaign together."""
    return Books(budget=settings_of(campaign).budget, **_amounts(session, Launch.campaign_id == campaign.id))


def amounts_of(session: Session, link: Link) -> Amounts:
    """The money of the launch that brings people by this link; nothing if there is none yet."""
    return Amounts(**_amounts(session, Launch.link_id == link.id))


def _amounts(session: Session, launches: ColumnElement[bool]) -> dict[str, Decimal]:
    rewards, reward_fees = _paid(session, launches, "reward")
    bonuses, bonus_fees = _paid(session, launches, "bonus")
    return {
        "rewards": rewards,
        "reward_fees": reward_fees,
        "bonuses": bonuses,
        "bonus_fees": bonus_fees,
        "reserved": _reserved(session, launches),
    }


def _paid(session: Session, launches: ColumnElement[bool], kind: EntryKind) -> tuple[Decimal, Decimal]:
    """Amounts and fees of this kind, of entries that are done or may be."""
    query = (
        select(func.sum(Entry.amount), func.sum(Entry.fee))
        .join(Launch, Launch.id == Entry.launch_id)
        .where(launches, Entry.kind == kind, STANDING)
    )
    amount, fee = session.execute(query).one()
    return amount or NOTHING, fee or NOTHING


def _reserved(session: Session, launches: ColumnElement[bool]) -> Decimal:
    """The price of the assignments of HITs in play that are neither paid nor rejected."""
    cents = type_coerce(Hit.reward, BigInteger) + type_coerce(Hit.fee, BigInteger)
    open_ = Hit.assignments - _number(_paid_ones()) - _number(_rejected_ones())
    query = (
        select(type_coerce(func.sum(open_ * cents), Money))
        .join(Launch, Launch.id == Hit.launch_id)
        .where(launches, Hit.closed_at.is_(None))
    )
    return session.scalar(query) or NOTHING


def _paid_ones() -> Select[Any]:
    return select(func.count()).where(Entry.hit_id == Hit.id, Entry.kind == "reward", STANDING)


def _rejected_ones() -> Select[Any]:
    return select(func.count()).where(Submission.hit_id == Hit.id, Submission.state == "rejected")


def _number(query: Select[Any]) -> ColumnElement[int]:
    return query.correlate(Hit).scalar_subquery()
