"""Mechanical Turk's words: what was called a hit is an assignment, what was called a ticket is a HIT.

The ids of the platform are ``external_id`` (before: ``visit`` and ``unit``). An assignment keeps the terms it was
handed out on: the answers of a pair, and the seconds by which an answer renews the lease.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

# In this order: a name must be free before another table, index or sequence takes it.
TABLES = ("hit", "ticket", "task", "comment", "submission", "ledger")
WORDS = {"hit": "assignment", "ticket": "hit", "visit": "external_id", "unit": "external_id"}
SETTINGS = {"hits": "assignment_size", "hits_per_person": "assignments_per_person"}
PARAMETERS = {"visit": "assignment", "unit": "hit"}
USUAL_ANSWERS, DEDICATED_MINUTES = 2, 30


def renamed(text: str) -> str:
    """The text with every word replaced, also where it is a part of a name such as ``ix_ledger_ticket_id``."""
    return re.sub(rf"(?<![a-z])({'|'.join(WORDS)})(?![a-z])", lambda found: WORDS[found[0]], text)


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in TABLES:
            rebuild_on_sqlite(table)
    else:
        for table in TABLES:
            rename_on_postgresql(table)
    keep_terms()
    rename_in_settings()


def rebuild_on_sqlite(table: str) -> None:
    """Create the table again under its new names: SQLite cannot rename a constraint."""
    connection = op.get_bind()
    query = "SELECT type, sql FROM sqlite_master WHERE tbl_name = :table AND sql IS NOT NULL ORDER BY type DESC"
    statements = connection.execute(sa.text(query), {"table": table}).all()
    new, temporary = renamed(table), f"new_{table}"
    created = [sql for kind, sql in statements if kind == "table"]
    indexes = [sql for kind, sql in statements if kind == "index"]
    connection.exec_driver_sql(
        re.sub(rf"(CREATE TABLE \"?){new}\b", rf"\g<1>{temporary}", renamed(created[0]), count=1)
    )
    connection.exec_driver_sql(f"INSERT INTO {temporary} SELECT * FROM {table}")
    connection.exec_driver_sql(f"DROP TABLE {table}")
    connection.exec_driver_sql(f"ALTER TABLE {temporary} RENAME TO {new}")
    for index in indexes:
        connection.exec_driver_sql(renamed(index))


def rename_on_postgresql(table: str) -> None:
    new = renamed(table)
    if new != table:
        op.rename_table(table, new)
    # Read all names before changing any: the old name of one thing may be the new name of another.
    columns = [column["name"] for column in sa.inspect(op.get_bind()).get_columns(new)]
    constraints = _names("SELECT conname FROM pg_constraint WHERE conrelid = CAST(:table AS regclass)", new)
    indexes = _names("SELECT indexname FROM pg_indexes WHERE tablename = :table", new)
    for name in _changed(columns):
        op.execute(f"ALTER TABLE {new} RENAME COLUMN {name} TO {renamed(name)}")
    for name in _changed(constraints):  # the index behind a constraint is renamed with it
        op.execute(f'ALTER TABLE {new} RENAME CONSTRAINT "{name}" TO "{renamed(name)}"')
    for name in _changed(set(indexes) - set(constraints)):
        op.execute(f'ALTER INDEX "{name}" RENAME TO "{renamed(name)}"')
    if new != table:
        op.execute(f"ALTER SEQUENCE {table}_id_seq RENAME TO {new}_id_seq")


def _names(query: str, table: str) -> list[str]:
    return list(op.get_bind().scalars(sa.text(query), {"table": table}))


def _changed(names: Iterable[str]) -> list[str]:
    """The names that change. Those of hits come first: the new names of tickets are free only after that."""
    return sorted((name for name in names if renamed(name) != name), key=lambda name: "ticket" in name)


def keep_terms() -> None:
    """Give each assignment the terms that applied to it until now."""
    op.add_column("assignment", sa.Column("answers", sa.Integer, nullable=False, server_default=f"{USUAL_ANSWERS}"))
    op.add_column("assignment", sa.Column("lease_seconds", sa.Integer))
    connection = op.get_bind()
    answers = sa.text("UPDATE assignment SET answers = :answers WHERE campaign_id = :id")
    for id_, parameters in connection.execute(sa.text("SELECT id, parameters FROM campaign")).all():
        connection.execute(answers, {"id": id_, "answers": _record(parameters).get("answers", USUAL_ANSWERS)})
    lease = sa.text("UPDATE assignment SET lease_seconds = :seconds WHERE link_id = :id")
    for id_, settings in connection.execute(sa.text("SELECT id, settings FROM link WHERE identity IS NOT NULL")).all():
        minutes = _record(settings).get("minutes", DEDICATED_MINUTES)
        connection.execute(lease, {"id": id_, "seconds": 60 * minutes})


def rename_in_settings() -> None:
    """Use the new names in settings, in the terms of launches, and in the causes of ledger entries."""
    for table, column in (("campaign", "parameters"), ("link", "settings"), ("launch", "terms")):
        change = sa.text(f"UPDATE {table} SET {column} = :renamed WHERE id = :id")
        for id_, stored in op.get_bind().execute(sa.text(f"SELECT id, {column} FROM {table}")).all():
            record = _record(stored)
            renamed_record = _renamed_keys(record, SETTINGS)
            if "parameters" in record:
                renamed_record["parameters"] = _renamed_keys(record["parameters"], PARAMETERS)
            if renamed_record != record:
                op.get_bind().execute(change, {"id": id_, "renamed": json.dumps(renamed_record)})
    op.execute("UPDATE ledger SET cause = 'assignment' || substr(cause, 4) WHERE kind = 'bonus' AND cause LIKE 'hit%'")


def _renamed_keys(record: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {names.get(key, key): value for key, value in record.items()}


def _record(stored: Any) -> Mapping[str, Any]:
    """A JSON column: text on SQLite, read already on PostgreSQL."""
    found: Mapping[str, Any] = json.loads(stored) if isinstance(stored, str) else stored
    return found
