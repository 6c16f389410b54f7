"""The typed models: one class per table, and the rules that the database itself keeps.

The log of judgments and the list of changes are append-only: triggers of the first migration refuse to update or
delete their rows, and refuse a judgment of an item that its pairing does not hold.
"""

from datetime import datetime
from typing import Any, Literal, get_args

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    MetaData,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from assess.store.types import TEXT, Docnos, Scores, Utc

State = Literal["draft", "open", "paused", "closed"]
Material = Literal["text", "image", "results"]
GradeSource = Literal["imported", "collected"]
AssessorKind = Literal["invited", "worker", "panel", "machine"]


def _one_of(column: str, values: Any) -> CheckConstraint:
    """The rule that *column* holds one of the values of a Literal."""
    listed = ", ".join(f"'{value}'" for value in get_args(values))
    return CheckConstraint(f"{column} IN ({listed})", name=column)


class Base(DeclarativeBase):
    """The parent of all tables: every constraint has a name, so that a migration can change it."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )
    type_annotation_map = {str: TEXT, State: TEXT, Material: TEXT, GradeSource: TEXT, AssessorKind: TEXT, datetime: Utc}  # noqa: RUF012


class Campaign(Base):
    """One assessment exercise over its topics."""

    __tablename__ = "campaign"
    __table_args__ = (_one_of("state", State),)
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    state: Mapped[State]
    seed: Mapped[int] = mapped_column(BigInteger)
    parameters: Mapped[dict[str, Any]] = mapped_column(JSON)
    texts: Mapped[dict[str, str]] = mapped_column(JSON)
    created_at: Mapped[datetime]


class CampaignChange(Base):
    """What was changed in a campaign after its creation; never updated, never deleted."""

    __tablename__ = "campaign_change"
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), index=True)
    at: Mapped[datetime]
    field: Mapped[str]
    old: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    new: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)


class Topic(Base):
    """An information need of a campaign, by its TREC identifier."""

    __tablename__ = "topic"
    __table_args__ = (UniqueConstraint("campaign_id", "topic"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    topic: Mapped[str]
    question: Mapped[str]
    description: Mapped[str | None]


class Item(Base):
    """A docno known in a topic; the body is what an assessor sees of it, absent while nobody has given it."""

    __tablename__ = "item"
    __table_args__ = (
        UniqueConstraint("topic_id", "docno"),
        UniqueConstraint("topic_id", "id"),  # lets a pairing insist on items of its own topic
        _one_of("material", Material),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"))
    docno: Mapped[str]
    material: Mapped[Material]
    body: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)


class Grade(Base):
    """How relevant an item is by itself: imported from qrels, or collected in the judging app."""

    __tablename__ = "grade"
    __table_args__ = (UniqueConstraint("item_id", "source"), _one_of("source", GradeSource))
    id: Mapped[int] = mapped_column(primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("item.id"))
    grade: Mapped[float]
    source: Mapped[GradeSource]


class Run(Base):
    """A system's rankings; a hidden run is scored, and not shown on the leaderboard."""

    __tablename__ = "run"
    __table_args__ = (UniqueConstraint("campaign_id", "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    name: Mapped[str]
    description: Mapped[str | None]
    hidden: Mapped[bool]


class Ranking(Base):
    """The docnos that a run ranks for a topic, best first, and their scores."""

    __tablename__ = "ranking"
    run_id: Mapped[int] = mapped_column(ForeignKey("run.id"), primary_key=True)
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"), primary_key=True, index=True)
    docnos: Mapped[list[str]] = mapped_column(Docnos)
    scores: Mapped[list[float]] = mapped_column(Scores)


class Assessor(Base):
    """Whoever judges: a kind, and an identity in that platform."""

    __tablename__ = "assessor"
    __table_args__ = (UniqueConstraint("campaign_id", "kind", "identity"), _one_of("kind", AssessorKind))
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    kind: Mapped[AssessorKind]
    identity: Mapped[str]


class Pairing(Base):
    """Two items of a topic to compare in a round, held in the order of their ids so that no pair comes twice.

    Rounds count from 1; round 0 holds what was judged without being asked for.
    """

    __tablename__ = "pairing"
    __table_args__ = (
        UniqueConstraint("topic_id", "round", "item_a_id", "item_b_id"),
        ForeignKeyConstraint(["topic_id", "item_a_id"], ["item.topic_id", "item.id"]),
        ForeignKeyConstraint(["topic_id", "item_b_id"], ["item.topic_id", "item.id"]),
        CheckConstraint("item_a_id < item_b_id", name="order"),
        CheckConstraint("round >= 0", name="round"),
        CheckConstraint("votes >= 1", name="votes"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"))
    round_: Mapped[int] = mapped_column("round")
    item_a_id: Mapped[int]
    item_b_id: Mapped[int]
    votes: Mapped[int]


class Judgment(Base):
    """What one assessor preferred in one pairing (NULL: a tie); a correction supersedes the judgment before it."""

    __tablename__ = "judgment"
    __table_args__ = (
        UniqueConstraint("id", "pairing_id", "assessor_id"),
        # A correction is the same assessor's, of the same pairing.
        ForeignKeyConstraint(
            ["supersedes_id", "pairing_id", "assessor_id"],
            ["judgment.id", "judgment.pairing_id", "judgment.assessor_id"],
        ),
        UniqueConstraint("supersedes_id"),
        Index(
            "ix_judgment_first",
            "pairing_id",
            "assessor_id",
            unique=True,
            sqlite_where=text("supersedes_id IS NULL"),
            postgresql_where=text("supersedes_id IS NULL"),
        ),
        CheckConstraint("supersedes_id < id", name="later"),
        CheckConstraint("strength IN (1, 2)", name="strength"),
        CheckConstraint("seconds >= 0", name="seconds"),
        CheckConstraint("changes >= 0", name="changes"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    pairing_id: Mapped[int] = mapped_column(ForeignKey("pairing.id"), index=True)
    assessor_id: Mapped[int] = mapped_column(ForeignKey("assessor.id"), index=True)
    left_id: Mapped[int] = mapped_column(ForeignKey("item.id"))
    preferred_id: Mapped[int | None] = mapped_column(ForeignKey("item.id"))
    strength: Mapped[int]
    seconds: Mapped[float | None]
    changes: Mapped[int]
    at: Mapped[datetime]
    supersedes_id: Mapped[int | None]
