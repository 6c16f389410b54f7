"""Handing out work: links, assignments and their tasks, answers, consent and comments.

A pairing can be handed out while ``votes > held + counted``. A transaction locks the topic's row (on SQLite, the
database) before it changes these numbers.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from assess.store.tables.base import (
    AssignmentKind,
    AssignmentState,
    Base,
    CommentKind,
    FlagReason,
    GradingState,
    LinkKind,
    Purpose,
    one_of,
)

HELD = text("state = 'held'")
KEPT = text("NOT released")
WITH_ANSWER = text("expected IS NOT NULL")
# SQLite uses the partial index ix_task_once only if the query states its condition in the same words.
KEPT_TASK = text("NOT task.released")
OPEN = text("state = 'open'")


class Setting(Base):
    """A value that is created once for this installation, such as the key that signs links."""

    __tablename__ = "setting"
    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class Link(Base):
    """A link into a campaign. ``identity`` is the person it was made for.

    It is NULL for the link of a panel or platform, which says who each visitor is. The id of a deleted link is never
    given again: links are signed ids.
    """

    __tablename__ = "link"
    __table_args__ = (one_of("kind", LinkKind), {"sqlite_autoincrement": True})
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), index=True)
    kind: Mapped[LinkKind]
    identity: Mapped[str | None]
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class Assignment(Base):
    """Work that an assessor holds or held. ``screened``: it has challenges, and counts only if all of them are passed.

    ``external_id`` is the platform's id of the assignment; empty for an assessor with a personal link, who holds one
    at a time. Mechanical Turk reuses an id when a worker returns the assignment, so it is unique only together with
    the assessor. ``answers`` is how many answers a pair offers. Each answer renews the lease by ``lease_seconds``; NULL
    means that the lease ends at a fixed time. Only an assignment with the purpose ``tournament`` holds its pairings.
    """

    __tablename__ = "assignment"
    __table_args__ = (
        UniqueConstraint("id", "assessor_id"),  # the target of the foreign key of Task
        Index(
            "ix_assignment_holder", "assessor_id", "external_id", unique=True, sqlite_where=HELD, postgresql_where=HELD
        ),
        Index("ix_assignment_assessor_id", "assessor_id"),
        Index("ix_assignment_lease", "campaign_id", "expires_at", sqlite_where=HELD, postgresql_where=HELD),
        one_of("kind", AssignmentKind),
        one_of("state", AssignmentState),
        one_of("purpose", Purpose),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    assessor_id: Mapped[int] = mapped_column(ForeignKey("assessor.id"))
    link_id: Mapped[int] = mapped_column(ForeignKey("link.id"))
    kind: Mapped[AssignmentKind]
    state: Mapped[AssignmentState]
    screened: Mapped[bool]
    external_id: Mapped[str]
    platform: Mapped[dict[str, str]] = mapped_column(JSON)
    completion_code: Mapped[str]
    taken_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    answers: Mapped[int] = mapped_column(server_default="2", default=2)
    lease_seconds: Mapped[int | None]
    purpose: Mapped[Purpose] = mapped_column(server_default="tournament", default="tournament")


class Task(Base):
    """One page of an assignment: a pairing, a challenge or training pair with its expected answer, or an item to grade.

    A task is released if its assignment ends before it was answered: the same assessor may then get the pairing again.
    ``round_`` is that of the topic when a challenge was drawn; a pairing knows its own.
    """

    __tablename__ = "task"
    __table_args__ = (
        UniqueConstraint("assignment_id", "position"),
        ForeignKeyConstraint(["assignment_id", "assessor_id"], ["assignment.id", "assignment.assessor_id"]),
        Index("ix_task_once", "pairing_id", "assessor_id", unique=True, sqlite_where=KEPT, postgresql_where=KEPT),
        Index("ix_task_expected", "topic_id", "round", sqlite_where=WITH_ANSWER, postgresql_where=WITH_ANSWER),
        CheckConstraint("position >= 1", name="position"),
        CheckConstraint("expected IN (-1, 0, 1)", name="expected"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int]
    position: Mapped[int]
    assessor_id: Mapped[int]
    pairing_id: Mapped[int | None] = mapped_column(ForeignKey("pairing.id"))
    left_id: Mapped[int] = mapped_column(ForeignKey("item.id"))
    right_id: Mapped[int | None] = mapped_column(ForeignKey("item.id"))
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"))
    expected: Mapped[int | None]
    released: Mapped[bool]
    round_: Mapped[int | None] = mapped_column("round")


class Answer(Base):
    """An answer to a task without a pairing: a challenge, a training pair, a grade. The newest one counts."""

    __tablename__ = "answer"
    __table_args__ = (
        CheckConstraint("seconds >= 0", name="seconds"),
        CheckConstraint("changes >= 0", name="changes"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    task_id: Mapped[int] = mapped_column(ForeignKey("task.id"), index=True)
    value: Mapped[float]
    seconds: Mapped[float | None]
    changes: Mapped[int]
    key: Mapped[str | None]
    at: Mapped[datetime]


class Grading(Base):
    """An item that the campaign asks its assessors to grade: ``wanted`` grades, ``held`` and ``given`` so far.

    It is open while somebody else may get it, held while grades are missing, and graded when none is.
    """

    __tablename__ = "grading"
    __table_args__ = (
        Index("ix_grading_open", "topic_id", sqlite_where=OPEN, postgresql_where=OPEN),
        one_of("state", GradingState),
    )
    item_id: Mapped[int] = mapped_column(ForeignKey("item.id"), primary_key=True, autoincrement=False)
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"))
    state: Mapped[GradingState]
    wanted: Mapped[int] = mapped_column(server_default="1", default=1)
    held: Mapped[int] = mapped_column(server_default="0", default=0)
    given: Mapped[int] = mapped_column(server_default="0", default=0)


class Consent(Base):
    """An assessor agreed to a text, identified by its digest."""

    __tablename__ = "consent"
    __table_args__ = (UniqueConstraint("assessor_id", "digest"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    assessor_id: Mapped[int] = mapped_column(ForeignKey("assessor.id"))
    digest: Mapped[str]
    at: Mapped[datetime]


class Decline(Base):
    """Somebody declined to take part. Nothing else is stored about that person."""

    __tablename__ = "decline"
    id: Mapped[int] = mapped_column(primary_key=True)
    link_id: Mapped[int] = mapped_column(ForeignKey("link.id"), index=True)
    at: Mapped[datetime]


class Comment(Base):
    """A comment or a flag of an assessor to the organiser, and the organiser's answer.

    A flag names the task that it is about, and a ``reason`` in one word. It is open until it is resolved.
    """

    __tablename__ = "comment"
    __table_args__ = (
        one_of("kind", CommentKind),
        one_of("reason", FlagReason),
        CheckConstraint("kind = 'comment' OR (task_id IS NOT NULL AND reason IS NOT NULL)", name="flag"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), index=True)
    assessor_id: Mapped[int] = mapped_column(ForeignKey("assessor.id"))
    assignment_id: Mapped[int | None] = mapped_column(ForeignKey("assignment.id"))
    text: Mapped[str]
    at: Mapped[datetime]
    kind: Mapped[CommentKind] = mapped_column(server_default="comment", default="comment")
    task_id: Mapped[int | None] = mapped_column(ForeignKey("task.id"))
    reason: Mapped[FlagReason | None]
    answer: Mapped[str | None]
    answered_by: Mapped[str | None]
    answered_at: Mapped[datetime | None]
    resolved_by: Mapped[str | None]
    resolved_at: Mapped[datetime | None]
