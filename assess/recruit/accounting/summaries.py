"""The money of every crowd of a campaign, one summary for each, and their total."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from assess.campaign.access.link_settings import parse_link_settings
from assess.campaign.access.platform_parameters import PRESETS
from assess.recruit.accounting.books import Amounts, amounts_of, books_of
from assess.store.launches import crowd_links
from assess.store.ledger import PAYING, STANDING
from assess.store.submissions import FINISHED
from assess.store.tables import Assignment, Campaign, Entry, Launch, LaunchState, Link, Platform, Submission

OTHER_PANEL = "other"
COUNTS = ("submitted", "finished", "paid_assignments", "paid_people", "open_calls")


@dataclass(frozen=True, kw_only=True)
class MoneySummary(Amounts):
    """Money, and what was paid with it; open calls have no outcome yet.

    ``budget`` and ``left`` are those of the campaign, because all its crowds are paid from one budget; None without
    a budget.
    """

    budget: Decimal | None
    left: Decimal | None
    submitted: int
    finished: int
    paid_assignments: int
    paid_people: int
    open_calls: int


@dataclass(frozen=True, kw_only=True)
class LaunchSummary(MoneySummary):
    """The same of one launch, or of one panel.

    ``environment`` is live, sandbox or a URL; of a panel, the name of its preset. ``synced_at`` is the time of the last
    pass; of a panel, when its last list was read: None says that nothing is known yet of what it paid.
    ``finished`` counts the assignments that were finished with us, ``submitted`` those that the platform told of.
    """

    link: int
    platform: Platform
    environment: str
    state: LaunchState
    launched_at: datetime
    synced_at: datetime | None


@dataclass(frozen=True)
class CampaignMoney:
    """The money of each crowd of a campaign, oldest first, and of all of them together."""

    launches: tuple[LaunchSummary, ...]
    total: MoneySummary


def campaign_money(session: Session, campaign: Campaign, now: datetime) -> CampaignMoney:
    """Summarise every launch and every panel of the campaign."""
    books = books_of(session, campaign)
    purse: dict[str, Any] = {"budget": books.budget, "left": None if books.budget is None else books.left}
    launches = tuple(
        LaunchSummary(
            **_origin(link, launch, now), **purse, **vars(amounts_of(session, link)), **_counts(session, link)
        )
        for link, launch in crowd_links(session, campaign)
    )
    counted: dict[str, Any] = {name: sum(getattr(one, name) for one in launches) for name in COUNTS}
    amounts = {name: value for name, value in vars(books).items() if name != "budget"}
    return CampaignMoney(launches, MoneySummary(**purse, **amounts, **counted))


def _origin(link: Link, launch: Launch | None, now: datetime) -> dict[str, Any]:
    if launch is not None and launch.platform != "panel":
        return {
            "link": link.id,
            "platform": launch.platform,
            "environment": launch.environment,
            "state": launch.state,
            "launched_at": launch.launched_at,
            "synced_at": launch.synced_at,
        }
    closed = link.revoked_at is not None or (link.expires_at is not None and link.expires_at <= now)
    return {
        "link": link.id,
        "platform": "panel",
        "environment": panel_name(link),
        "state": "stopped" if closed else "open",
        "launched_at": link.created_at,
        "synced_at": launch.synced_at if launch else None,
    }


def panel_name(link: Link) -> str:
    """The preset that has the parameters of a panel's link."""
    parameters = parse_link_settings(link.settings).parameters
    return next((name for name, known in PRESETS.items() if known == parameters), OTHER_PANEL)


def _counts(session: Session, link: Link) -> dict[str, Any]:
    submitted = select(Submission.id).join(Launch, Launch.id == Submission.launch_id).where(Launch.link_id == link.id)
    entries = select(Entry.id).join(Launch, Launch.id == Entry.launch_id).where(Launch.link_id == link.id)
    paid = entries.join(Submission, Submission.id == Entry.submission_id).where(Entry.kind.in_(PAYING), STANDING)
    finished = select(Assignment.id).where(
        Assignment.link_id == link.id, Assignment.kind != "training", Assignment.state.in_(FINISHED)
    )
    queries = {
        "submitted": submitted,
        "finished": finished,
        "paid_assignments": paid.where(Entry.kind == "reward"),
        "paid_people": paid.with_only_columns(Submission.identity).distinct(),
        "open_calls": entries.where(Entry.outcome.is_(None)),
    }
    return {name: _count(session, query) for name, query in queries.items()}


def _count(session: Session, query: Select[Any]) -> int:
    return session.execute(select(func.count()).select_from(query.subquery())).scalar_one()
