"""Corrections of a campaign under way: who changed what and why, what is set aside, discarded, asked for beside.

Simulated assessors, who stand for people, get a kind of their own, and so does the organiser, who decides
disagreements. In a campaign where machines have judged, their judgments go on counting. A campaign with the strategy
active, which is no more, goes on with topk.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
MOMENT = sa.DateTime(timezone=True)
# The last kind of assessor until now.
LAST_KIND = "'machine'"


def upgrade() -> None:
    add("campaign_change", [column("who"), column("why"), number("undoes_id")])
    constrain("campaign_change", {"fk_campaign_change_undoes_id": refers("undoes_id", "campaign_change")})
    constrain("campaign_change", {"uq_campaign_change_undoes_id": "UNIQUE (undoes_id)"})
    add("item", [sa.Column("aside_at", MOMENT)])
    add("run", [number("replaced_by_id")])
    constrain("run", {"fk_run_replaced_by_id": refers("replaced_by_id", "run")})
    add("assessor", [flag("counted", "true"), sa.Column("discarded_from", MOMENT), sa.Column("withdrawn_at", MOMENT)])
    add("assessor", [sa.Column("forgotten_at", MOMENT), column("seal")])
    add("judgment", [flag("adjudicates", "false")])
    add("assignment", [sa.Column("purpose", TEXT, nullable=False, server_default="tournament")])
    purposes = "CHECK (purpose IN ('tournament', 'beside', 'adjudication'))"
    constrain("assignment", {"ck_assignment_purpose": purposes})
    add("pairing", [sa.Column("gain", sa.Double)])
    add("grading", [count("wanted", 1), count("held", 0), count("given", 0)])
    op.execute("UPDATE grading SET held = 1 WHERE state = 'held'")
    op.execute("UPDATE grading SET given = 1 WHERE state = 'graded'")
    add_to_comments()
    add("task", [number("round")])
    op.execute("CREATE INDEX ix_task_expected ON task (topic_id, round) WHERE expected IS NOT NULL")
    allow_decided_grades()
    allow_new_kinds()
    keep_link_ids_unique()
    create_tables()
    keep_machines_counting()
    replace_active()


def column(name: str) -> "sa.Column[Any]":
    return sa.Column(name, TEXT)


def number(name: str) -> "sa.Column[Any]":
    return sa.Column(name, sa.Integer)


def count(name: str, default: int) -> "sa.Column[Any]":
    return sa.Column(name, sa.Integer, nullable=False, server_default=str(default))


def flag(name: str, default: str) -> "sa.Column[Any]":
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.text(default))


def refers(name: str, table: str) -> str:
    return f"FOREIGN KEY({name}) REFERENCES {table} (id)"


def add(table: str, columns: Sequence["sa.Column[Any]"]) -> None:
    for new in columns:
        op.add_column(table, new)


def constrain(table: str, constraints: Mapping[str, str]) -> None:
    """Add constraints, each with its name."""
    clauses = [f"CONSTRAINT {name} {clause}" for name, clause in constraints.items()]
    if op.get_bind().dialect.name == "postgresql":
        for clause in clauses:
            op.execute(f"ALTER TABLE {table} ADD {clause}")
        return
    rebuild_on_sqlite(table, lambda created: created.rstrip().removesuffix(")") + ", " + ", ".join(clauses) + ")")


def rebuild_on_sqlite(table: str, change: Any) -> None:
    """Create the table again from its changed statement: SQLite cannot add or change a constraint."""
    connection = op.get_bind()
    query = "SELECT type, sql FROM sqlite_master WHERE tbl_name = :table AND sql IS NOT NULL"
    statements = connection.execute(sa.text(query), {"table": table}).all()
    [created] = (sql for kind, sql in statements if kind == "table")
    head, body = created.split("(", 1)
    assert table in head
    connection.exec_driver_sql(f"CREATE TABLE new_{table} ({change(body)}")
    connection.exec_driver_sql(f"INSERT INTO new_{table} SELECT * FROM {table}")
    connection.exec_driver_sql(f"DROP TABLE {table}")
    connection.exec_driver_sql(f"ALTER TABLE new_{table} RENAME TO {table}")
    for kind, sql in statements:
        if kind != "table":
            connection.exec_driver_sql(sql)


def add_to_comments() -> None:
    add("comment", [sa.Column("kind", TEXT, nullable=False, server_default="comment"), number("task_id")])
    add("comment", [column("reason"), column("answer"), column("answered_by")])
    add("comment", [sa.Column("answered_at", MOMENT), column("resolved_by"), sa.Column("resolved_at", MOMENT)])
    constrain("comment", {"ck_comment_kind": "CHECK (kind IN ('comment', 'flag'))"})
    reasons = "'broken', 'wrong-topic', 'offensive', 'undecidable'"
    constrain("comment", {"ck_comment_reason": f"CHECK (reason IN ({reasons}))"})
    complete = "CHECK (kind = 'comment' OR (task_id IS NOT NULL AND reason IS NOT NULL))"
    constrain("comment", {"ck_comment_flag": complete})
    constrain("comment", {"fk_comment_task_id": refers("task_id", "task")})


def allow_decided_grades() -> None:
    sources = "'collected', 'adjudicated'"
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE grade DROP CONSTRAINT ck_grade_source")
        op.execute(f"ALTER TABLE grade ADD CONSTRAINT ck_grade_source CHECK (source IN ('imported', {sources}))")
    else:
        rebuild_on_sqlite("grade", replacing("'collected'", sources))


def allow_new_kinds() -> None:
    kinds = "'invited', 'worker', 'panel', 'machine', 'simulated', 'organiser'"
    for table, more in (("assessor", "'simulated', 'organiser'"), ("link", "'simulated'")):
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"ALTER TABLE {table} DROP CONSTRAINT ck_{table}_kind")
            op.execute(f"ALTER TABLE {table} ADD CONSTRAINT ck_{table}_kind CHECK (kind IN ({kinds}))")
        else:
            rebuild_on_sqlite(table, replacing(LAST_KIND, f"{LAST_KIND}, {more}"))


def keep_link_ids_unique() -> None:
    """Let SQLite give no id of a deleted link again: the link of a campaign that is gone would lead into another."""

    def autoincrement(created: str) -> str:
        without = re.sub(r",\s*CONSTRAINT pk_link PRIMARY KEY \(id\)", "", created)
        assert without != created
        return without.replace("id INTEGER NOT NULL", "id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT", 1)

    if op.get_bind().dialect.name != "postgresql":
        rebuild_on_sqlite("link", autoincrement)


def replacing(old: str, new: str) -> Callable[[str], str]:
    return lambda created: created.replace(old, new)


def create_tables() -> None:
    op.create_table(
        "former_text",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("topic_id", sa.Integer, sa.ForeignKey("topic.id"), nullable=False, index=True),
        sa.Column("item_id", sa.Integer, sa.ForeignKey("item.id"), index=True),
        sa.Column("material", TEXT),
        sa.Column("body", sa.JSON),
        sa.Column("replaced_at", MOMENT, nullable=False),
    )
    op.create_table(
        "revoked_decision",
        sa.Column("judgment_id", sa.Integer, sa.ForeignKey("judgment.id"), primary_key=True, autoincrement=False),
        sa.Column("at", MOMENT, nullable=False),
    )
    create_pairs("pair_aside")
    create_pairs("extra_pairing", count_of="votes")


def create_pairs(table: str, count_of: str | None = None) -> None:
    """A table of pairs of items of a topic."""
    counted = [sa.Column(count_of, sa.Integer, nullable=False)] if count_of else []
    checks = [sa.CheckConstraint(f"{count_of} >= 1", name=count_of)] if count_of else []
    op.create_table(
        table,
        sa.Column("item_a_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("item_b_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("topic_id", sa.Integer, sa.ForeignKey("topic.id"), nullable=False, index=True),
        *counted,
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["topic_id", "item_a_id"], ["item.topic_id", "item.id"]),
        sa.ForeignKeyConstraint(["topic_id", "item_b_id"], ["item.topic_id", "item.id"]),
        sa.CheckConstraint("item_a_id < item_b_id", name="order"),
        *checks,
    )


def keep_machines_counting() -> None:
    """Until now the judgments of machines counted: they still do where there are any."""
    connection = op.get_bind()
    judged = "SELECT DISTINCT campaign_id FROM assessor WHERE kind = 'machine'"
    for (id_,) in connection.execute(sa.text(judged)).all():
        set_parameters(id_, parameters_of(id_) | {"counted": "both"})


def parameters_of(campaign: int) -> dict[str, Any]:
    query = sa.text("SELECT parameters FROM campaign WHERE id = :id")
    [stored] = op.get_bind().scalars(query, {"id": campaign}).all()
    found: dict[str, Any] = json.loads(stored) if isinstance(stored, str) else stored
    return found


def set_parameters(campaign: int, parameters: Mapping[str, Any]) -> None:
    changed = sa.text("UPDATE campaign SET parameters = :changed WHERE id = :id")
    op.get_bind().execute(changed, {"changed": json.dumps(parameters), "id": campaign})


def replace_active() -> None:
    """All judgments of the strategy active count in topk; what it asked for stays asked."""
    for (id_,) in op.get_bind().execute(sa.text("SELECT id FROM campaign")).all():
        if parameters_of(id_).get("strategy") == "active":
            set_parameters(id_, parameters_of(id_) | {"strategy": "topk"})
