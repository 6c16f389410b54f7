"""Judgments of the pairings on which people disagree, and the decisions of these."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, delete, exists, func, insert, or_, select, text
from sqlalchemy.orm import Session, aliased

from assess.store.judgments import COUNTS
from assess.store.tables import (
    Assessor,
    AssessorKind,
    Assignment,
    RevokedDecision,
    StoredItem,
    StoredJudgment,
    StoredPairing,
    StoredTopic,
    Task,
)
from assess.store.tables.assignments import KEPT_TASK

_LATER, _A, _B, _PREFERRED = aliased(StoredJudgment), aliased(StoredItem), aliased(StoredItem), aliased(StoredItem)
# Aliases, because COUNTS asks about these tables too.
_TASK, _ASSIGNMENT = aliased(Task, name="own_task"), aliased(Assignment)


class SaidRow(NamedTuple):
    """A judgment that counts, of a pairing on which people disagree. ``seen_at`` is when the pair was handed out."""

    pairing_id: int
    topic_id: int
    topic: str
    round_: int
    item_a_id: int
    docno_a: str
    item_b_id: int
    docno_b: str
    judgment_id: int
    assessor_id: int
    kind: AssessorKind
    identity: str
    preferred: str | None
    at: datetime
    seen_at: datetime
    adjudicates: bool


def disputed_pairings(session: Session, campaign_id: int) -> list[int]:
    """Ids of the pairings that have all their judgments, not all with the same answer."""
    answers = func.count(func.coalesce(StoredJudgment.preferred_id, 0).distinct())
    query = (
        select(StoredPairing.id)
        .join(StoredJudgment, StoredJudgment.pairing_id == StoredPairing.id)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .join(Assessor, Assessor.id == StoredJudgment.assessor_id)
        .outerjoin(_LATER, _LATER.supersedes_id == StoredJudgment.id)
        .where(StoredTopic.campaign_id == campaign_id, _LATER.id.is_(None), COUNTS, ~StoredJudgment.adjudicates)
        .where(or_(StoredPairing.withdrawn, StoredPairing.counted >= StoredPairing.votes))
        .group_by(StoredPairing.id)
        .having(answers > 1)
        .order_by(StoredPairing.id)
    )
    return list(session.scalars(query))


def judgments_of_pairings(session: Session, pairing_ids: Collection[int]) -> list[SaidRow]:
    """The judgments of these pairings that count, decisions too, in the order of the log."""
    query = (
        select(
            StoredPairing.id,
            StoredTopic.id,
            StoredTopic.topic,
            StoredPairing.round_,
            _A.id,
            _A.docno,
            _B.id,
            _B.docno,
            StoredJudgment.id,
            Assessor.id,
            Assessor.kind,
            Assessor.identity,
            _PREFERRED.docno,
            StoredJudgment.at,
            func.coalesce(_ASSIGNMENT.taken_at, StoredJudgment.at),
            StoredJudgment.adjudicates,
        )
        .select_from(StoredJudgment)
        .join(StoredPairing, StoredPairing.id == StoredJudgment.pairing_id)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .join(_A, _A.id == StoredPairing.item_a_id)
        .join(_B, _B.id == StoredPairing.item_b_id)
        .join(Assessor, Assessor.id == StoredJudgment.assessor_id)
        .outerjoin(_PREFERRED, _PREFERRED.id == StoredJudgment.preferred_id)
        .outerjoin(_LATER, _LATER.supersedes_id == StoredJudgment.id)
        .outerjoin(
            _TASK,
            and_(
                _TASK.pairing_id == StoredPairing.id,
                _TASK.assessor_id == StoredJudgment.assessor_id,
                text("NOT own_task.released"),  # in the words of the index, as KEPT_TASK
            ),
        )
        .outerjoin(_ASSIGNMENT, _ASSIGNMENT.id == _TASK.assignment_id)
        .where(StoredPairing.id.in_(pairing_ids), _LATER.id.is_(None), COUNTS)
        .order_by(StoredJudgment.id)
    )
    return [SaidRow._make(row) for row in session.execute(query)]


def pairings_in_adjudication(session: Session, campaign_id: int) -> set[int]:
    """Ids of the pairings that somebody holds to decide them."""
    query = (
        select(Task.pairing_id)
        .join(Assignment, Assignment.id == Task.assignment_id)
        .where(Assignment.campaign_id == campaign_id, Assignment.state == "held")
        .where(Assignment.purpose == "adjudication", KEPT_TASK)
    )
    return {pairing_id for pairing_id in session.scalars(query) if pairing_id is not None}


def pairings_had(session: Session, assessor_id: int, pairing_ids: Collection[int]) -> set[int]:
    """Those of the pairings that the assessor had before: they hold or have judged them."""
    had = exists().where(Task.pairing_id == StoredPairing.id, Task.assessor_id == assessor_id, KEPT_TASK)
    judged = exists().where(StoredJudgment.pairing_id == StoredPairing.id, StoredJudgment.assessor_id == assessor_id)
    query = select(StoredPairing.id).where(StoredPairing.id.in_(pairing_ids), or_(had, judged))
    return set(session.scalars(query))


def add_decision(
    session: Session, assessor_id: int, pairing_id: int, left_id: int, preferred_id: int | None, now: datetime
) -> int:
    """Append a judgment that decides the pairing alone; return its id. It supersedes the assessor's own before it."""
    own = select(func.max(StoredJudgment.id)).where(
        StoredJudgment.pairing_id == pairing_id, StoredJudgment.assessor_id == assessor_id
    )
    decision = StoredJudgment(
        pairing_id=pairing_id,
        assessor_id=assessor_id,
        left_id=left_id,
        preferred_id=preferred_id,
        strength=1,
        changes=0,
        at=now,
        supersedes_id=session.scalar(own),
        adjudicates=True,
    )
    session.add(decision)
    session.flush()
    return decision.id


def revoke_decisions(session: Session, judgment_ids: Collection[int], now: datetime) -> None:
    """Let these decisions count no more."""
    if judgment_ids:
        session.execute(insert(RevokedDecision), [{"judgment_id": number, "at": now} for number in judgment_ids])


def restore_decisions(session: Session, judgment_ids: Collection[int]) -> None:
    """Let these decisions count again."""
    session.execute(delete(RevokedDecision).where(RevokedDecision.judgment_id.in_(judgment_ids)))


def revoked_among(session: Session, judgment_ids: Collection[int]) -> set[int]:
    """Those of the decisions that were revoked."""
    query = select(RevokedDecision.judgment_id).where(RevokedDecision.judgment_id.in_(judgment_ids))
    return set(session.scalars(query))
