"""The budget: what is promised is counted first, in the transaction that promises it.

Whoever promises money holds the books (`assess.store.launches.hold_books`) from before the count to the commit.
"""

from decimal import Decimal

from sqlalchemy.orm import Session

from assess.errors import BudgetError
from assess.pay import format_money
from assess.recruit.accounting.books import books_of
from assess.store.tables import Campaign


def affordable(session: Session, campaign: Campaign, price: Decimal) -> int:
    """How many things of this price the budget still has room for."""
    return max(0, int(books_of(session, campaign).left // price))


def check_affordable(session: Session, campaign: Campaign, cost: Decimal, what: str) -> None:
    """Raise unless the budget has room for *cost*."""
    books = books_of(session, campaign)
    if cost > books.left:
        raise BudgetError(
            f"{what} costs {format_money(cost)}; of the budget of {format_money(books.budget or Decimal(0))}, "
            f"{format_money(books.spent)} are spent and {format_money(books.reserved)} reserved: "
            f"raise it with assess launch {campaign.name} --budget"
        )
