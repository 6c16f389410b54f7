"""Queries of assessors."""

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from assess.store.tables import Assessor, AssessorKind


def get_or_create_assessor(session: Session, campaign_id: int, kind: AssessorKind, identity: str) -> int:
    """The id of an assessor, who is stored on the first call. Concurrent calls get the same id."""
    query = select(Assessor.id).where(
        Assessor.campaign_id == campaign_id, Assessor.kind == kind, Assessor.identity == identity
    )
    known = session.scalar(query)
    if known is not None:
        return known
    assessor = Assessor(campaign_id=campaign_id, kind=kind, identity=identity)
    try:
        with session.begin_nested():
            session.add(assessor)
    except IntegrityError:  # another transaction stored it a moment ago
        return session.execute(query).scalar_one()
    return assessor.id


def find_assessor(session: Session, campaign_id: int, kind: AssessorKind, identity: str) -> Assessor | None:
    """The assessor; None if not stored."""
    query = select(Assessor).where(
        Assessor.campaign_id == campaign_id, Assessor.kind == kind, Assessor.identity == identity
    )
    return session.scalar(query)


def count_assessors(session: Session, campaign_id: int) -> int:
    query = select(func.count()).select_from(Assessor).where(Assessor.campaign_id == campaign_id)
    return session.execute(query).scalar_one()
