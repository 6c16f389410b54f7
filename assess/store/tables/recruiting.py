"""Recruiting: where a campaign is offered, the HITs published there, what was submitted, and the ledger.

A transaction that writes to the ledger locks the campaign's row (on SQLite, the database), so that no other one can
spend money between its check of the budget and its entry.
"""

from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from assess.store.tables.base import (
    Base,
    EntryKind,
    HitKind,
    LaunchState,
    Platform,
    Settled,
    SubmissionState,
    one_of,
)

MTURK = text("platform = 'mturk'")
IN_PLAY = text("closed_at IS NULL")
UNSETTLED = text("outcome IS NULL")
STANDING = text("outcome IS NULL OR outcome = 'done'")


class Launch(Base):
    """A campaign on offer to a crowd. Ids of the platform are valid in one ``environment`` only.

    Every token of the launch starts with its ``salt``, so that no other launch of any database sends the same token.
    """

    __tablename__ = "launch"
    __table_args__ = (
        Index("ix_launch_campaign_id", "campaign_id"),
        # The sandbox and the live service have different workers, so a campaign is offered in only one of them.
        Index("ix_launch_mturk", "campaign_id", unique=True, sqlite_where=MTURK, postgresql_where=MTURK),
        one_of("platform", Platform),
        one_of("state", LaunchState),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    link_id: Mapped[int] = mapped_column(ForeignKey("link.id"), unique=True)
    platform: Mapped[Platform]
    environment: Mapped[str]
    terms: Mapped[dict[str, Any]] = mapped_column(JSON)
    salt: Mapped[str] = mapped_column(unique=True)
    hit_type: Mapped[str | None]
    exclusion: Mapped[str | None]
    state: Mapped[LaunchState]
    launched_at: Mapped[datetime]
    synced_at: Mapped[datetime | None]
    stopped_at: Mapped[datetime | None]


class Hit(Base):
    """A HIT on offer: so many assignments at this price each. Its pairings are chosen when a worker accepts it.

    ``external_id`` is the platform's id, NULL until the platform has returned it. Reward and fee of every assignment
    are reserved until it is paid, or until the HIT is closed because no more work can come.
    """

    __tablename__ = "hit"
    __table_args__ = (
        UniqueConstraint("launch_id", "external_id"),
        Index("ix_hit_in_play", "launch_id", sqlite_where=IN_PLAY, postgresql_where=IN_PLAY),
        Index("ix_hit_compensates_id", "compensates_id", unique=True),
        CheckConstraint("assignments BETWEEN 1 AND 9", name="assignments"),
        CheckConstraint("reward >= 0 AND fee >= 0", name="price"),
        one_of("kind", HitKind),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    launch_id: Mapped[int] = mapped_column(ForeignKey("launch.id"))
    kind: Mapped[HitKind]
    compensates_id: Mapped[int | None] = mapped_column(ForeignKey("assignment.id"))
    assignments: Mapped[int]
    reward: Mapped[Decimal]
    fee: Mapped[Decimal]
    external_id: Mapped[str | None]
    created_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    checked_at: Mapped[datetime | None]
    closed_at: Mapped[datetime | None]


class Submission(Base):
    """An assignment that was submitted at the platform, as the platform reports it; ``assignment_id`` is ours."""

    __tablename__ = "submission"
    __table_args__ = (
        # The platform reuses an assignment id for the next worker, so it is unique only together with the worker.
        UniqueConstraint("launch_id", "external_id", "identity"),
        Index("ix_submission_hit_id", "hit_id"),
        Index("ix_submission_assignment_id", "assignment_id", unique=True),
        Index("ix_submission_identity", "launch_id", "identity"),
        one_of("state", SubmissionState),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    launch_id: Mapped[int] = mapped_column(ForeignKey("launch.id"))
    hit_id: Mapped[int | None] = mapped_column(ForeignKey("hit.id"))
    assignment_id: Mapped[int | None] = mapped_column(ForeignKey("assignment.id"))
    external_id: Mapped[str]
    identity: Mapped[str]
    receipt: Mapped[str | None]
    state: Mapped[SubmissionState]
    submitted_at: Mapped[datetime]
    seen_at: Mapped[datetime]


class Entry(Base):
    """A line of the ledger: a call that creates or pays something. It is written before the call, the outcome after.

    ``cause`` says what the call is for; ``amount`` and ``fee`` are totals over its assignments. For each kind and cause
    at most one entry is open or done, so that nothing is created or paid twice. A refused entry may be followed by a
    new one with its own token.
    """

    __tablename__ = "ledger"
    __table_args__ = (
        Index(
            "ix_ledger_once",
            "launch_id",
            "kind",
            "cause",
            unique=True,
            sqlite_where=STANDING,
            postgresql_where=STANDING,
        ),
        Index("ix_ledger_cause", "launch_id", "kind", "cause"),
        Index("ix_ledger_open", "launch_id", sqlite_where=UNSETTLED, postgresql_where=UNSETTLED),
        Index("ix_ledger_hit_id", "hit_id"),
        Index("ix_ledger_submission_id", "submission_id"),
        CheckConstraint("amount >= 0 AND fee >= 0", name="amount"),
        CheckConstraint("(outcome IS NULL) = (settled_at IS NULL)", name="settled"),
        one_of("kind", EntryKind),
        one_of("outcome", Settled),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    launch_id: Mapped[int] = mapped_column(ForeignKey("launch.id"))
    kind: Mapped[EntryKind]
    cause: Mapped[str]
    token: Mapped[str] = mapped_column(unique=True)
    hit_id: Mapped[int | None] = mapped_column(ForeignKey("hit.id"))
    submission_id: Mapped[int | None] = mapped_column(ForeignKey("submission.id"))
    assignment_id: Mapped[int | None] = mapped_column(ForeignKey("assignment.id"))
    assignments: Mapped[int]
    amount: Mapped[Decimal]
    fee: Mapped[Decimal]
    reason: Mapped[str | None]
    intended_at: Mapped[datetime]
    tried_at: Mapped[datetime | None]
    outcome: Mapped[Settled | None]
    settled_at: Mapped[datetime | None]
    note: Mapped[str | None]


class Exclusion(Base):
    """An assessor who gets no further work from the platform, because we asked it to."""

    __tablename__ = "exclusion"
    launch_id: Mapped[int] = mapped_column(ForeignKey("launch.id"), primary_key=True)
    assessor_id: Mapped[int] = mapped_column(ForeignKey("assessor.id"), primary_key=True)
    at: Mapped[datetime]
