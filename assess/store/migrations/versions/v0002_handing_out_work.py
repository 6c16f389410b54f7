"""Links, HITs, tasks, answers, consent and comments; the progress of each topic and pairing."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    count_progress()
    create_links()
    create_hits()
    create_tasks()
    create_answers()
    create_facts()
    guard_answers()


def count_progress() -> None:
    """Count existing judgments. A pairing with more judgments than ``votes`` gets ``votes`` raised to their number."""
    for column in ("missing", "held", "counted", "ungraded"):
        op.add_column("topic", sa.Column(column, sa.Integer, nullable=False, server_default="0"))
    op.add_column("topic", sa.Column("done_at", MOMENT))
    op.add_column("assessor", sa.Column("excluded_at", MOMENT))
    op.add_column("judgment", sa.Column("key", TEXT))
    op.add_column("pairing", sa.Column("held", sa.Integer, nullable=False, server_default="0"))
    op.add_column("pairing", sa.Column("counted", sa.Integer, nullable=False, server_default="0"))
    op.execute(
        "UPDATE pairing SET counted = (SELECT count(*) FROM judgment "
        "WHERE pairing_id = pairing.id AND supersedes_id IS NULL)"
    )
    op.execute("UPDATE pairing SET votes = counted WHERE counted > votes")
    op.execute("UPDATE topic SET counted = (SELECT coalesce(sum(counted), 0) FROM pairing WHERE topic_id = topic.id)")
    # Plain SQL, because SQLite can add a constraint only together with a column.
    op.execute(
        "ALTER TABLE pairing ADD COLUMN withdrawn BOOLEAN DEFAULT false NOT NULL "
        "CONSTRAINT ck_pairing_room CHECK (held >= 0 AND counted >= 0 AND held + counted <= votes)"
    )
    partial_index("ix_pairing_open", "pairing", ["topic_id", "id"], "votes > held + counted AND NOT withdrawn")
    partial_index("ix_topic_open", "topic", ["campaign_id"], "missing > held")
    partial_index("ix_topic_ungraded", "topic", ["campaign_id"], "ungraded > 0")


def create_links() -> None:
    op.create_table("setting", sa.Column("name", TEXT, primary_key=True), sa.Column("value", TEXT, nullable=False))
    op.create_table(
        "link",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaign.id"), nullable=False, index=True),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("identity", TEXT),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT),
        sa.Column("revoked_at", MOMENT),
        sa.CheckConstraint("kind IN ('invited', 'worker', 'panel', 'machine', 'organiser')", name="kind"),
    )


def create_hits() -> None:
    op.create_table(
        "hit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaign.id"), nullable=False),
        sa.Column("assessor_id", sa.Integer, sa.ForeignKey("assessor.id"), nullable=False),
        sa.Column("link_id", sa.Integer, sa.ForeignKey("link.id"), nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("state", TEXT, nullable=False),
        sa.Column("screened", sa.Boolean, nullable=False),
        sa.Column("visit", TEXT, nullable=False),
        sa.Column("platform", sa.JSON, nullable=False),
        sa.Column("completion_code", TEXT, nullable=False),
        sa.Column("taken_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("finished_at", MOMENT),
        sa.UniqueConstraint("id", "assessor_id"),
        sa.CheckConstraint("kind IN ('judging', 'grading', 'training')", name="kind"),
        sa.CheckConstraint("state IN ('held', 'finished', 'discarded', 'returned', 'expired')", name="state"),
    )
    op.create_index("ix_hit_assessor_id", "hit", ["assessor_id"])
    partial_index("ix_hit_holder", "hit", ["assessor_id", "visit"], "state = 'held'", unique=True)
    partial_index("ix_hit_lease", "hit", ["campaign_id", "expires_at"], "state = 'held'")


def create_tasks() -> None:
    op.create_table(
        "task",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("hit_id", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("assessor_id", sa.Integer, nullable=False),
        sa.Column("pairing_id", sa.Integer, sa.ForeignKey("pairing.id")),
        sa.Column("left_id", sa.Integer, sa.ForeignKey("item.id"), nullable=False),
        sa.Column("right_id", sa.Integer, sa.ForeignKey("item.id")),
        sa.Column("topic_id", sa.Integer, sa.ForeignKey("topic.id"), nullable=False),
        sa.Column("expected", sa.Integer),
        sa.Column("released", sa.Boolean, nullable=False),
        sa.UniqueConstraint("hit_id", "position"),
        sa.ForeignKeyConstraint(["hit_id", "assessor_id"], ["hit.id", "hit.assessor_id"]),
        sa.CheckConstraint("position >= 1", name="position"),
        sa.CheckConstraint("expected IN (-1, 0, 1)", name="expected"),
    )
    partial_index("ix_task_once", "task", ["pairing_id", "assessor_id"], "NOT released", unique=True)


def create_answers() -> None:
    op.create_table(
        "answer",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("task_id", sa.Integer, sa.ForeignKey("task.id"), nullable=False, index=True),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("seconds", sa.Double),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("key", TEXT),
        sa.Column("at", MOMENT, nullable=False),
        sa.CheckConstraint("seconds >= 0", name="seconds"),
        sa.CheckConstraint("changes >= 0", name="changes"),
    )
    op.create_table(
        "grading",
        sa.Column("item_id", sa.Integer, sa.ForeignKey("item.id"), primary_key=True, autoincrement=False),
        sa.Column("topic_id", sa.Integer, sa.ForeignKey("topic.id"), nullable=False),
        sa.Column("state", TEXT, nullable=False),
        sa.CheckConstraint("state IN ('open', 'held', 'graded')", name="state"),
    )
    partial_index("ix_grading_open", "grading", ["topic_id"], "state = 'open'")


def create_facts() -> None:
    op.create_table(
        "consent",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("assessor_id", sa.Integer, sa.ForeignKey("assessor.id"), nullable=False),
        sa.Column("digest", TEXT, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("assessor_id", "digest"),
    )
    op.create_table(
        "decline",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("link_id", sa.Integer, sa.ForeignKey("link.id"), nullable=False, index=True),
        sa.Column("at", MOMENT, nullable=False),
    )
    op.create_table(
        "comment",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaign.id"), nullable=False, index=True),
        sa.Column("assessor_id", sa.Integer, sa.ForeignKey("assessor.id"), nullable=False),
        sa.Column("hit_id", sa.Integer, sa.ForeignKey("hit.id")),
        sa.Column("text", TEXT, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
    )


def guard_answers() -> None:
    """Make the log of answers append-only, like that of judgments."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE TRIGGER answer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON answer "
            "FOR EACH STATEMENT EXECUTE FUNCTION assess_append_only()"
        )
        return
    for change in ("update", "delete"):
        op.execute(
            f"CREATE TRIGGER answer_no_{change} BEFORE {change} ON answer "
            "BEGIN SELECT RAISE(ABORT, 'answer is append-only'); END"
        )


def partial_index(name: str, table: str, columns: list[str], condition: str, *, unique: bool = False) -> None:
    where = sa.text(condition)
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)
