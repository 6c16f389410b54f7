"""The log of judgments: written once, read in many ways."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Select, bindparam, exists, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from assess import model
from assess.store.tables import (
    Assessor,
    AssessorKind,
    Assignment,
    StoredItem,
    StoredJudgment,
    StoredPairing,
    StoredTopic,
    Task,
)
from assess.store.tables.assignments import KEPT_TASK


@dataclass(frozen=True, slots=True)
class LoggedJudgment:
    """A line of the log, with all that is known about it.

    ``counts`` is False while the challenges of its assignment are open, and for good if it was discarded or abandoned.
    """

    id: int
    topic: str
    round_: int
    docno_a: str
    docno_b: str
    left: str
    preferred: str | None
    strength: int
    seconds: float | None
    changes: int
    at: datetime
    supersedes: int | None
    kind: AssessorKind
    identity: str
    counts: bool


def current_judgments(session: Session, campaign_id: int, topic: str | None = None) -> Iterator[model.Judgment]:
    """The judgments that count, of one topic or of all, in the order of the log.

    None that was superseded, and none of an assignment that was discarded or whose challenges are still open.
    """
    later = aliased(StoredJudgment)
    columns = (StoredTopic.topic, _A.docno, _B.docno, _PREFERRED.docno, StoredPairing.round_)
    query = _joined(select(*columns), campaign_id)
    query = query.outerjoin(later, later.supersedes_id == StoredJudgment.id).where(later.id.is_(None), _COUNTS)
    if topic is not None:
        query = query.where(StoredTopic.topic == topic)
    for row in session.execute(query):
        yield model.Judgment(*row)


class Vote(NamedTuple):
    """A judgment by ids alone: the two items, the preferred one (None: a tie), and who judged."""

    item_a_id: int
    item_b_id: int
    preferred_id: int | None
    assessor_id: int


def votes_of_topic(session: Session, topic_id: int) -> list[Vote]:
    """The judgments of a topic that count, as `current_judgments` has them."""
    return [Vote(*row) for row in session.execute(_VOTES, {"topic": topic_id})]


def judgment_log(session: Session, campaign_id: int, *, counting: bool = False) -> Iterator[LoggedJudgment]:
    """Every judgment of a campaign in the order of the log, superseded ones too; or only those *counting*."""
    columns: dict[str, ColumnElement[Any] | InstrumentedAttribute[Any]] = {
        "id": StoredJudgment.id,
        "topic": StoredTopic.topic,
        "round_": StoredPairing.round_,
        "docno_a": _A.docno,
        "docno_b": _B.docno,
        "left": _LEFT.docno,
        "preferred": _PREFERRED.docno,
        "strength": StoredJudgment.strength,
        "seconds": StoredJudgment.seconds,
        "changes": StoredJudgment.changes,
        "at": StoredJudgment.at,
        "supersedes": StoredJudgment.supersedes_id,
        "kind": Assessor.kind,
        "identity": Assessor.identity,
        "counts": _COUNTS,
    }
    query = _joined(select(*(column.label(name) for name, column in columns.items())), campaign_id)
    query = query.join(_LEFT, _LEFT.id == StoredJudgment.left_id).join(
        Assessor, Assessor.id == StoredJudgment.assessor_id
    )
    if counting:
        later = aliased(StoredJudgment)
        query = query.outerjoin(later, later.supersedes_id == StoredJudgment.id).where(later.id.is_(None), _COUNTS)
    for row in session.execute(query):
        yield LoggedJudgment(**row._asdict())


_A, _B, _LEFT, _PREFERRED = aliased(StoredItem), aliased(StoredItem), aliased(StoredItem), aliased(StoredItem)
# A judgment that came by no assignment of ours was imported, and counts.
_COUNTS = ~(
    exists()
    .where(Task.pairing_id == StoredJudgment.pairing_id, Task.assessor_id == StoredJudgment.assessor_id, KEPT_TASK)
    .where(
        Assignment.id == Task.assignment_id,
        (Assignment.state == "discarded") | (Assignment.screened & (Assignment.state != "finished")),
    )
)
# Built once: the scorer asks for each judgment, and building a query takes longer than answering it.
_LATER = aliased(StoredJudgment)
_VOTES = (
    select(StoredPairing.item_a_id, StoredPairing.item_b_id, StoredJudgment.preferred_id, StoredJudgment.assessor_id)
    .join(StoredJudgment, StoredJudgment.pairing_id == StoredPairing.id)
    .outerjoin(_LATER, _LATER.supersedes_id == StoredJudgment.id)
    .where(StoredPairing.topic_id == bindparam("topic"), _LATER.id.is_(None), _COUNTS)
    .order_by(StoredJudgment.id)
)
Query = TypeVar("Query", bound=Select[*tuple[Any, ...]])


def _joined(query: Query, campaign_id: int) -> Query:
    """The query over a campaign's judgments and what they speak of, in the order of the log."""
    return (
        query.select_from(StoredJudgment)
        .join(StoredPairing, StoredPairing.id == StoredJudgment.pairing_id)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .join(_A, _A.id == StoredPairing.item_a_id)
        .join(_B, _B.id == StoredPairing.item_b_id)
        .outerjoin(_PREFERRED, _PREFERRED.id == StoredJudgment.preferred_id)
        .where(StoredTopic.campaign_id == campaign_id)
        .order_by(StoredJudgment.id)
    )


def count_judgments(session: Session, campaign_id: int) -> int:
    """How many judgments were made, corrections not counted again."""
    query = (
        select(func.count())
        .select_from(StoredJudgment)
        .join(StoredPairing, StoredPairing.id == StoredJudgment.pairing_id)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .where(StoredTopic.campaign_id == campaign_id, StoredJudgment.supersedes_id.is_(None))
    )
    return session.execute(query).scalar_one()
