"""Comments and flags of assessors: what they are about, and which are open."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, aliased

from assess.store.tables import Assessor, Comment, FlagReason, StoredItem, StoredTopic, Task

# SQLite takes no number beyond this.
LARGEST = 2**63 - 1


class CommentRow(NamedTuple):
    """A comment, who wrote it, and what it is about: the task, its topic, and the docnos of its items."""

    comment: Comment
    assessor: Assessor
    task: Task | None
    topic: str | None
    left: str | None
    right: str | None


def comments_of(session: Session, campaign_id: int) -> list[CommentRow]:
    """Every comment of the campaign, open ones first, each group in the order in which they came."""
    return _rows(session, Comment.campaign_id == campaign_id)


def comments_by(session: Session, assessor_id: int) -> list[CommentRow]:
    """Every comment of an assessor, in the same order."""
    return _rows(session, Comment.assessor_id == assessor_id)


_LEFT, _RIGHT = aliased(StoredItem), aliased(StoredItem)
_COMMENTS = (
    select(Comment, Assessor, Task, StoredTopic.topic, _LEFT.docno, _RIGHT.docno)
    .join(Assessor, Assessor.id == Comment.assessor_id)
    .outerjoin(Task, Task.id == Comment.task_id)
    .outerjoin(StoredTopic, StoredTopic.id == Task.topic_id)
    .outerjoin(_LEFT, _LEFT.id == Task.left_id)
    .outerjoin(_RIGHT, _RIGHT.id == Task.right_id)
    .order_by(Comment.resolved_at.is_not(None), Comment.id)
)


def _rows(session: Session, condition: ColumnElement[bool]) -> list[CommentRow]:
    return [CommentRow(*row) for row in session.execute(_COMMENTS.where(condition))]


def is_id(number: int) -> bool:
    """Whether a row can have this number: any other must not reach a query."""
    return 0 < number <= LARGEST


def comment_numbered(session: Session, campaign_id: int, number: int) -> CommentRow | None:
    """The comment of that number, if the campaign has it."""
    if not is_id(number):
        return None
    found = _rows(session, (Comment.campaign_id == campaign_id) & (Comment.id == number))
    return found[0] if found else None


def lock_comment(session: Session, comment: Comment) -> None:
    """Let nobody else change the comment until this transaction ends, and read it again."""
    session.refresh(comment, with_for_update=True)


def has_flag(session: Session, task_id: int, reason: FlagReason, note: str) -> bool:
    """Whether the task was flagged for this reason with the same note."""
    query = select(Comment.id).where(Comment.task_id == task_id, Comment.reason == reason, Comment.text == note)
    return session.scalar(query.limit(1)) is not None


def count_open(session: Session, campaign_id: int) -> int:
    """How many comments of the campaign are not resolved."""
    query = select(func.count()).where(Comment.campaign_id == campaign_id, Comment.resolved_at.is_(None))
    return session.execute(query).scalar_one()
