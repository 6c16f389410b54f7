"""The pairings of a topic, round by round."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.store.tables import StoredPairing, StoredTopic


def count_pairings(session: Session, campaign_id: int) -> int:
    query = (
        select(func.count()).select_from(StoredPairing).join(StoredTopic).where(StoredTopic.campaign_id == campaign_id)
    )
    return session.execute(query).scalar_one()
