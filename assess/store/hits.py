"""HITs of a launch: which of them may still bring submissions or cost money."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.store.tables import Hit


def hits_in_play(session: Session, launch_id: int) -> list[Hit]:
    """HITs that may still bring submissions or cost money, oldest first."""
    query = select(Hit).where(Hit.launch_id == launch_id, Hit.closed_at.is_(None))
    return list(session.scalars(query.order_by(Hit.id)))
