"""Leases: what only one process needs to do."""

from datetime import datetime, timedelta

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from assess.store.tables import Lease


def hold_lease(session: Session, name: str, holder: str, now: datetime, length: timedelta) -> bool:
    """Take the lease or renew it; False while another holder's runs."""
    free = (Lease.holder == holder) | (Lease.expires_at <= now)
    mine = update(Lease).where(Lease.name == name, free).values(holder=holder, expires_at=now + length)
    if session.execute(mine.returning(Lease.name)).first():
        return True
    if session.get(Lease, name) is not None:
        return False
    try:
        with session.begin_nested():
            session.add(Lease(name=name, holder=holder, expires_at=now + length))
    except IntegrityError:  # somebody else was the first a moment ago
        return False
    return True


def give_up_lease(session: Session, name: str, holder: str, now: datetime) -> None:
    """Let the next one take over at once."""
    session.execute(update(Lease).where(Lease.name == name, Lease.holder == holder).values(expires_at=now))
