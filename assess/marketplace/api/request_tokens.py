"""UniqueRequestToken: a second use within 24 hours is an error that names what the first call created."""

from sqlalchemy.orm import Session

from assess.marketplace.clock import DAY
from assess.marketplace.tables import Requester, RequestToken


def used_for(session: Session, requester: Requester, scope: str, token: str | None, now: float) -> str | None:
    """The id that an earlier call with this token created; None if there was none within 24 hours."""
    if token is None:
        return None
    row = session.get(RequestToken, (requester.id, scope, token))
    return row.made if row and now < row.used_at + DAY else None


def remember(session: Session, requester: Requester, scope: str, token: str | None, made: str, now: float) -> None:
    if token is not None:
        session.merge(RequestToken(requester_id=requester.id, scope=scope, token=token, used_at=now, made=made))
