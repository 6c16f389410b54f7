"""The organiser's side: read comments and flags, answer them, resolve them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.inbox.comments import LONGEST_COMMENT
from assess.campaign.judging.assignment_view import ShownTask, tasks_as_seen
from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.formats.syntax.texts import is_text
from assess.store.comments import CommentRow, comment_numbered, comments_of, lock_comment
from assess.store.tables import AssessorKind, Assignment, Campaign, CommentKind, FlagReason


@dataclass(frozen=True)
class InboxEntry:
    """A comment or flag with everything that the organiser may know. ``person`` is a number of ``assess people``.

    ``expected`` is the right answer of a challenge or training pair. A task that grades an item has no ``right``.
    """

    number: int
    at: datetime
    person: int
    person_kind: AssessorKind
    identity: str
    kind: CommentKind
    reason: FlagReason | None
    text: str
    assignment: int | None
    position: int | None
    topic: str | None
    left: str | None
    right: str | None
    expected: int | None
    answer: str | None
    answered_by: str | None
    answered_at: datetime | None
    resolved_by: str | None
    resolved_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.resolved_at is None

    @property
    def who(self) -> str:
        return f"{self.person_kind}:{self.identity}"


def read_inbox(session: Session, campaign: Campaign) -> list[InboxEntry]:
    """Every comment and flag of the campaign, open ones first, the oldest of them first."""
    return [_entry(row) for row in comments_of(session, campaign.id)]


def read_entry(session: Session, campaign: Campaign, number: int) -> InboxEntry:
    """The comment or flag of that number. Any other campaign's is unknown."""
    return _entry(_row(session, campaign, number))


def read_task(session: Session, entry: InboxEntry) -> ShownTask | None:
    """The task that the entry is about, as its assessor saw it; None if it names none."""
    if entry.assignment is None or entry.position is None:
        return None
    taken_at = session.get_one(Assignment, entry.assignment).taken_at
    tasks = tasks_as_seen(session, entry.assignment, taken_at)
    return next(task for task in tasks if task.position == entry.position)


@dataclass(frozen=True)
class Answered:
    """The organiser's answer. It resolves the comment unless it is kept open; it replaces another only if told so."""

    text: str
    keep_open: bool = False
    replace: bool = False


def answer(
    session: Session, campaign: Campaign, number: int, answered: Answered, who: str, now: datetime
) -> InboxEntry:
    """Answer a comment; its writer sees the answer."""
    text = answered.text.strip()
    if not text or len(text) > LONGEST_COMMENT or not is_text(text):
        raise ParameterError(f"found an answer of {len(text):,} characters, expected text of 1 to {LONGEST_COMMENT:,}")
    row = _row(session, campaign, number)
    lock_comment(session, row.comment)
    written = row.comment
    if written.answer is not None and not answered.replace:
        raise ConflictError(
            f"comment {number} was answered by {written.answered_by} on {written.answered_at:%Y-%m-%d %H:%M} UTC: "
            "replace that answer (--replace), or leave it"
        )
    written.answer, written.answered_by, written.answered_at = text, who, now
    if not answered.keep_open:
        _resolve(row, who, now)
    session.flush()
    return _entry(row)


def resolve(session: Session, campaign: Campaign, numbers: Iterable[int], who: str, now: datetime) -> list[InboxEntry]:
    """Mark comments as done with; one that is resolved already keeps its first date."""
    rows = _locked(session, campaign, numbers)
    for row in rows:
        _resolve(row, who, now)
    session.flush()
    return [_entry(row) for row in rows]


def reopen(session: Session, campaign: Campaign, numbers: Iterable[int]) -> list[InboxEntry]:
    """Open resolved comments again; their answers stay."""
    rows = _locked(session, campaign, numbers)
    for row in rows:
        row.comment.resolved_by = row.comment.resolved_at = None
    session.flush()
    return [_entry(row) for row in rows]


def _resolve(row: CommentRow, who: str, now: datetime) -> None:
    if row.comment.resolved_at is None:
        row.comment.resolved_by, row.comment.resolved_at = who, now


def _locked(session: Session, campaign: Campaign, numbers: Iterable[int]) -> list[CommentRow]:
    """The comments of these numbers in order, locked in this order so that no deadlock can arise."""
    rows = [_row(session, campaign, number) for number in sorted(set(numbers))]
    for row in rows:
        lock_comment(session, row.comment)
    return rows


def _row(session: Session, campaign: Campaign, number: int) -> CommentRow:
    row = comment_numbered(session, campaign.id, number)
    if row is None:
        raise UnknownNameError(
            f"found no comment {number} in campaign {campaign.name}: assess inbox {campaign.name} --all lists them"
        )
    return row


def _entry(row: CommentRow) -> InboxEntry:
    comment, assessor, task = row.comment, row.assessor, row.task
    return InboxEntry(
        number=comment.id,
        at=comment.at,
        person=assessor.id,
        person_kind=assessor.kind,
        identity=assessor.identity,
        kind=comment.kind,
        reason=comment.reason,
        text=comment.text,
        assignment=comment.assignment_id,
        position=task.position if task else None,
        topic=row.topic,
        left=row.left,
        right=row.right,
        expected=task.expected if task else None,
        answer=comment.answer,
        answered_by=comment.answered_by,
        answered_at=comment.answered_at,
        resolved_by=comment.resolved_by,
        resolved_at=comment.resolved_at,
    )
