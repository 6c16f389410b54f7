"""What all tables share: constraint names, column types for Python types, and the lists of allowed values."""

from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, get_args

from sqlalchemy import CheckConstraint, MetaData, Table
from sqlalchemy.orm import DeclarativeBase

from assess.database.types import TEXT, Money, Utc

State = Literal["draft", "open", "paused", "closed"]
Material = Literal["text", "image", "results"]
GradeSource = Literal["imported", "collected", "adjudicated"]
# "simulated" stands for people: assessors of the demo, of `assess work` and of rehearsals. "organiser" decides
# disagreements by command.
AssessorKind = Literal["invited", "worker", "panel", "machine", "simulated", "organiser"]
LinkKind = Literal["invited", "worker", "panel", "machine", "simulated", "organiser"]
AssignmentKind = Literal["judging", "grading", "training"]
# "beside": judgments that do not count, such as those of machines where people decide.
Purpose = Literal["tournament", "beside", "adjudication"]
AssignmentState = Literal["held", "finished", "discarded", "returned", "expired"]
GradingState = Literal["open", "held", "graded"]
CommentKind = Literal["comment", "flag"]
FlagReason = Literal["broken", "wrong-topic", "offensive", "undecidable"]
Platform = Literal["mturk", "panel"]
LaunchState = Literal["open", "stopping", "stopped"]
HitKind = Literal["work", "compensation"]
SubmissionState = Literal["submitted", "approved", "rejected"]
EntryKind = Literal["publish", "top_up", "reward", "bonus"]
Settled = Literal["done", "refused"]


def table_of(model: type["Base"]) -> Table:
    """The table behind a model, for statements that are built once and run often."""
    table = model.__table__
    assert isinstance(table, Table)
    return table


def one_of(column: str, values: Any) -> CheckConstraint:
    """The constraint that *column* holds one of the values of a Literal."""
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
    type_annotation_map = {  # noqa: RUF012
        str: TEXT,
        State: TEXT,
        Material: TEXT,
        GradeSource: TEXT,
        AssessorKind: TEXT,
        LinkKind: TEXT,
        AssignmentKind: TEXT,
        AssignmentState: TEXT,
        GradingState: TEXT,
        Purpose: TEXT,
        CommentKind: TEXT,
        FlagReason: TEXT,
        Platform: TEXT,
        LaunchState: TEXT,
        HitKind: TEXT,
        SubmissionState: TEXT,
        EntryKind: TEXT,
        Settled: TEXT,
        datetime: Utc,
        Decimal: Money,
    }
