"""What a crowd was paid, as a section of the report."""

from decimal import Decimal

from sqlalchemy.orm import Session

from assess.analysis.section import Column, Row, Section
from assess.recruit.accounting.books import Books, books_of
from assess.store.launches import crowd_launch
from assess.store.progress import progress_of
from assess.store.tables import Campaign


def cost_section(session: Session, campaign: Campaign) -> Section | None:
    """The money of all launches of the campaign; None if it was never launched."""
    if crowd_launch(session, campaign) is None:
        return None
    books = books_of(session, campaign)
    judgments = progress_of(session, campaign.id).counted
    rows: list[Row] = [(name, f"{amount:,.2f}") for name, amount in _amounts(books).items()]
    notes = ["spent: rewards and bonuses with their fees, as in the ledger"]
    if judgments:
        rows.append(("Spent for each judgment that counts", f"{books.spent / judgments:.4f}"))
    else:
        notes.append("cost of a judgment: not defined because no judgment counts yet")
    columns = (Column("what", "text"), Column("US dollars", "money"))
    return Section("cost", "Cost", columns, tuple(rows), tuple(notes))


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
