"""The marketplace's own tables. Times are seconds since 1970 in UTC; money is in dollars, as Decimal."""

from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, MetaData, String, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from assess.database.types import Money

# An assignment in one of these states has freed its slot and its id.
GIVEN_BACK = ("Returned", "Abandoned")
_IN_USE = text("state NOT IN ('Returned', 'Abandoned')")
_NOT_DELETED = text("NOT deleted")
_NAMING = {"ix": "ix_%(column_0_N_label)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s"}


class MarketBase(DeclarativeBase):
    """The tables of one marketplace."""

    metadata = MetaData(naming_convention=_NAMING)
    type_annotation_map = {Decimal: Money, dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012 - read by SQLAlchemy


class Control(MarketBase):
    """One row, shared by all processes: the clock, the fault switches and the key that signs cookies."""

    __tablename__ = "control"
    id: Mapped[int] = mapped_column(primary_key=True)
    schema: Mapped[int]
    real_anchor: Mapped[float]
    shown_anchor: Mapped[float]
    speed: Mapped[float]
    faults: Mapped[dict[str, Any]]
    secret_key: Mapped[str]


class Requester(MarketBase):
    """An account that offers work, identified by its access key; the secret is stored only in-house."""

    __tablename__ = "requester"
    id: Mapped[int] = mapped_column(primary_key=True)
    access_key: Mapped[str] = mapped_column(unique=True)
    secret: Mapped[str | None]
    customer_id: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    deposited: Mapped[Decimal]
    available: Mapped[Decimal]
    created_at: Mapped[float]


class Worker(MarketBase):
    """A worker; ``prior_…`` is their earlier work elsewhere, which counts for the approval rate."""

    __tablename__ = "worker"
    worker_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(default="")
    password: Mapped[str | None]
    country: Mapped[str]
    subdivision: Mapped[str | None]
    prior_submitted: Mapped[int]
    prior_approved: Mapped[int]
    masters: Mapped[bool] = mapped_column(default=False)
    adult: Mapped[bool] = mapped_column(default=True)
    created_at: Mapped[float]


class HitType(MarketBase):
    """Properties that HITs share; a requester has one type for equal properties."""

    __tablename__ = "hit_type"
    __table_args__ = (UniqueConstraint("requester_id", "digest"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    hit_type_id: Mapped[str] = mapped_column(unique=True)
    group_id: Mapped[str] = mapped_column(unique=True)
    requester_id: Mapped[int] = mapped_column(ForeignKey("requester.id"))
    digest: Mapped[str]
    title: Mapped[str]
    description: Mapped[str]
    keywords: Mapped[str | None]
    reward: Mapped[Decimal]
    duration: Mapped[int]
    auto_approval_delay: Mapped[int]
    requirements: Mapped[list[Any]]
    notification: Mapped[dict[str, Any] | None]
    notifying: Mapped[bool] = mapped_column(default=False)
    requester: Mapped[Requester] = relationship(lazy="joined", innerjoin=True)


class Hit(MarketBase):
    """A piece of work on offer, with the counts of its assignments and the money held for them."""

    __tablename__ = "hit"
    __table_args__ = (
        Index(None, "requester_id", "id"),
        Index(None, "type_id", "status"),
        Index(None, "expired", "expiration"),
        Index(None, "status", "changed_at"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    hit_id: Mapped[str] = mapped_column(unique=True)
    requester_id: Mapped[int] = mapped_column(ForeignKey("requester.id"))
    type_id: Mapped[int] = mapped_column(ForeignKey("hit_type.id"))
    question: Mapped[str]
    annotation: Mapped[str | None]
    max_assignments: Mapped[int]
    created_at: Mapped[float]
    expiration: Mapped[float]
    expired: Mapped[bool]
    status: Mapped[str]
    changed_at: Mapped[float]
    pending: Mapped[int]
    submitted: Mapped[int]
    completed: Mapped[int]
    held: Mapped[Decimal]
    type: Mapped[HitType] = relationship(lazy="joined", innerjoin=True)


class Assignment(MarketBase):
    """One worker's assignment of a HIT: Accepted, then Submitted or given back, then Approved or Rejected.

    The id belongs to the slot: after a return, the next worker may get the same id, as on the live service.
    """

    __tablename__ = "assignment"
    __table_args__ = (
        Index("uq_assignment_slot", "assignment_id", unique=True, sqlite_where=_IN_USE, postgresql_where=_IN_USE),
        Index(
            "uq_assignment_once", "hit_key", "worker_id", unique=True, sqlite_where=_IN_USE, postgresql_where=_IN_USE
        ),
        Index(None, "state", "deadline"),
        Index(None, "state", "auto_approval_at"),
        Index(None, "worker_id", "state"),
        Index(None, "assignment_id"),
        Index(None, "hit_key", "id"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[str]
    hit_key: Mapped[int] = mapped_column(ForeignKey("hit.id"))
    worker_id: Mapped[str] = mapped_column(ForeignKey("worker.worker_id"))
    state: Mapped[str]
    accepted_at: Mapped[float]
    deadline: Mapped[float]
    ended_at: Mapped[float | None]  # when the worker submitted, returned or let the time run out
    auto_approval_at: Mapped[float | None]
    reviewed_at: Mapped[float | None]
    answer: Mapped[str | None]
    feedback: Mapped[str | None]
    hit: Mapped[Hit] = relationship(lazy="joined", innerjoin=True)


class Payment(MarketBase):
    """Money paid from a requester's account: to the worker, plus the fee. One reward per assignment."""

    __tablename__ = "payment"
    __table_args__ = (
        Index(
            "uq_payment_reward",
            "assignment_key",
            unique=True,
            sqlite_where=text("kind = 'reward'"),
            postgresql_where=text("kind = 'reward'"),
        ),
        Index(None, "worker_id", "paid_at"),
        Index(None, "requester_id"),
        Index(None, "assignment_key", "kind"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    requester_id: Mapped[int] = mapped_column(ForeignKey("requester.id"))
    worker_id: Mapped[str] = mapped_column(ForeignKey("worker.worker_id"))
    assignment_key: Mapped[int] = mapped_column(ForeignKey("assignment.id"))
    kind: Mapped[str]  # reward or bonus
    amount: Mapped[Decimal]
    fee: Mapped[Decimal]
    reason: Mapped[str | None]
    paid_at: Mapped[float]
    assignment: Mapped[Assignment] = relationship(lazy="joined", innerjoin=True)


class RequestToken(MarketBase):
    """A UniqueRequestToken that was used, and the id that its call created."""

    __tablename__ = "request_token"
    requester_id: Mapped[int] = mapped_column(ForeignKey("requester.id"), primary_key=True)
    scope: Mapped[str] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(primary_key=True)
    used_at: Mapped[float]
    made: Mapped[str]


class QualificationType(MarketBase):
    """A type of qualification; those of the system have no requester."""

    __tablename__ = "qualification_type"
    __table_args__ = (
        Index(
            "uq_qualification_type_name",
            "requester_id",
            "name",
            unique=True,
            sqlite_where=_NOT_DELETED,
            postgresql_where=_NOT_DELETED,
        ),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    qualification_type_id: Mapped[str] = mapped_column(unique=True)
    requester_id: Mapped[int | None] = mapped_column(ForeignKey("requester.id"))
    name: Mapped[str]
    description: Mapped[str]
    keywords: Mapped[str | None]
    status: Mapped[str]
    retry_delay: Mapped[int | None]
    auto_granted: Mapped[bool] = mapped_column(default=False)
    auto_granted_value: Mapped[int | None]
    deleted: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[float]


class Qualification(MarketBase):
    """A qualification that a worker has or had, and its value."""

    __tablename__ = "qualification"
    __table_args__ = (UniqueConstraint("type_id", "worker_id"), Index(None, "worker_id"))
    id: Mapped[int] = mapped_column(primary_key=True)
    type_id: Mapped[int] = mapped_column(ForeignKey("qualification_type.id"))
    worker_id: Mapped[str] = mapped_column(ForeignKey("worker.worker_id"))
    value: Mapped[int]
    status: Mapped[str]
    granted_at: Mapped[float]
    type: Mapped[QualificationType] = relationship(lazy="joined", innerjoin=True)


class QualificationRequest(MarketBase):
    """A worker's request for a qualification."""

    __tablename__ = "qualification_request"
    __table_args__ = (Index(None, "type_id", "worker_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    request_id: Mapped[str] = mapped_column(unique=True)
    type_id: Mapped[int] = mapped_column(ForeignKey("qualification_type.id"))
    worker_id: Mapped[str] = mapped_column(ForeignKey("worker.worker_id"))
    state: Mapped[str]  # Submitted, then Granted or Rejected
    submitted_at: Mapped[float]
    type: Mapped[QualificationType] = relationship(lazy="joined", innerjoin=True)


class Block(MarketBase):
    """A worker blocked by a requester."""

    __tablename__ = "block"
    __table_args__ = (UniqueConstraint("requester_id", "worker_id"), Index(None, "worker_id"))
    id: Mapped[int] = mapped_column(primary_key=True)
    requester_id: Mapped[int] = mapped_column(ForeignKey("requester.id"))
    worker_id: Mapped[str] = mapped_column(ForeignKey("worker.worker_id"))
    reason: Mapped[str]


class Message(MarketBase):
    """A message to a worker, shown on their dashboard instead of sent by email."""

    __tablename__ = "message"
    __table_args__ = (Index(None, "worker_id", "id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    worker_id: Mapped[str] = mapped_column(ForeignKey("worker.worker_id"))
    sender: Mapped[str]
    subject: Mapped[str]
    text: Mapped[str]
    sent_at: Mapped[float]


class Notification(MarketBase):
    """A notification about events to a requester's destination; kept after delivery."""

    __tablename__ = "notification"
    __table_args__ = (Index(None, "state", "due_at"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    requester_id: Mapped[int] = mapped_column(ForeignKey("requester.id"))
    destination: Mapped[str]
    body: Mapped[dict[str, Any]]
    state: Mapped[str]  # waiting, delivered, failed, or kept if the destination cannot be reached from here
    attempts: Mapped[int] = mapped_column(default=0)
    due_at: Mapped[float]  # real time, not the marketplace's: moving the clock does not speed up delivery
