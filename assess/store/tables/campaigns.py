"""Campaigns and their contents: topics, items, grades, runs, assessors, pairings, judgments.

The log of judgments and the list of changes are append-only: triggers refuse to update or delete their rows. A trigger
also refuses a judgment of an item that is not in its pairing. The triggers are created by the first migration.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from assess.store.tables.base import AssessorKind, Base, GradeSource, Material, State, one_of
from assess.store.types import Docnos, Scores

WAITING = text("missing > held")
UNGRADED = text("ungraded > 0")
MARKED = text("version > scored")
# Keep the column on the left: SQLite would otherwise turn the comparison round and not use the index.
ROOM = text("votes > held + counted AND NOT withdrawn")


class Campaign(Base):
    """One assessment exercise over its topics."""

    __tablename__ = "campaign"
    __table_args__ = (one_of("state", State),)
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    state: Mapped[State]
    seed: Mapped[int] = mapped_column(BigInteger)
    parameters: Mapped[dict[str, Any]] = mapped_column(JSON)
    texts: Mapped[dict[str, str]] = mapped_column(JSON)
    created_at: Mapped[datetime]


class CampaignChange(Base):
    """A change of a campaign after its creation; never updated, never deleted.

    ``field`` says what was changed, ``who`` and ``why`` are the organiser's. A change that takes another one back names
    it in ``undoes_id``. Assessors are named by their number. When a person is forgotten, only their name in
    ``why`` is erased.
    """

    __tablename__ = "campaign_change"
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), index=True)
    at: Mapped[datetime]
    field: Mapped[str]
    old: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    new: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    who: Mapped[str | None]
    why: Mapped[str | None]
    undoes_id: Mapped[int | None] = mapped_column(ForeignKey("campaign_change.id"), unique=True)


class StoredTopic(Base):
    """An information need of a campaign, by its TREC identifier, and how far its tournament is.

    ``missing`` counts judgments that are needed but not made yet; ``held`` counts those of them that are handed out;
    ``counted`` counts those that are made. ``ungraded`` items need a grade first. ``done_at`` is when the ranking was
    complete, ``closed_at`` when somebody decided to ask for no more. ``version`` increases with every change that can
    affect a score; ``scored`` is the version that was scored last.
    """

    __tablename__ = "topic"
    __table_args__ = (
        UniqueConstraint("campaign_id", "topic"),
        Index("ix_topic_open", "campaign_id", sqlite_where=WAITING, postgresql_where=WAITING),
        Index("ix_topic_ungraded", "campaign_id", sqlite_where=UNGRADED, postgresql_where=UNGRADED),
        Index("ix_topic_marked", "campaign_id", sqlite_where=MARKED, postgresql_where=MARKED),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    topic: Mapped[str]
    question: Mapped[str]
    description: Mapped[str | None]
    missing: Mapped[int] = mapped_column(server_default="0", default=0)
    held: Mapped[int] = mapped_column(server_default="0", default=0)
    counted: Mapped[int] = mapped_column(server_default="0", default=0)
    ungraded: Mapped[int] = mapped_column(server_default="0", default=0)
    done_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(server_default="1", default=1)
    scored: Mapped[int] = mapped_column(server_default="0", default=0)
    closed_at: Mapped[datetime | None]


class StoredItem(Base):
    """A docno of a topic. The body is what an assessor sees of it, NULL while it is unknown.

    An item that was set aside is no candidate, and its judgments do not count.
    """

    __tablename__ = "item"
    __table_args__ = (
        UniqueConstraint("topic_id", "docno"),
        UniqueConstraint("topic_id", "id"),  # the target of the foreign keys of StoredPairing
        one_of("material", Material),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"))
    docno: Mapped[str]
    material: Mapped[Material]
    body: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    aside_at: Mapped[datetime | None]


class FormerText(Base):
    """What a topic or an item showed before it was corrected, until ``replaced_at``.

    An assignment shows what was current when it was handed out. Without an item, the body is the topic's question and
    description.
    """

    __tablename__ = "former_text"
    id: Mapped[int] = mapped_column(primary_key=True)
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"), index=True)
    item_id: Mapped[int | None] = mapped_column(ForeignKey("item.id"), index=True)
    material: Mapped[Material | None]
    body: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    replaced_at: Mapped[datetime]


class PairAside(Base):
    """Two items that are not compared any more: judgments of them do not count, the tournament takes them as tied."""

    __tablename__ = "pair_aside"
    __table_args__ = (
        ForeignKeyConstraint(["topic_id", "item_a_id"], ["item.topic_id", "item.id"]),
        ForeignKeyConstraint(["topic_id", "item_b_id"], ["item.topic_id", "item.id"]),
        CheckConstraint("item_a_id < item_b_id", name="order"),
    )
    item_a_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    item_b_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"), index=True)
    at: Mapped[datetime]


class ExtraPairing(Base):
    """A pairing that the organiser asks for beside the tournament, for example for a late run: an edge of the graph."""

    __tablename__ = "extra_pairing"
    __table_args__ = (
        ForeignKeyConstraint(["topic_id", "item_a_id"], ["item.topic_id", "item.id"]),
        ForeignKeyConstraint(["topic_id", "item_b_id"], ["item.topic_id", "item.id"]),
        CheckConstraint("item_a_id < item_b_id", name="order"),
        CheckConstraint("votes >= 1", name="votes"),
    )
    item_a_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    item_b_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"), index=True)
    votes: Mapped[int]
    at: Mapped[datetime]


class Grade(Base):
    """The grade of an item: imported from qrels, collected in the judging app, or decided by the organiser."""

    __tablename__ = "grade"
    __table_args__ = (UniqueConstraint("item_id", "source"), one_of("source", GradeSource))
    id: Mapped[int] = mapped_column(primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("item.id"))
    grade: Mapped[float]
    source: Mapped[GradeSource]


class StoredRun(Base):
    """A system's rankings. A hidden run is scored, but not shown on the leaderboard.

    A run that was replaced by another one is neither scored nor shown; it is kept so that this can be undone.
    """

    __tablename__ = "run"
    __table_args__ = (UniqueConstraint("campaign_id", "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    name: Mapped[str]
    description: Mapped[str | None]
    hidden: Mapped[bool]
    replaced_by_id: Mapped[int | None] = mapped_column(ForeignKey("run.id"))


class StoredRanking(Base):
    """The docnos that a run ranks for a topic, best first, and their scores."""

    __tablename__ = "ranking"
    run_id: Mapped[int] = mapped_column(ForeignKey("run.id"), primary_key=True)
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"), primary_key=True, index=True)
    docnos: Mapped[list[str]] = mapped_column(Docnos)
    scores: Mapped[list[float]] = mapped_column(Scores)


class Assessor(Base):
    """Anybody who judges: by what way they come (``kind``), and their identity there.

    ``counted``: judgments of this kind count in the campaign. Those made at ``discarded_from`` or later do not.
    ``withdrawn_at``: they get no more work, and are forgotten as soon as they are paid. ``forgotten_at``: the identity
    was erased, and is a number now. ``seal``: a keyed hash of the identity of somebody who may not come back.
    """

    __tablename__ = "assessor"
    __table_args__ = (UniqueConstraint("campaign_id", "kind", "identity"), one_of("kind", AssessorKind))
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    kind: Mapped[AssessorKind]
    identity: Mapped[str]
    excluded_at: Mapped[datetime | None]
    counted: Mapped[bool] = mapped_column(server_default=text("true"), default=True)
    discarded_from: Mapped[datetime | None]
    withdrawn_at: Mapped[datetime | None]
    forgotten_at: Mapped[datetime | None]
    seal: Mapped[str | None]


class StoredPairing(Base):
    """Two items of a topic to compare in a round, in the order of their ids, so that no pair is stored twice.

    Rounds count from 1; round 0 has pairings that were judged without being asked for. ``votes`` judgments are wanted;
    ``held`` are handed out, ``counted`` are made. A withdrawn pairing is not needed any more. ``gain`` is how much the
    answer would tell, where the strategy knows: the largest are handed out first.
    """

    __tablename__ = "pairing"
    __table_args__ = (
        UniqueConstraint("topic_id", "round", "item_a_id", "item_b_id"),
        ForeignKeyConstraint(["topic_id", "item_a_id"], ["item.topic_id", "item.id"]),
        ForeignKeyConstraint(["topic_id", "item_b_id"], ["item.topic_id", "item.id"]),
        CheckConstraint("item_a_id < item_b_id", name="order"),
        CheckConstraint("round >= 0", name="round"),
        CheckConstraint("votes >= 1", name="votes"),
        CheckConstraint("held >= 0 AND counted >= 0 AND held + counted <= votes", name="room"),
        Index("ix_pairing_open", "topic_id", "id", sqlite_where=ROOM, postgresql_where=ROOM),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"))
    round_: Mapped[int] = mapped_column("round")
    item_a_id: Mapped[int]
    item_b_id: Mapped[int]
    votes: Mapped[int]
    held: Mapped[int] = mapped_column(server_default="0", default=0)
    counted: Mapped[int] = mapped_column(server_default="0", default=0)
    withdrawn: Mapped[bool] = mapped_column(server_default=text("false"), default=False)
    gain: Mapped[float | None]


class StoredJudgment(Base):
    """What one assessor preferred in one pairing (NULL: a tie); a correction supersedes the judgment before it.

    ``key`` is the client's id of the answer: an answer sent again with the same key is not a correction. A judgment
    that ``adjudicates`` decides its pairing alone, whatever the others preferred.
    """

    __tablename__ = "judgment"
    __table_args__ = (
        UniqueConstraint("id", "pairing_id", "assessor_id"),
        # A correction has the same assessor and pairing.
        ForeignKeyConstraint(
            ["supersedes_id", "pairing_id", "assessor_id"],
            ["judgment.id", "judgment.pairing_id", "judgment.assessor_id"],
        ),
        UniqueConstraint("supersedes_id"),
        # Without both columns in one index, SQLite may read everything that the assessor has judged.
        Index("ix_judgment_pairing_assessor", "pairing_id", "assessor_id"),
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
    pairing_id: Mapped[int] = mapped_column(ForeignKey("pairing.id"))
    assessor_id: Mapped[int] = mapped_column(ForeignKey("assessor.id"), index=True)
    left_id: Mapped[int] = mapped_column(ForeignKey("item.id"))
    preferred_id: Mapped[int | None] = mapped_column(ForeignKey("item.id"))
    strength: Mapped[int]
    seconds: Mapped[float | None]
    changes: Mapped[int]
    at: Mapped[datetime]
    supersedes_id: Mapped[int | None]
    key: Mapped[str | None]
    adjudicates: Mapped[bool] = mapped_column(server_default=text("false"), default=False)


class RevokedDecision(Base):
    """A judgment that adjudicated a pairing and does not count any more: it was taken back, or overruled."""

    __tablename__ = "revoked_decision"
    judgment_id: Mapped[int] = mapped_column(ForeignKey("judgment.id"), primary_key=True, autoincrement=False)
    at: Mapped[datetime]
