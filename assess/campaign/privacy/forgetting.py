"""Forget a person: erase what identifies them, for good. Their judgments stay in the log, under a number."""

from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.author import Author
from assess.campaign.judging.leases import take_back
from assess.store.assignments import held_assignments
from assess.store.changes import add_change
from assess.store.forgetting import erase_person, erase_references
from assess.store.ledger import hold_books
from assess.store.progress import lock_handing_out
from assess.store.tables import Assessor, Campaign


def forget(
    session: Session, campaign: Campaign, assessor: Assessor, author: Author, now: datetime, *, books: bool = False
) -> None:
    """Erase everything that identifies the person, and record that, by number. It cannot be undone.

    *books*: also the platform's ids of paid work, by which a payment is found in its invoice; for somebody who was
    forgotten before, only these.
    """
    lock_handing_out(session, campaign.id)
    hold_books(session, campaign.id)
    for assignment_id in held_assignments(session, campaign.id, assessor.id):
        take_back(session, assignment_id, now, for_good=True)
    new = {"assessor": assessor.id, "books": books}
    # Recorded first: the reason may name the person.
    add_change(session, campaign, "forget", None, new, author.who, author.why, now)
    if assessor.forgotten_at is None:
        erase_person(session, assessor, now, books=books)
    else:
        erase_references(session, assessor, now)
