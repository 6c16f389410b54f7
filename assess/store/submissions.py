"""Submissions at a platform, and the assignments of ours that they belong to.

The platform may give the id of an assignment to another worker after the first one returned it. So a submission is
matched by that id and the worker together.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from assess.store.ledger import STANDING
from assess.store.seals import FORGOTTEN, possible_references
from assess.store.tables import Assessor, Assignment, AssignmentState, Entry, Hit, Launch, Submission

# States of an assignment that was finished with us, whether it passed its challenges or not.
FINISHED: tuple[AssignmentState, ...] = ("finished", "discarded")


@dataclass(frozen=True, slots=True)
class UnsubmittedAssignment:
    """An assignment of ours that was not submitted at the platform so far; the external ids are the platform's."""

    id: int
    state: AssignmentState
    external_id: str
    identity: str
    external_hit_id: str | None
    taken_at: datetime

    @property
    def finished(self) -> bool:
        """Whether it was finished with us."""
        return self.state in FINISHED


def unsubmitted_assignments(
    session: Session, launch: Launch, since: datetime | None = None
) -> list[UnsubmittedAssignment]:
    """The launch's assignments that were not submitted at the platform so far, training left out, oldest first."""
    submitted = exists().where(
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
        .where(~submitted)
        .order_by(Assignment.id)
    )
    if since is not None:
        query = query.where(Assignment.taken_at > since)
    return [UnsubmittedAssignment(*row) for row in session.execute(query)]


def matching_assignment(session: Session, launch: Launch, external_id: str, identity: str) -> int | None:
    """Our assignment for a submission: the one that was finished, else the latest."""
    query = (
        select(Assignment.id)
        .join(Assessor, Assessor.id == Assignment.assessor_id)
        .where(Assessor.campaign_id == launch.campaign_id, Assessor.identity == identity)
        .where(
            Assignment.link_id == launch.link_id, Assignment.external_id == external_id, Assignment.kind != "training"
        )
        .order_by(Assignment.state.in_(FINISHED).desc(), Assignment.id.desc())
    )
    return session.scalar(query.limit(1))


def submission_of(session: Session, launch_id: int, external_id: str, identity: str) -> Submission | None:
    """What the platform calls by this id, submitted by this person or by one who was forgotten since."""
    query = select(Submission).where(
        Submission.launch_id == launch_id, Submission.external_id == external_id, Submission.identity == identity
    )
    return session.scalar(query) or _forgotten_submission(session, launch_id, external_id)


def _forgotten_submission(session: Session, launch_id: int, external_id: str) -> Submission | None:
    """The submission of somebody who was forgotten: the platform goes on listing it, and it must not be paid again."""
    query = select(Submission).where(
        Submission.launch_id == launch_id,
        Submission.external_id.in_(possible_references(session, launch_id, external_id)),
        Submission.identity.startswith(FORGOTTEN, autoescape=True),
    )
    return session.scalar(query.limit(1))


def submissions_to_pay(session: Session, launch_id: int) -> list[Submission]:
    """Submissions that are neither decided nor being paid."""
    paying = exists().where(Entry.submission_id == Submission.id, Entry.kind == "reward", STANDING)
    query = select(Submission).where(Submission.launch_id == launch_id, Submission.state == "submitted", ~paying)
    return list(session.scalars(query.order_by(Submission.id)))


def latest_submission(session: Session, launch_id: int, identity: str) -> Submission | None:
    """Somebody's latest submission, to attach a bonus to."""
    query = select(Submission).where(Submission.launch_id == launch_id, Submission.identity == identity)
    return session.scalar(query.order_by(Submission.submitted_at.desc(), Submission.id.desc()).limit(1))


def latest_panel_submission(session: Session, campaign_id: int, identity: str) -> Submission | None:
    """The same at the panels of a campaign."""
    query = (
        select(Submission)
        .join(Launch, Launch.id == Submission.launch_id)
        .where(Launch.campaign_id == campaign_id, Launch.platform == "panel", Submission.identity == identity)
    )
    return session.scalar(query.order_by(Submission.submitted_at.desc(), Submission.id.desc()).limit(1))


def count_submissions(session: Session, hits: Iterable[Hit], *states: str) -> dict[int, int]:
    """HIT to the number of its submissions, in these states or in any."""
    query = select(Submission.hit_id, func.count()).where(Submission.hit_id.in_([hit.id for hit in hits]))
    if states:
        query = query.where(Submission.state.in_(states))
    return {int(hit or 0): number for hit, number in session.execute(query.group_by(Submission.hit_id))}


def submitters(session: Session, launch_id: int) -> list[str]:
    """Everybody who submitted something and is not forgotten."""
    known = ~Submission.identity.startswith(FORGOTTEN, autoescape=True)
    query = select(Submission.identity).where(Submission.launch_id == launch_id, known).distinct()
    return list(session.scalars(query.order_by(Submission.identity)))
