"""Leases for work that only one process should do at a time."""

from datetime import datetime, timedelta

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from assess.store.tables import Lease


def acquire_lease(session: Session, name: str, holder: str, now: datetime, length: timedelta) -> bool:
    """Take the lease or renew it; False while another process holds it."""
    free = (Lease.holder == holder) | (Lease.expires_at <= now)
    mine = update(Lease).where(Lease.name == name, free).values(holder=holder, expires_at=now + length)
    if session.execute(mine.returning(Lease.name)).first():
        return True
    if session.get(Lease, name) is not None:
        return False
    try:
        with session.begin_nested():
            session.add(Lease(name=name, holder=holder, expires_at=now + length))
    except IntegrityError:  # another process took it a moment ago
        return False
    return True


def release_lease(session: Session, name: str, holder: str, now: datetime) -> None:
    """End the lease now, so that another process can take it."""
    session.execute(update(Lease).where(Lease.name == name, Lease.holder == holder).values(expires_at=now))
