"""The retention period: so many days after a campaign is closed, the identities of its people go by themselves."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.campaign.author import Author
from assess.campaign.settings import settings_of
from assess.store.assessors import assessors_of, get_or_create_assessor
from assess.store.campaigns import all_campaigns
from assess.store.changes import changes_of
from assess.store.links import links_of
from assess.store.tables import Assessor, AssessorKind, Campaign

RETENTION = Author("the retention period")
# Kinds of assessors who are nobody to forget.
NO_PEOPLE = ("machine", "organiser")


@dataclass(frozen=True)
class Identities:
    """What the campaign still knows of its people: how many are known, waiting to be forgotten, forgotten.

    ``days`` is the retention period, ``erased_on`` when it ends; None while the campaign is not closed. ``overdue``: it
    is over, but something is open with those who are still known.
    """

    known: int
    waiting: int
    forgotten: int
    days: int | None
    erased_on: datetime | None
    overdue: bool


def identities_of(session: Session, campaign: Campaign, now: datetime) -> Identities:
    forgotten, withdrawn = func.count(Assessor.forgotten_at), func.count(Assessor.withdrawn_at)
    people = (Assessor.campaign_id == campaign.id, Assessor.kind.not_in(NO_PEOPLE))
    everybody, gone = session.execute(select(func.count(), forgotten).where(*people)).one()
    everybody += len(_not_begun(session, campaign))
    waiting = session.execute(select(withdrawn).where(*people, Assessor.forgotten_at.is_(None))).scalar_one()
    days, date = settings_of(campaign).retention, erased_on(session, campaign)
    overdue = date is not None and date <= now and everybody > gone
    return Identities(everybody - gone, waiting, gone, days, date, overdue)


def _not_begun(session: Session, campaign: Campaign) -> set[tuple[AssessorKind, str]]:
    """Kind and name of everybody who was invited and has not come."""
    found = set[tuple[AssessorKind, str]]()
    for link in links_of(session, campaign.id):
        if link.identity is not None and link.kind not in NO_PEOPLE:
            found.add((link.kind, link.identity))
    return found - {(assessor.kind, assessor.identity) for assessor in assessors_of(session, campaign.id)}


def erased_on(session: Session, campaign: Campaign) -> datetime | None:
    """When the identities of a closed campaign go by themselves; None if that is not known or never."""
    days = settings_of(campaign).retention
    if days is None or campaign.state != "closed":
        return None
    closings = [change.at for change in changes_of(session, campaign) if change.field == "state"]
    return closings[-1] + timedelta(days=days) if closings else None


def campaigns_due(session: Session, now: datetime) -> list[Campaign]:
    """The campaigns whose retention period is over."""
    dates = ((campaign, erased_on(session, campaign)) for campaign in all_campaigns(session))
    return [campaign for campaign, date in dates if date is not None and date <= now]


def number_invited(session: Session, campaign: Campaign, kind: AssessorKind, identity: str) -> int:
    """The number of somebody who was invited, also if they never came."""
    counted = settings_of(campaign).counts(kind)
    return get_or_create_assessor(session, campaign.id, kind, identity, counted=counted)


def people_to_forget(session: Session, campaign: Campaign) -> list[int]:
    """The numbers of everybody who is not forgotten yet; somebody invited who never came gets a number now."""
    for kind, identity in sorted(_not_begun(session, campaign)):
        number_invited(session, campaign, kind, identity)
    query = select(Assessor.id).where(
        Assessor.campaign_id == campaign.id, Assessor.kind.not_in(NO_PEOPLE), Assessor.forgotten_at.is_(None)
    )
    return list(session.scalars(query.order_by(Assessor.id)))
