"""Scores of topics and their history, and which topics wait to be scored."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    mark_topics()
    create_scores()
    create_lease()


def mark_topics() -> None:
    """Mark every topic to be scored once."""
    op.add_column("topic", sa.Column("version", sa.Integer, nullable=False, server_default="1"))
    op.add_column("topic", sa.Column("scored", sa.Integer, nullable=False, server_default="0"))
    where = sa.text("version > scored")
    op.create_index("ix_topic_marked", "topic", ["campaign_id"], sqlite_where=where, postgresql_where=where)


def create_scores() -> None:
    op.create_table(
        "topic_score",
        sa.Column("topic_id", sa.Integer, sa.ForeignKey("topic.id"), primary_key=True),
        sa.Column("measure", TEXT, primary_key=True),
        sa.Column("judgments", sa.Integer, nullable=False),
        sa.Column("runs", sa.JSON, nullable=False),
        sa.Column("values", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "standing",
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaign.id"), primary_key=True),
        sa.Column("measure", TEXT, primary_key=True),
        sa.Column("judgments", sa.Integer, primary_key=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("runs", sa.JSON, nullable=False),
        sa.Column("means", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "outlook",
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaign.id"), primary_key=True, autoincrement=False),
        sa.Column("judgments", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("figures", sa.JSON, nullable=False),
    )


def create_lease() -> None:
    op.create_table(
        "lease",
        sa.Column("name", TEXT, primary_key=True),
        sa.Column("holder", TEXT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
    )
