"""Every entry of the ledger as a line, to compare with a platform's invoice. For the organiser: it names people."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.recruit.accounting.books import NOTHING
from assess.store.ledger import PAYING
from assess.store.tables import Assessor, Assignment, Campaign, Entry, EntryKind, Hit, Launch, Platform, Submission


@dataclass(frozen=True)
class LedgerLine:
    """An entry of the ledger: what was paid or published, for whom, and what came of it.

    HIT, person and assignment have the platform's ids. ``spent`` is amount and fee if they were paid or may have been:
    its sum over all lines is what the campaign has spent. What is published is only reserved.
    """

    entry: int
    intended_at: datetime
    settled_at: datetime | None
    kind: EntryKind
    platform: Platform
    link: int
    hit: str | None
    person: str | None
    assignment: str | None
    assignments: int
    amount: Decimal
    fee: Decimal
    outcome: str
    spent: Decimal
    reason: str | None
    note: str | None


def ledger_lines(session: Session, campaign: Campaign) -> list[LedgerLine]:
    """All entries of the campaign's ledger, oldest first."""
    # A HIT of compensation is for somebody who has submitted nothing yet: their assignment says who.
    person = func.coalesce(Submission.identity, Assessor.identity)
    assignment = func.coalesce(Submission.external_id, Assignment.external_id)
    query = (
        select(Entry, Launch.platform, Launch.link_id, Hit.external_id, person, assignment)
        .join(Launch, Launch.id == Entry.launch_id)
        .outerjoin(Submission, Submission.id == Entry.submission_id)
        .outerjoin(Hit, Hit.id == func.coalesce(Entry.hit_id, Submission.hit_id))
        .outerjoin(Assignment, Assignment.id == Entry.assignment_id)
        .outerjoin(Assessor, Assessor.id == Assignment.assessor_id)
        .where(Launch.campaign_id == campaign.id)
        .order_by(Entry.id)
    )
    return [
        LedgerLine(
            entry=entry.id,
            intended_at=entry.intended_at,
            settled_at=entry.settled_at,
            kind=entry.kind,
            platform=platform,
            link=link,
            hit=hit,
            person=person,
            assignment=assignment,
            assignments=entry.assignments,
            amount=entry.amount,
            fee=entry.fee,
            outcome=entry.outcome or "open",
            spent=_spent(entry),
            reason=entry.reason,
            note=entry.note,
        )
        for entry, platform, link, hit, person, assignment in session.execute(query)
    ]


def _spent(entry: Entry) -> Decimal:
    return entry.amount + entry.fee if entry.kind in PAYING and entry.outcome != "refused" else NOTHING
