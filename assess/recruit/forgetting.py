"""Forget people as soon as they are paid: those who withdrew, and everybody when the retention period is over.

A person is paid by their identity at the platform, so it is erased only when nothing is open with them any more.
"""

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from assess.campaign.author import Author
from assess.campaign.privacy.forgetting import forget
from assess.campaign.retention import RETENTION, campaigns_due, people_to_forget
from assess.database.engine import reading, writing
from assess.recruit.accounting.debts import awaits_pay
from assess.recruit.offer import read_terms
from assess.store.forgetting import entries_of, submissions_of, sweep
from assess.store.launches import crowd_launch
from assess.store.ledger import hold_books
from assess.store.progress import lock_handing_out
from assess.store.submissions import FINISHED
from assess.store.tables import Assessor, Assignment, Campaign, Entry, Hit, Submission

WITHDREW = Author("the assessor", "withdrew")


@dataclass
class Forgotten:
    """What a pass did: the numbers of the people who were forgotten, and what keeps others from it.

    ``waiting`` maps the campaign's name and the number of a person to what is open with them.
    """

    people: list[int] = field(default_factory=list)
    waiting: dict[tuple[str, int], list[str]] = field(default_factory=dict)


def forget_due(engine: Engine, now: datetime) -> Forgotten:
    """Forget everybody whose time has come and with whom nothing is open, in all campaigns."""
    done = forget_withdrawn(engine, now)
    with writing(engine) as session:
        due = [(campaign.id, people_to_forget(session, campaign)) for campaign in campaigns_due(session, now)]
    for campaign_id, people in due:
        forget_people(engine, campaign_id, people, RETENTION, now, done)
    sweep(engine)
    return done


def forget_withdrawn(engine: Engine, now: datetime, campaign_id: int | None = None) -> Forgotten:
    """Forget those who withdrew and with whom nothing is open any more, in one campaign or in all."""
    query = select(Assessor.campaign_id, Assessor.id).where(
        Assessor.withdrawn_at.is_not(None), Assessor.forgotten_at.is_(None)
    )
    if campaign_id is not None:
        query = query.where(Assessor.campaign_id == campaign_id)
    with reading(engine) as session:
        wished = session.execute(query.order_by(Assessor.id)).all()
    done = Forgotten()
    for campaign, number in wished:
        forget_people(engine, campaign, [number], WITHDREW, now, done)
    return done


def forget_people(
    engine: Engine,
    campaign_id: int,
    people: list[int],
    author: Author,
    now: datetime,
    done: Forgotten,
    *,
    books: bool = False,
    settled: bool = False,
) -> None:
    """Forget these people, each in a transaction, unless something is open with them. *settled*: nothing is."""
    for number in people:
        with writing(engine) as session:
            lock_handing_out(session, campaign_id)
            hold_books(session, campaign_id)
            campaign, assessor = session.get_one(Campaign, campaign_id), session.get_one(Assessor, number)
            open_ = [] if settled else open_with(session, campaign, assessor, now)
            if open_:
                done.waiting[campaign.name, number] = open_
            else:
                forget(session, campaign, assessor, author, now, books=books)
                done.people.append(number)


def open_with(session: Session, campaign: Campaign, assessor: Assessor, now: datetime) -> list[str]:
    """What is open with a person, in words; nothing if they can be forgotten."""
    submissions = submissions_of(session, assessor)
    own = select(Assignment.id).where(Assignment.assessor_id == assessor.id)
    calls = select(func.count()).where(entries_of(assessor, submissions), Entry.outcome.is_(None))
    hits = select(func.count()).where(Hit.compensates_id.in_(own), Hit.closed_at.is_(None))
    numbers = {
        "submissions that are neither approved nor rejected": sum(one.state == "submitted" for one in submissions),
        "payments without an outcome": session.execute(calls).scalar_one(),
        "HITs on offer that make up for lost work": session.execute(hits).scalar_one(),
        "pieces of finished work that no list of the panel calls paid": _unlisted(session, assessor, submissions),
    }
    found = [f"{number} {what}" for what, number in numbers.items() if number]
    launch = crowd_launch(session, campaign) if assessor.kind == "worker" else None
    if launch is not None and awaits_pay(session, launch, read_terms(launch.terms), assessor, now):
        found.append("work that can still be submitted or is owed")
    return found


def _unlisted(session: Session, assessor: Assessor, submissions: list[Submission]) -> int:
    """How many finished assignments of a panel's participant no list of the panel has told of."""
    if assessor.kind != "panel":
        return 0
    query = select(Assignment.external_id).where(
        Assignment.assessor_id == assessor.id, Assignment.kind != "training", Assignment.state.in_(FINISHED)
    )
    # A panel without ids of assignments names the person instead.
    listed = {one.external_id for one in submissions}
    return 0 if assessor.identity in listed else len(set(session.scalars(query)) - listed)
