"""Launches, tickets, submissions, the ledger, and assessors excluded at the platform."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
MOMENT = sa.DateTime(timezone=True)
CENTS = sa.BigInteger


def upgrade() -> None:
    create_launches()
    create_tickets()
    create_submissions()
    create_ledger()
    create_exclusions()


def create_launches() -> None:
    op.create_table(
        "launch",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaign.id"), nullable=False),
        sa.Column("link_id", sa.Integer, sa.ForeignKey("link.id"), nullable=False, unique=True),
        sa.Column("platform", TEXT, nullable=False),
        sa.Column("environment", TEXT, nullable=False),
        sa.Column("terms", sa.JSON, nullable=False),
        sa.Column("salt", TEXT, nullable=False, unique=True),
        sa.Column("hit_type", TEXT),
        sa.Column("exclusion", TEXT),
        sa.Column("state", TEXT, nullable=False),
        sa.Column("launched_at", MOMENT, nullable=False),
        sa.Column("synced_at", MOMENT),
        sa.Column("stopped_at", MOMENT),
        sa.CheckConstraint("platform IN ('mturk', 'panel')", name="platform"),
        sa.CheckConstraint("state IN ('open', 'stopping', 'stopped')", name="state"),
    )
    op.create_index("ix_launch_campaign_id", "launch", ["campaign_id"])
    partial_index("ix_launch_mturk", "launch", ["campaign_id"], "platform = 'mturk'", unique=True)


def create_tickets() -> None:
    op.create_table(
        "ticket",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("launch_id", sa.Integer, sa.ForeignKey("launch.id"), nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("compensates_id", sa.Integer, sa.ForeignKey("hit.id")),
        sa.Column("assignments", sa.Integer, nullable=False),
        sa.Column("reward", CENTS, nullable=False),
        sa.Column("fee", CENTS, nullable=False),
        sa.Column("unit", TEXT),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT),
        sa.Column("checked_at", MOMENT),
        sa.Column("closed_at", MOMENT),
        sa.UniqueConstraint("launch_id", "unit"),
        sa.CheckConstraint("assignments BETWEEN 1 AND 9", name="assignments"),
        sa.CheckConstraint("reward >= 0 AND fee >= 0", name="price"),
        sa.CheckConstraint("kind IN ('work', 'compensation')", name="kind"),
    )
    partial_index("ix_ticket_in_play", "ticket", ["launch_id"], "closed_at IS NULL")
    op.create_index("ix_ticket_compensates_id", "ticket", ["compensates_id"], unique=True)


def create_submissions() -> None:
    op.create_table(
        "submission",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("launch_id", sa.Integer, sa.ForeignKey("launch.id"), nullable=False),
        sa.Column("ticket_id", sa.Integer, sa.ForeignKey("ticket.id")),
        sa.Column("hit_id", sa.Integer, sa.ForeignKey("hit.id")),
        sa.Column("visit", TEXT, nullable=False),
        sa.Column("identity", TEXT, nullable=False),
        sa.Column("receipt", TEXT),
        sa.Column("state", TEXT, nullable=False),
        sa.Column("submitted_at", MOMENT, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.UniqueConstraint("launch_id", "visit", "identity"),
        sa.CheckConstraint("state IN ('submitted', 'approved', 'rejected')", name="state"),
    )
    op.create_index("ix_submission_ticket_id", "submission", ["ticket_id"])
    op.create_index("ix_submission_hit_id", "submission", ["hit_id"], unique=True)
    op.create_index("ix_submission_identity", "submission", ["launch_id", "identity"])


def create_ledger() -> None:
    op.create_table(
        "ledger",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("launch_id", sa.Integer, sa.ForeignKey("launch.id"), nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("cause", TEXT, nullable=False),
        sa.Column("token", TEXT, nullable=False, unique=True),
        sa.Column("ticket_id", sa.Integer, sa.ForeignKey("ticket.id")),
        sa.Column("submission_id", sa.Integer, sa.ForeignKey("submission.id")),
        sa.Column("hit_id", sa.Integer, sa.ForeignKey("hit.id")),
        sa.Column("assignments", sa.Integer, nullable=False),
        sa.Column("amount", CENTS, nullable=False),
        sa.Column("fee", CENTS, nullable=False),
        sa.Column("reason", TEXT),
        sa.Column("intended_at", MOMENT, nullable=False),
        sa.Column("tried_at", MOMENT),
        sa.Column("outcome", TEXT),
        sa.Column("settled_at", MOMENT),
        sa.Column("note", TEXT),
        sa.CheckConstraint("amount >= 0 AND fee >= 0", name="amount"),
        sa.CheckConstraint("(outcome IS NULL) = (settled_at IS NULL)", name="settled"),
        sa.CheckConstraint("kind IN ('publish', 'top_up', 'reward', 'bonus')", name="kind"),
        sa.CheckConstraint("outcome IN ('done', 'refused')", name="outcome"),
    )
    standing = "outcome IS NULL OR outcome = 'done'"
    partial_index("ix_ledger_once", "ledger", ["launch_id", "kind", "cause"], standing, unique=True)
    op.create_index("ix_ledger_cause", "ledger", ["launch_id", "kind", "cause"])
    partial_index("ix_ledger_open", "ledger", ["launch_id"], "outcome IS NULL")
    op.create_index("ix_ledger_ticket_id", "ledger", ["ticket_id"])
    op.create_index("ix_ledger_submission_id", "ledger", ["submission_id"])


def create_exclusions() -> None:
    op.create_table(
        "exclusion",
        sa.Column("launch_id", sa.Integer, sa.ForeignKey("launch.id"), primary_key=True),
        sa.Column("assessor_id", sa.Integer, sa.ForeignKey("assessor.id"), primary_key=True),
        sa.Column("at", MOMENT, nullable=False),
    )


def partial_index(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
