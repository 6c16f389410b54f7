"""The budget: money is counted before it is promised, in the same transaction.

The caller holds the books (`assess.store.ledger.hold_books`) from before the count to the commit.
"""

from datetime import datetime
from decimal import Decimal

from sqlalchemy.orm import Session

from assess.campaign.settings import change_settings
from assess.errors import BudgetError
from assess.pay import format_money
from assess.recruit.accounting.books import books_of
from assess.recruit.mturk.qualifications import LIVE
from assess.store.launches import crowd_launch
from assess.store.ledger import hold_books
from assess.store.tables import Campaign


def set_budget(session: Session, campaign: Campaign, budget: Decimal, now: datetime) -> None:
    """Give the campaign a budget that covers what is spent or reserved; the change is on record."""
    hold_books(session, campaign.id)
    books = books_of(session, campaign)
    if budget < books.spent + books.reserved:
        raise BudgetError(
            f"found a budget of {format_money(budget)}, expected at least the "
            f"{format_money(books.spent + books.reserved)} that are spent or reserved already"
        )
    if budget != books.budget:
        change_settings(session, campaign, {"budget": f"{budget:.2f}"}, now)


def affordable(session: Session, campaign: Campaign, price: Decimal) -> int:
    """How many assignments of this price the budget still has room for."""
    return max(0, int(books_of(session, campaign).left // price))


def check_affordable(session: Session, campaign: Campaign, cost: Decimal, what: str) -> None:
    """Raise unless the budget has room for *cost*."""
    books = books_of(session, campaign)
    if cost > books.left:
        raise BudgetError(
            f"{what} costs {format_money(cost)}; of the budget of {format_money(books.budget or Decimal(0))}, "
            f"{format_money(books.spent)} are spent and {format_money(books.reserved)} reserved: "
            f"{raising(session, campaign, cost)}"
        )


def raising(session: Session, campaign: Campaign, cost: Decimal) -> str:
    """The command that raises the budget so far that it has room for *cost*."""
    books = books_of(session, campaign)
    launch = crowd_launch(session, campaign)
    live = " --live" if launch is not None and launch.environment == LIVE else ""
    return f"assess launch {campaign.name} --budget {books.spent + books.reserved + cost:.2f}{live} raises it for that"
