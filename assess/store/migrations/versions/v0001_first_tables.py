"""Campaigns, topics, items, grades, runs, assessors, pairings, judgments; triggers make the logs append-only."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
MOMENT = sa.DateTime(timezone=True)
APPEND_ONLY = ("judgment", "campaign_change")


def upgrade() -> None:
    create_campaigns()
    create_items()
    create_runs()
    create_pairings()
    create_judgments()
    if op.get_bind().dialect.name == "postgresql":
        guard_postgresql()
    else:
        guard_sqlite()


def create_campaigns() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", TEXT, nullable=False, unique=True),
        sa.Column("state", TEXT, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("parameters", sa.JSON, nullable=False),
        sa.Column("texts", sa.JSON, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.CheckConstraint("state IN ('draft', 'open', 'paused', 'closed')", name="state"),
    )
    op.create_table(
        "campaign_change",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaign.id"), nullable=False, index=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("field", TEXT, nullable=False),
        sa.Column("old", sa.JSON),
        sa.Column("new", sa.JSON),
    )


def create_items() -> None:
    op.create_table(
        "topic",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaign.id"), nullable=False),
        sa.Column("topic", TEXT, nullable=False),
        sa.Column("question", TEXT, nullable=False),
        sa.Column("description", TEXT),
        sa.UniqueConstraint("campaign_id", "topic"),
    )
    op.create_table(
        "item",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("topic_id", sa.Integer, sa.ForeignKey("topic.id"), nullable=False),
        sa.Column("docno", TEXT, nullable=False),
        sa.Column("material", TEXT, nullable=False),
        sa.Column("body", sa.JSON),
        sa.UniqueConstraint("topic_id", "docno"),
        sa.UniqueConstraint("topic_id", "id"),
        sa.CheckConstraint("material IN ('text', 'image', 'results')", name="material"),
    )
    op.create_table(
        "grade",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("item_id", sa.Integer, sa.ForeignKey("item.id"), nullable=False),
        sa.Column("grade", sa.Double, nullable=False),
        sa.Column("source", TEXT, nullable=False),
        sa.UniqueConstraint("item_id", "source"),
        sa.CheckConstraint("source IN ('imported', 'collected')", name="source"),
    )


def create_runs() -> None:
    op.create_table(
        "run",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaign.id"), nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("description", TEXT),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.UniqueConstraint("campaign_id", "name"),
    )
    op.create_table(
        "ranking",
        sa.Column("run_id", sa.Integer, sa.ForeignKey("run.id"), primary_key=True),
        sa.Column("topic_id", sa.Integer, sa.ForeignKey("topic.id"), primary_key=True, index=True),
        sa.Column("docnos", sa.LargeBinary, nullable=False),
        sa.Column("scores", sa.LargeBinary, nullable=False),
    )


def create_pairings() -> None:
    op.create_table(
        "assessor",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaign.id"), nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("identity", TEXT, nullable=False),
        sa.UniqueConstraint("campaign_id", "kind", "identity"),
        sa.CheckConstraint("kind IN ('invited', 'worker', 'panel', 'machine')", name="kind"),
    )
    op.create_table(
        "pairing",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("topic_id", sa.Integer, sa.ForeignKey("topic.id"), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("item_a_id", sa.Integer, nullable=False),
        sa.Column("item_b_id", sa.Integer, nullable=False),
        sa.Column("votes", sa.Integer, nullable=False),
        sa.UniqueConstraint("topic_id", "round", "item_a_id", "item_b_id"),
        sa.ForeignKeyConstraint(["topic_id", "item_a_id"], ["item.topic_id", "item.id"]),
        sa.ForeignKeyConstraint(["topic_id", "item_b_id"], ["item.topic_id", "item.id"]),
        sa.CheckConstraint("item_a_id < item_b_id", name="order"),
        sa.CheckConstraint("round >= 0", name="round"),
        sa.CheckConstraint("votes >= 1", name="votes"),
    )


def create_judgments() -> None:
    op.create_table(
        "judgment",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("pairing_id", sa.Integer, sa.ForeignKey("pairing.id"), nullable=False, index=True),
        sa.Column("assessor_id", sa.Integer, sa.ForeignKey("assessor.id"), nullable=False, index=True),
        sa.Column("left_id", sa.Integer, sa.ForeignKey("item.id"), nullable=False),
        sa.Column("preferred_id", sa.Integer, sa.ForeignKey("item.id")),
        sa.Column("strength", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("supersedes_id", sa.Integer),
        sa.UniqueConstraint("id", "pairing_id", "assessor_id"),
        sa.ForeignKeyConstraint(
            ["supersedes_id", "pairing_id", "assessor_id"],
            ["judgment.id", "judgment.pairing_id", "judgment.assessor_id"],
        ),
        sa.UniqueConstraint("supersedes_id"),
        sa.CheckConstraint("supersedes_id < id", name="later"),
        sa.CheckConstraint("strength IN (1, 2)", name="strength"),
        sa.CheckConstraint("seconds >= 0", name="seconds"),
        sa.CheckConstraint("changes >= 0", name="changes"),
    )
    first = sa.text("supersedes_id IS NULL")
    op.create_index(
        "ix_judgment_first",
        "judgment",
        ["pairing_id", "assessor_id"],
        unique=True,
        sqlite_where=first,
        postgresql_where=first,
    )


# A judgment whose left or preferred item is not one of the two items of its pairing.
STRANGER = """EXISTS (
    SELECT 1 FROM pairing WHERE id = NEW.pairing_id AND (
        NEW.left_id NOT IN (item_a_id, item_b_id) OR NEW.preferred_id NOT IN (item_a_id, item_b_id)))"""
STRANGER_REFUSED = "a judgment may only show and prefer the two items of its pairing"


def guard_sqlite() -> None:
    for table in APPEND_ONLY:
        for change in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{change} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
    op.execute(
        f"CREATE TRIGGER judgment_items BEFORE INSERT ON judgment WHEN {STRANGER} "
        f"BEGIN SELECT RAISE(ABORT, '{STRANGER_REFUSED}'); END"
    )


def guard_postgresql() -> None:
    refuse("assess_append_only", "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME")
    for table in APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION assess_append_only()"
        )
    refuse("assess_judgment_items", f"IF {STRANGER} THEN RAISE EXCEPTION '{STRANGER_REFUSED}'; END IF; RETURN NEW")
    op.execute(
        "CREATE TRIGGER judgment_items BEFORE INSERT ON judgment FOR EACH ROW EXECUTE FUNCTION assess_judgment_items()"
    )


def refuse(function: str, body: str) -> None:
    op.execute(f"CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body}; END $$")
