"""What the crowds were paid, as a section of the report."""

from decimal import Decimal

from sqlalchemy.orm import Session

from assess.analysis.section import Column, Row, Section
from assess.recruit.accounting.books import Books, amounts_of, books_of
from assess.recruit.accounting.summaries import panel_name
from assess.store.launches import crowd_links
from assess.store.progress import progress_of
from assess.store.tables import Campaign, Launch, Link


def cost_section(session: Session, campaign: Campaign) -> Section | None:
    """The money of all crowds of the campaign; None if it was never launched, and no panel has told what it paid."""
    launched = [(link, launch) for link, launch in crowd_links(session, campaign) if launch is not None]
    if not launched:
        return None
    books = books_of(session, campaign)
    judgments = progress_of(session, campaign.id).counted
    spent = {_name(link, launch): amounts_of(session, link).spent for link, launch in launched}
    amounts = _amounts(books) | (spent if len(spent) > 1 else {})
    rows: list[Row] = [(name, f"{amount:,.2f}") for name, amount in amounts.items()]
    notes = ["spent: rewards and bonuses with their fees, as in the ledger"]
    if judgments:
        rows.append(("Spent for each judgment that counts", f"{books.spent / judgments:.4f}"))
    else:
        notes.append("cost of a judgment: not defined because no judgment counts yet")
    columns = (Column("what", "text"), Column("US dollars", "money"))
    return Section("cost", "Cost", columns, tuple(rows), tuple(notes))


def _name(link: Link, launch: Launch) -> str:
    where = f"panel link {link.id} ({panel_name(link)})" if launch.platform == "panel" else launch.environment
    return f"Spent at {where}"


def _amounts(books: Books) -> dict[str, Decimal]:
    amounts = {
        "Rewards": books.rewards,
        "Fees on rewards": books.reward_fees,
        "Bonuses": books.bonuses,
        "Fees on bonuses": books.bonus_fees,
        "Spent": books.spent,
        "Reserved for work on offer or in hand": books.reserved,
    }
    return amounts if books.budget is None else amounts | {"Budget": books.budget, "Left of the budget": books.left}
