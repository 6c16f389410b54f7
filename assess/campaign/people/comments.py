"""Comments of assessors to the organiser."""

from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import Arrival, ensure_assessor
from assess.errors import ConflictError, ParameterError
from assess.store.tables import Comment

LONGEST_COMMENT = 10_000


def comment(session: Session, arrival: Arrival, text: str, assignment_id: int | None, now: datetime) -> None:
    """Store a comment, with the assignment it is about if there is one."""
    if not text.strip() or len(text) > LONGEST_COMMENT:
        raise ParameterError(f"found a comment of {len(text)} characters, expected 1 to {LONGEST_COMMENT}")
    if arrival.assessor is not None and arrival.assessor.withdrawn_at is not None:
        raise ConflictError("you have withdrawn from this study: comments are not stored any more")
    assessor_id = ensure_assessor(session, arrival)
    comment = Comment(campaign_id=arrival.campaign.id, assessor_id=assessor_id, text=text, at=now)
    comment.assignment_id = assignment_id
    session.add(comment)
    session.flush()
