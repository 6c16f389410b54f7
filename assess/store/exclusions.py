"""Exclusions: which excluded assessors a platform does not know of yet, and which it keeps away for no reason."""

from sqlalchemy import ColumnElement, Select, and_, exists, select
from sqlalchemy.orm import Session

from assess.store.tables import Assessor, Exclusion, Launch


def to_exclude(session: Session, launch: Launch) -> list[Assessor]:
    """Excluded assessors who are not excluded at the platform yet."""
    return list(session.scalars(_workers(launch, Assessor.excluded_at.is_not(None), ~_excluded_there(launch))))


def to_readmit(session: Session, launch: Launch) -> list[Assessor]:
    """Assessors who are excluded at the platform, but not here any more."""
    return list(session.scalars(_workers(launch, Assessor.excluded_at.is_(None), _excluded_there(launch))))


def _workers(launch: Launch, *conditions: ColumnElement[bool]) -> Select[Assessor]:
    ours = and_(Assessor.campaign_id == launch.campaign_id, Assessor.kind == "worker", Assessor.forgotten_at.is_(None))
    return select(Assessor).where(ours, *conditions).order_by(Assessor.id)


def _excluded_there(launch: Launch) -> ColumnElement[bool]:
    return exists().where(Exclusion.launch_id == launch.id, Exclusion.assessor_id == Assessor.id)
