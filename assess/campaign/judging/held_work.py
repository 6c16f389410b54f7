"""Who holds which work until when, and how the organiser takes it back."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.judging.leases import take_back
from assess.campaign.people.lookup import assessor_called
from assess.errors import UnknownNameError
from assess.store.assignments import lock_assignment
from assess.store.held_assignments import HeldRow, held_rows, topics_of_assignments
from assess.store.progress import lock_topics
from assess.store.tables import Campaign


@dataclass(frozen=True)
class HeldWork:
    """An assignment that somebody holds. ``open`` of its ``questions`` have no answer yet; ``person`` is a number."""

    assignment: int
    person: int
    kind: str
    identity: str
    link: int
    work: str
    questions: int
    open: int
    topics: tuple[str, ...]
    taken_at: datetime
    until: datetime

    def is_overdue(self, now: datetime) -> bool:
        """Whether its time is over: it goes back when somebody else asks for work."""
        return self.until < now


def held_work(session: Session, campaign: Campaign) -> list[HeldWork]:
    """The work that is handed out, the one due first first."""
    return [_held(row) for row in held_rows(session, campaign.id)]


def _held(row: HeldRow) -> HeldWork:
    assignment, assessor = row.assignment, row.assessor
    return HeldWork(
        assignment=assignment.id,
        person=assessor.id,
        kind=assessor.kind,
        identity=assessor.identity,
        link=assignment.link_id,
        work="adjudication" if assignment.purpose == "adjudication" else assignment.kind,
        questions=row.questions,
        open=row.unanswered,
        topics=row.topics,
        taken_at=assignment.taken_at,
        until=assignment.expires_at,
    )


def held_record(work: HeldWork, now: datetime) -> dict[str, object]:
    """The same for JSON."""
    return {
        "assignment": work.assignment,
        "person": {"number": work.person, "kind": work.kind, "identity": work.identity},
        "link": work.link,
        "work": work.work,
        "questions": work.questions,
        "open": work.open,
        "topics": list(work.topics),
        "taken_at": work.taken_at.isoformat(),
        "until": work.until.isoformat(),
        "overdue": work.is_overdue(now),
    }


@dataclass(frozen=True)
class Chosen:
    """Which work to take back: of a person, one assignment, what came by a link; everything if nothing is named."""

    person: str | None = None
    assignment: int | None = None
    link: int | None = None


def reclaim(session: Session, campaign: Campaign, chosen: Chosen, now: datetime) -> list[HeldWork]:
    """Take held work back at once, and return it. Answers that were given stay.

    An assignment with challenges counts only as a whole: what was answered in it does not count, and is asked again.
    """
    found = _chosen(session, campaign, chosen)
    numbers = sorted(work.assignment for work in found)
    # All assignments, then all their topics, each in the order of their ids: so no deadlock can arise.
    for number in numbers:
        lock_assignment(session, number)
    lock_topics(session.connection(), topics_of_assignments(session, numbers))
    for number in numbers:
        take_back(session, number, now)
    return found


def _chosen(session: Session, campaign: Campaign, chosen: Chosen) -> list[HeldWork]:
    found = held_work(session, campaign)
    if chosen.person is not None:
        number = assessor_called(session, campaign, chosen.person).id
        found = [work for work in found if work.person == number]
    if chosen.link is not None:
        found = [work for work in found if work.link == chosen.link]
    if chosen.assignment is not None:
        found = _numbered(found, campaign, chosen.assignment)
    return found


def _numbered(found: Iterable[HeldWork], campaign: Campaign, number: int) -> list[HeldWork]:
    own = [work for work in found if work.assignment == number]
    if not own:
        raise UnknownNameError(
            f"found no assignment {number} that somebody holds in campaign {campaign.name}: "
            f"assess held {campaign.name} lists them"
        )
    return own
