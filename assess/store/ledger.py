"""Entries of the ledger: which of them stand, and which have no outcome yet.

A transaction that writes an entry locks the campaign's books before it counts money, until it commits.
"""

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from assess.store.tables import Campaign, Entry, EntryKind

# Done, or perhaps done: money that counts as spent, and a call that must not be made a second time.
STANDING = or_(Entry.outcome.is_(None), Entry.outcome == "done")

# What is paid to people; the other kinds only reserve money.
PAYING: tuple[EntryKind, ...] = ("reward", "bonus")


def hold_books(session: Session, campaign_id: int) -> None:
    """Lock the campaign's money until the end of the transaction; SQLite has one writer at a time anyway."""
    if session.get_bind().dialect.name == "postgresql":
        query = select(Campaign.id).where(Campaign.id == campaign_id)
        session.execute(query.with_for_update(key_share=True))


def is_intended(session: Session, launch_id: int, kind: EntryKind, cause: str) -> bool:
    """Whether this call was made, or is being made."""
    query = select(Entry.id).where(Entry.launch_id == launch_id, Entry.kind == kind, Entry.cause == cause, STANDING)
    return session.scalar(query) is not None


def open_entries(session: Session, launch_id: int) -> list[int]:
    """The ids of entries without an outcome, oldest first."""
    query = select(Entry.id).where(Entry.launch_id == launch_id, Entry.outcome.is_(None))
    return list(session.scalars(query.order_by(Entry.id)))
