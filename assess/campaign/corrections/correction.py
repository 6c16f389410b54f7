"""What a correction is, and how it is made, recorded and taken back.

A correction changes what the campaign knows, never the log of judgments. The topics that it touches are counted again
from the log and advanced, so that the campaign is then as if the correction had been known from the start.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Protocol, Self

from sqlalchemy.orm import Session

from assess.campaign.author import Author as Author
from assess.campaign.judging.rounds import recount_topics
from assess.errors import ConflictError
from assess.store.changes import add_change, change_numbered, undone_by
from assess.store.progress import lock_handing_out
from assess.store.tables import Campaign, CampaignChange


@dataclass(frozen=True)
class Corrected:
    """What a correction did: the ids of the topics it touched, and what was recorded as old and new."""

    topics: Collection[int]
    old: Any
    new: Any


class Correction(Protocol):
    """One correction that an organiser makes. ``field`` is the name under which it is recorded."""

    field: ClassVar[str]

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        """Change the campaign. Raises, and changes nothing, if the correction makes no sense."""
        ...

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        """Change the campaign back. Raises if that is not possible any more."""
        ...

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> Self:
        """The correction from the fields of a JSON object."""
        ...


def correct(
    session: Session, campaign: Campaign, correction: Correction, author: Author, now: datetime
) -> CampaignChange:
    """Make a correction and record it; return the record."""
    lock_handing_out(session, campaign.id)
    done = correction.apply(session, campaign, now)
    change = add_change(session, campaign, correction.field, done.old, done.new, author.who, author.why, now)
    recount_topics(session, campaign, done.topics, now)
    return change


def undo(
    session: Session,
    campaign: Campaign,
    number: int,
    kinds: Mapping[str, type[Correction]],
    author: Author,
    now: datetime,
) -> CampaignChange:
    """Take back the change of that number, and record this too; return the record."""
    change = change_numbered(session, campaign, number)
    if undone_by(session, change) is not None:
        raise ConflictError(f"change {number} was undone already: assess changes {campaign.name} lists them")
    if change.undoes_id is not None:
        raise ConflictError(f"change {number} took back another one: repeat that correction instead")
    if change.field == "forget":
        raise ConflictError(f"change {number} erased what identified a person: it is gone, and cannot be undone")
    if change.field not in kinds:
        raise ConflictError(f"change {number} ({change.field}) cannot be undone by itself: change it back")
    lock_handing_out(session, campaign.id)
    done = kinds[change.field].undo(session, campaign, change, now)
    record = add_change(session, campaign, change.field, done.old, done.new, author.who, author.why, now, change.id)
    recount_topics(session, campaign, done.topics, now)
    return record
