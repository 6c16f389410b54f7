"""What forgetting a person erases and what stays, in numbers: shown before it is done."""

from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from assess.campaign.withdrawal_terms import AfterWithdrawal, judgments_after_withdrawal
from assess.store.forgetting import CROWDS, entries_of, submissions_of
from assess.store.ledger import PAYING
from assess.store.seals import FORGOTTEN
from assess.store.tables import Assessor, Assignment, Campaign, Comment, Entry, Link, StoredJudgment


@dataclass(frozen=True)
class Erasure:
    """What is erased: the name, links, comments, and the ids that a platform gave to assignments.

    What stays: ``judgments`` under ``token``, which count on or not; ``payments`` of together ``paid``. ``barred``: the
    person may not come back, so a keyed hash of their name stays.
    """

    number: int
    kind: str
    identity: str
    token: str
    links: int
    comments: int
    assignments: int
    judgments: int
    after: AfterWithdrawal
    payments: int
    paid: Decimal
    barred: bool


def erasure_of(session: Session, campaign: Campaign, assessor: Assessor, *, discard: bool | None = None) -> Erasure:
    """What forgetting this person would erase. *discard*: see `withdraw`."""
    after = judgments_after_withdrawal(campaign) if discard is None else "discard" if discard else "keep"
    payments, paid = _payments(session, assessor)
    links = select(Link.id).where(
        Link.campaign_id == campaign.id, Link.kind == assessor.kind, Link.identity == assessor.identity
    )
    known = select(Assignment.id).where(Assignment.assessor_id == assessor.id, Assignment.external_id != "")
    return Erasure(
        number=assessor.id,
        kind=assessor.kind,
        identity=assessor.identity,
        token=f"{FORGOTTEN}{assessor.id}",
        links=_count(session, links),
        comments=_count(session, select(Comment.id).where(Comment.assessor_id == assessor.id)),
        assignments=_count(session, known) if assessor.kind in CROWDS else 0,
        judgments=_count(session, select(StoredJudgment.id).where(StoredJudgment.assessor_id == assessor.id)),
        after=after,
        payments=payments,
        paid=paid,
        barred=assessor.excluded_at is not None or assessor.discarded_from is not None,
    )


def _payments(session: Session, assessor: Assessor) -> tuple[int, Decimal]:
    """How many payments to the person the books have, and their sum without fees."""
    mine = entries_of(assessor, submissions_of(session, assessor))
    query = select(Entry.amount).where(mine, Entry.kind.in_(PAYING), Entry.outcome == "done")
    amounts = list(session.scalars(query))
    return len(amounts), sum(amounts, Decimal(0))


def _count(session: Session, query: Select[int]) -> int:
    return session.execute(select(func.count()).select_from(query.subquery())).scalar_one()
