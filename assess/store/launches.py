"""Launches, their HITs, and what was submitted there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.store.tables import Assessor, Assignment, Campaign, Entry, EntryKind, Exclusion, Hit, Launch, Submission

ENDED = ("finished", "discarded")
# What was handed in at a platform is in its lists after this time, at the latest.
SETTLING = timedelta(minutes=15)
# The note on a call that was looked for when its token had lapsed, in vain.
NEVER_ARRIVED = "the platform does not know of it"
STANDING = or_(Entry.outcome.is_(None), Entry.outcome == "done")


def hold_books(session: Session, campaign_id: int) -> None:
    """Hold the campaign's money until the end of the transaction: nobody else promises any meanwhile."""
    if session.get_bind().dialect.name == "postgresql":
        query = select(Campaign.id).where(Campaign.id == campaign_id)
        session.execute(query.with_for_update(key_share=True))


def launches_of(session: Session, campaign_id: int) -> list[Launch]:
    """Where the campaign is or was on offer, oldest first."""
    return list(session.scalars(select(Launch).where(Launch.campaign_id == campaign_id).order_by(Launch.id)))


def crowd_launch(session: Session, campaign: Campaign) -> Launch | None:
    """The campaign's launch at a platform that is called, if there is one."""
    return session.scalar(select(Launch).where(Launch.campaign_id == campaign.id, Launch.platform == "mturk"))


def known_launch(session: Session, campaign: Campaign) -> Launch:
    launch = crowd_launch(session, campaign)
    if launch is None:
        raise UnknownNameError(f"campaign {campaign.name} was never launched: assess launch {campaign.name}")
    return launch


def hits_in_play(session: Session, launch_id: int) -> list[Hit]:
    """HITs that may still bring work or cost money, oldest first."""
    query = select(Hit).where(Hit.launch_id == launch_id, Hit.closed_at.is_(None))
    return list(session.scalars(query.order_by(Hit.id)))


@dataclass(frozen=True, slots=True)
class Work:
    """A HIT of ours that came by a launch: on which external_id, by whom, and at which unit of the platform."""

    id: int
    state: str
    external_id: str
    identity: str
    external_hit_id: str | None
    taken_at: datetime


def unmatched_work(session: Session, launch: Launch, since: datetime | None = None) -> list[Work]:
    """The launch's HITs, of visits that nobody has handed in at the platform so far; training is none."""
    handed_in = exists().where(
        Submission.launch_id == launch.id,
        Submission.external_id == Assignment.external_id,
        Submission.identity == Assessor.identity,
    )
    query = (
        select(
            Assignment.id,
            Assignment.state,
            Assignment.external_id,
            Assessor.identity,
            Assignment.platform["hitId"].as_string(),
            Assignment.taken_at,
        )
        .join(Assessor, Assessor.id == Assignment.assessor_id)
        .where(
            Assignment.campaign_id == launch.campaign_id,
            Assignment.link_id == launch.link_id,
            Assignment.kind != "training",
        )
        .where(~handed_in)
        .order_by(Assignment.id)
    )
    if since is not None:
        query = query.where(Assignment.taken_at > since)
    return [Work(*row) for row in session.execute(query)]


def matching_assignment(session: Session, launch: Launch, external_id: str, identity: str) -> int | None:
    """The HIT that somebody did on a external_id: the one that was handed in, else the latest."""
    query = (
        select(Assignment.id)
        .join(Assessor, Assessor.id == Assignment.assessor_id)
        .where(Assessor.campaign_id == launch.campaign_id, Assessor.identity == identity)
        .where(
            Assignment.link_id == launch.link_id, Assignment.external_id == external_id, Assignment.kind != "training"
        )
        .order_by(Assignment.state.in_(ENDED).desc(), Assignment.id.desc())
    )
    return session.scalar(query.limit(1))


def submission_of(session: Session, launch_id: int, external_id: str, identity: str) -> Submission | None:
    query = select(Submission).where(
        Submission.launch_id == launch_id, Submission.external_id == external_id, Submission.identity == identity
    )
    return session.scalar(query)


def submissions_to_pay(session: Session, launch_id: int) -> list[Submission]:
    """What was handed in, and neither decided nor being paid."""
    paying = exists().where(Entry.submission_id == Submission.id, Entry.kind == "reward", STANDING)
    query = select(Submission).where(Submission.launch_id == launch_id, Submission.state == "submitted", ~paying)
    return list(session.scalars(query.order_by(Submission.id)))


def latest_submission(session: Session, launch_id: int, identity: str) -> Submission | None:
    """The latest that somebody handed in, to attach a bonus to."""
    query = select(Submission).where(Submission.launch_id == launch_id, Submission.identity == identity)
    return session.scalar(query.order_by(Submission.submitted_at.desc(), Submission.id.desc()).limit(1))


def count_submissions(session: Session, hits: Iterable[Hit], *states: str) -> dict[int, int]:
    """Hit to the number of its submissions, in these states or in any."""
    query = select(Submission.hit_id, func.count()).where(Submission.hit_id.in_([t.id for t in hits]))
    if states:
        query = query.where(Submission.state.in_(states))
    return {int(hit or 0): number for hit, number in session.execute(query.group_by(Submission.hit_id))}


def to_exclude(session: Session, launch: Launch) -> list[Assessor]:
    """Excluded assessors whom the platform does not keep away yet."""
    return list(session.scalars(_workers(launch, Assessor.excluded_at.is_not(None), ~_kept_away(launch))))


def to_readmit(session: Session, launch: Launch) -> list[Assessor]:
    """Assessors whom the platform keeps away, although they are not excluded any more."""
    return list(session.scalars(_workers(launch, Assessor.excluded_at.is_(None), _kept_away(launch))))


def _workers(launch: Launch, *conditions: ColumnElement[bool]) -> Select[Assessor]:
    ours = and_(Assessor.campaign_id == launch.campaign_id, Assessor.kind == "worker", *conditions)
    return select(Assessor).where(ours).order_by(Assessor.id)


def _kept_away(launch: Launch) -> ColumnElement[bool]:
    return exists().where(Exclusion.launch_id == launch.id, Exclusion.assessor_id == Assessor.id)


def is_intended(session: Session, launch_id: int, kind: EntryKind, cause: str) -> bool:
    """Whether this call was made, or is being made."""
    query = select(Entry.id).where(Entry.launch_id == launch_id, Entry.kind == kind, Entry.cause == cause, STANDING)
    return session.scalar(query) is not None


def submitters(session: Session, launch_id: int) -> list[str]:
    """Everybody who handed something in."""
    query = select(Submission.identity).where(Submission.launch_id == launch_id).distinct()
    return list(session.scalars(query.order_by(Submission.identity)))
