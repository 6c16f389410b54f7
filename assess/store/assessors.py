"""Queries of assessors."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.store.tables import Assessor, AssessorKind, Campaign, StoredJudgment, StoredPairing


def get_or_create_assessor(
    session: Session,
    campaign_id: int,
    kind: AssessorKind,
    identity: str,
    *,
    counted: bool = True,
    excluded_at: datetime | None = None,
) -> int:
    """The id of an assessor, who is stored on the first call. Concurrent calls get the same id."""
    query = select(Assessor.id).where(
        Assessor.campaign_id == campaign_id, Assessor.kind == kind, Assessor.identity == identity
    )
    known = session.scalar(query)
    if known is not None:
        return known
    assessor = Assessor(campaign_id=campaign_id, kind=kind, identity=identity, counted=counted, excluded_at=excluded_at)
    try:
        with session.begin_nested():
            session.add(assessor)
    except IntegrityError:  # another transaction stored it a moment ago
        return session.execute(query).scalar_one()
    return assessor.id


def count_assessors(session: Session, campaign_id: int) -> int:
    query = select(func.count()).select_from(Assessor).where(Assessor.campaign_id == campaign_id)
    return session.execute(query).scalar_one()


def assessors_of(session: Session, campaign_id: int) -> list[Assessor]:
    """The assessors of a campaign, by number."""
    return list(session.scalars(select(Assessor).where(Assessor.campaign_id == campaign_id).order_by(Assessor.id)))


def assessor_numbered(session: Session, campaign: Campaign, number: int) -> Assessor:
    """The assessor of that number. Any other campaign's is unknown."""
    assessor = session.get(Assessor, number)
    if assessor is None or assessor.campaign_id != campaign.id:
        raise UnknownNameError(
            f"found no assessor {number} in campaign {campaign.name}: assess people {campaign.name} lists them"
        )
    return assessor


def topics_judged_by(session: Session, assessor_id: int) -> list[int]:
    """Ids of the topics that the assessor has judged."""
    query = select(StoredPairing.topic_id).join(StoredJudgment, StoredJudgment.pairing_id == StoredPairing.id)
    return sorted(set(session.scalars(query.where(StoredJudgment.assessor_id == assessor_id).distinct())))


def set_counted(session: Session, campaign_id: int, counted: Mapping[bool, bool]) -> None:
    """Set whether the judgments of machines (key True) and of people (key False) count."""
    for machine, counts in counted.items():
        kind = Assessor.kind == "machine" if machine else Assessor.kind != "machine"
        session.execute(update(Assessor).where(Assessor.campaign_id == campaign_id, kind).values(counted=counts))
