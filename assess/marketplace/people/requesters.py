"""The accounts of requesters."""

from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.marketplace.domain.ids import customer_id
from assess.marketplace.tables import Requester


def find_requester(session: Session, access_key: str) -> Requester | None:
    return session.scalar(select(Requester).where(Requester.access_key == access_key))


def open_account(session: Session, access_key: str, balance: Decimal, now: float) -> Requester:
    """A new account. Workers see its name, never the access key."""
    customer = customer_id()
    account = Requester(
        access_key=access_key,
        customer_id=customer,
        name=f"Requester {customer[-4:]}",
        deposited=balance,
        available=balance,
        created_at=now,
    )
    session.add(account)
    session.flush()
    return account


def deposit(account: Requester, amount: Decimal) -> None:
    account.deposited += amount
    account.available += amount
