"""The log of judgments: written once, read in many ways."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, exists, func, or_, select, text
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from assess import model
from assess.store.tables import (
    Assessor,
    AssessorKind,
    Assignment,
    PairAside,
    RevokedDecision,
    StoredItem,
    StoredJudgment,
    StoredPairing,
    StoredTopic,
    Submission,
    Task,
)
from assess.store.tables.assignments import KEPT_TASK


@dataclass(frozen=True, slots=True)
class LoggedJudgment:
    """A line of the log, with all that is known about it.

    ``counts`` says whether it holds in the tournament and the scores (see `COUNTS`), ``adjudicates`` whether it
    decides its pairing alone.
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
    adjudicates: bool


def current_judgments(session: Session, campaign_id: int, topic: str | None = None) -> Iterator[model.Judgment]:
    """The judgments that count, of one topic or of all, in the order of the log.

    None that was superseded, and none that does not count for another reason (see `COUNTS`).
    """
    rows = session.execute(_CURRENT if topic is None else _CURRENT_OF_TOPIC, {"campaign": campaign_id, "topic": topic})
    for found, a, b, preferred, round_, adjudicates in rows:
        yield model.Judgment(found, a, b, preferred, round_, adjudicates=adjudicates)


def machine_judgments(session: Session, campaign_id: int, topic: str) -> list[model.Judgment]:
    """The judgments of a topic by machines that do not count in the tournament; none that was taken back."""
    columns = (StoredTopic.topic, _A.docno, _B.docno, _PREFERRED.docno)
    by_machine = and_(_KEPT, Assessor.kind == "machine", ~Assessor.counted)
    query = _newest(_joined(select(*columns))).where(by_machine, StoredTopic.topic == topic)
    return [model.Judgment(*row) for row in session.execute(query, {"campaign": campaign_id})]


class Vote(NamedTuple):
    """A judgment by ids alone: the two items, the preferred one (None: a tie), and who judged."""

    item_a_id: int
    item_b_id: int
    preferred_id: int | None
    assessor_id: int


def votes_of_topic(session: Session, topic_id: int) -> list[Vote]:
    """The judgments of a topic that count, as `current_judgments` has them."""
    return [Vote(*row) for row in session.execute(_VOTES, {"topic": topic_id})]


class VotesByKind(NamedTuple):
    """The judgments of a topic by people and by machines."""

    people: list[Vote]
    machines: list[Vote]


def votes_by_kind(session: Session, topic_id: int) -> VotesByKind:
    """The judgments of a topic that nobody took back, whether the campaign counts this kind of assessor or not."""
    found = VotesByKind([], [])
    for machine, a, b, preferred, assessor in session.execute(_KEPT_VOTES, {"topic": topic_id}):
        (found.machines if machine else found.people).append(Vote(a, b, preferred, assessor))
    return found


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
        "counts": COUNTS,
        "adjudicates": StoredJudgment.adjudicates,
    }
    query = _joined(select(*(column.label(name) for name, column in columns.items())))
    query = query.join(_LEFT, _LEFT.id == StoredJudgment.left_id)
    if counting:
        query = _newest(query).where(COUNTS)
    for row in session.execute(query, {"campaign": campaign_id}):
        yield LoggedJudgment(**row._asdict())


_A, _B, _LEFT, _PREFERRED = aliased(StoredItem), aliased(StoredItem), aliased(StoredItem), aliased(StoredItem)
# A judgment that came by no assignment of ours was imported, and counts.
_ASSIGNMENT_FAILED = (
    exists()
    .where(Task.pairing_id == StoredJudgment.pairing_id, Task.assessor_id == StoredJudgment.assessor_id, KEPT_TASK)
    .where(
        Assignment.id == Task.assignment_id,
        (Assignment.state == "discarded") | (Assignment.screened & (Assignment.state != "finished")),
    )
)
_ITEM_ASIDE = exists().where(
    StoredItem.id.in_((StoredPairing.item_a_id, StoredPairing.item_b_id)), StoredItem.aside_at.is_not(None)
)
_PAIR_ASIDE = exists().where(
    PairAside.item_a_id == StoredPairing.item_a_id, PairAside.item_b_id == StoredPairing.item_b_id
)
_REVOKED = and_(StoredJudgment.adjudicates, exists().where(RevokedDecision.judgment_id == StoredJudgment.id))
# Nobody took it back: neither its assignment, nor its assessor's judgments of that time, nor its items, nor itself.
_KEPT = and_(
    ~_ASSIGNMENT_FAILED,
    or_(Assessor.discarded_from.is_(None), StoredJudgment.at < Assessor.discarded_from),
    ~_ITEM_ASIDE,
    ~_PAIR_ASIDE,
    ~_REVOKED,
)
# It holds: the campaign counts this kind of assessor, or the judgment decides a disagreement between them.
COUNTS = and_(_KEPT, or_(Assessor.counted, StoredJudgment.adjudicates))
_LATER = aliased(StoredJudgment)
Query = TypeVar("Query", bound=Select[*tuple[Any, ...]])


def _votes(query: Query, which: ColumnElement[bool] = COUNTS) -> Query:
    """The query over the judgments of a topic that count, or over *which* of them, without superseded ones."""
    return (
        query.select_from(StoredPairing)
        .join(StoredJudgment, StoredJudgment.pairing_id == StoredPairing.id)
        .join(Assessor, Assessor.id == StoredJudgment.assessor_id)
        .outerjoin(_LATER, _LATER.supersedes_id == StoredJudgment.id)
        .where(StoredPairing.topic_id == bindparam("topic"), _LATER.id.is_(None), which)
    )


# Built once: the scorer and a recount ask for topic after topic, and building a query takes longer than answering it.
_VOTE = (StoredPairing.item_a_id, StoredPairing.item_b_id, StoredJudgment.preferred_id, StoredJudgment.assessor_id)
_VOTES = _votes(select(*_VOTE)).order_by(StoredJudgment.id)
_KEPT_VOTES = _votes(select(Assessor.kind == "machine", *_VOTE), _KEPT).order_by(StoredJudgment.id)
_COUNTED_BY_PAIRING = _votes(select(StoredPairing.id, func.count()).where(~StoredJudgment.adjudicates)).group_by(
    StoredPairing.id
)
_NUMBER_OF_VOTES = _votes(select(func.count()))


def _joined(query: Query) -> Query:
    """The query over a campaign's judgments and what they speak of, in the order of the log."""
    return (
        query.select_from(StoredJudgment)
        .join(StoredPairing, StoredPairing.id == StoredJudgment.pairing_id)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .join(_A, _A.id == StoredPairing.item_a_id)
        .join(_B, _B.id == StoredPairing.item_b_id)
        .join(Assessor, Assessor.id == StoredJudgment.assessor_id)
        .outerjoin(_PREFERRED, _PREFERRED.id == StoredJudgment.preferred_id)
        .where(StoredTopic.campaign_id == bindparam("campaign"))
        .order_by(StoredJudgment.id)
    )


def _newest(query: Query) -> Query:
    """Without the judgments that were superseded."""
    return query.outerjoin(_LATER, _LATER.supersedes_id == StoredJudgment.id).where(_LATER.id.is_(None))


_CURRENT = _newest(
    _joined(
        select(
            StoredTopic.topic,
            _A.docno,
            _B.docno,
            _PREFERRED.docno,
            StoredPairing.round_,
            StoredJudgment.adjudicates,
        )
    )
).where(COUNTS)
_CURRENT_OF_TOPIC = _CURRENT.where(StoredTopic.topic == bindparam("topic"))


def counted_by_pairing(session: Session, topic_id: int) -> dict[int, int]:
    """Pairing id to the number of its judgments that count, without those that adjudicate."""
    return dict(session.execute(_COUNTED_BY_PAIRING, {"topic": topic_id}).all())


def count_votes(session: Session, topic_id: int) -> int:
    """The number of judgments of a topic that count."""
    return session.execute(_NUMBER_OF_VOTES, {"topic": topic_id}).scalar_one()


# Why a judgment does not count; the first reason that holds.
DISCARDED, UNFINISHED, GIVEN_UP = "discarded assignments", "unfinished assignments", "assignments given up"
ASSESSOR_DISCARDED, ASIDE, NOT_COUNTED = "discarded assessors", "items or pairs set aside", "assessors not counted"
REVOKED = "decisions taken back"
REASONS = (DISCARDED, UNFINISHED, GIVEN_UP, ASSESSOR_DISCARDED, ASIDE, REVOKED, NOT_COUNTED)


class JudgmentCount(NamedTuple):
    """How many judgments somebody made in a round, why they do not count (None: they do), and when the latest was."""

    round_: int
    assessor_id: int
    reason: str | None
    number: int
    latest: datetime


_OWN_TASK, _OWN = aliased(Task, name="own_task"), aliased(Assignment)
_REASON = case(
    (COUNTS, None),
    (_OWN.state == "discarded", DISCARDED),
    (_OWN.screened & (_OWN.state == "held"), UNFINISHED),
    (_OWN.screened & (_OWN.state != "finished"), GIVEN_UP),
    (Assessor.discarded_from <= StoredJudgment.at, ASSESSOR_DISCARDED),
    (or_(_ITEM_ASIDE, _PAIR_ASIDE), ASIDE),
    (_REVOKED, REVOKED),
    else_=NOT_COUNTED,
).label("reason")


class JudgmentDetails(NamedTuple):
    """A judgment with its assessor, by number, the assignment it came by, and why it does not count (None: it does).

    ``seen_at`` is when its assignment was handed out; ``hit_id`` is known once that was submitted at a platform.
    """

    id: int
    topic_id: int
    topic: str
    round_: int
    item_a_id: int
    docno_a: str
    item_b_id: int
    docno_b: str
    left: str
    preferred: str | None
    strength: int
    seconds: float | None
    changes: int
    at: datetime
    adjudicates: bool
    assessor_id: int
    kind: AssessorKind
    reason: str | None
    assignment_id: int | None
    seen_at: datetime | None
    hit_id: int | None


def judgment_details(session: Session, campaign_id: int) -> Iterator[JudgmentDetails]:
    """Every judgment of a campaign without superseded ones, in the order of the log."""
    columns = (
        *(StoredJudgment.id, StoredTopic.id, StoredTopic.topic, StoredPairing.round_),
        *(_A.id, _A.docno, _B.id, _B.docno, _LEFT.docno, _PREFERRED.docno),
        *(StoredJudgment.strength, StoredJudgment.seconds, StoredJudgment.changes, StoredJudgment.at),
        *(StoredJudgment.adjudicates, Assessor.id, Assessor.kind, _REASON, _OWN.id, _OWN.taken_at, Submission.hit_id),
    )
    query = _with_assignment(_joined(select(*columns)))
    query = query.join(_LEFT, _LEFT.id == StoredJudgment.left_id)
    query = query.outerjoin(Submission, Submission.assignment_id == _OWN.id)
    for row in session.execute(_newest(query), {"campaign": campaign_id}):
        yield JudgmentDetails(*row)


def judgment_counts(session: Session, campaign_id: int) -> list[JudgmentCount]:
    """The judgments of a campaign without superseded ones, counted by round, assessor and why they do not count."""
    query = (
        select(StoredPairing.round_, StoredJudgment.assessor_id, _REASON, func.count(), func.max(StoredJudgment.at))
        .select_from(StoredJudgment)
        .join(StoredPairing, StoredPairing.id == StoredJudgment.pairing_id)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .join(Assessor, Assessor.id == StoredJudgment.assessor_id)
        .where(StoredTopic.campaign_id == campaign_id)
        .group_by(StoredPairing.round_, StoredJudgment.assessor_id, _REASON)
        .order_by(StoredPairing.round_, StoredJudgment.assessor_id)
    )
    return [JudgmentCount(*row) for row in session.execute(_newest(_with_assignment(query)))]


def _with_assignment(query: Query) -> Query:
    """The query with the assignment by which each judgment came, if it came by one."""
    return query.outerjoin(
        _OWN_TASK,
        (_OWN_TASK.pairing_id == StoredJudgment.pairing_id)
        & (_OWN_TASK.assessor_id == StoredJudgment.assessor_id)
        & text("NOT own_task.released"),  # in the words of the index, as KEPT_TASK
    ).outerjoin(_OWN, _OWN.id == _OWN_TASK.assignment_id)


def count_superseded(session: Session, campaign_id: int) -> int:
    """How many judgments were superseded: somebody changed their answer."""
    query = (
        select(func.count())
        .select_from(StoredJudgment)
        .join(StoredPairing, StoredPairing.id == StoredJudgment.pairing_id)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .where(StoredTopic.campaign_id == campaign_id, StoredJudgment.supersedes_id.is_not(None))
    )
    return session.execute(query).scalar_one()


def latest_times(session: Session, campaign_id: int, limit: int) -> list[datetime]:
    """When the latest judgments were made, at most *limit* of them, newest first; by those whose judgments count."""
    query = (
        select(StoredJudgment.at)
        .join(StoredPairing, StoredPairing.id == StoredJudgment.pairing_id)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .join(Assessor, Assessor.id == StoredJudgment.assessor_id)
        .where(StoredTopic.campaign_id == campaign_id, Assessor.counted)
        .order_by(StoredJudgment.id.desc())
        .limit(limit)
    )
    return list(session.scalars(query))


# The newest of this many judgments tell how long others take for a pair.
RECENT_TIMES = 500
_MINE, _MINE_PAIRING, _MINE_LATER = aliased(StoredJudgment), aliased(StoredPairing), aliased(StoredJudgment)
_BESIDE = (
    select(_MINE.id, _MINE.preferred_id, _MINE.at, StoredJudgment.preferred_id)
    .select_from(_MINE)
    .join(_MINE_PAIRING, _MINE_PAIRING.id == _MINE.pairing_id)
    .outerjoin(_MINE_LATER, _MINE_LATER.supersedes_id == _MINE.id)
    .join(
        StoredPairing,
        and_(
            StoredPairing.topic_id == _MINE_PAIRING.topic_id,
            StoredPairing.item_a_id == _MINE_PAIRING.item_a_id,
            StoredPairing.item_b_id == _MINE_PAIRING.item_b_id,
        ),
    )
    .join(StoredJudgment, StoredJudgment.pairing_id == StoredPairing.id)
    .join(Assessor, Assessor.id == StoredJudgment.assessor_id)
    .outerjoin(_LATER, _LATER.supersedes_id == StoredJudgment.id)
    .where(_MINE.assessor_id == bindparam("assessor"), StoredJudgment.assessor_id != bindparam("assessor"))
    .where(_MINE_LATER.id.is_(None), _LATER.id.is_(None), COUNTS)
)


def answers_beside_others(session: Session, assessor_id: int) -> list[tuple[int, int | None, datetime, int | None]]:
    """Each newest judgment of the assessor beside each judgment of others of the same items that counts.

    A row is the judgment's id, the item it prefers, its time, and the item that the other one prefers.
    """
    rows = session.execute(_BESIDE, {"assessor": assessor_id})
    return [(id_, preferred, at, other) for id_, preferred, at, other in rows]


def seconds_of_others(session: Session, campaign_id: int, assessor_id: int) -> list[float]:
    """The times of the latest judgments of the campaign by other people, as far as they are known."""
    query = (
        select(StoredJudgment.seconds)
        .join(Assessor, Assessor.id == StoredJudgment.assessor_id)
        .where(Assessor.campaign_id == campaign_id, Assessor.id != assessor_id, Assessor.kind != "machine")
        .where(StoredJudgment.seconds.is_not(None))
        .order_by(StoredJudgment.id.desc())
        .limit(RECENT_TIMES)
    )
    return [seconds for seconds in session.scalars(query) if seconds is not None]


def seconds_of_person(session: Session, assessor_id: int, since: datetime | None) -> list[float]:
    """The times of all judgments of the assessor, or of those after *since*, as far as they are known."""
    query = select(StoredJudgment.seconds).where(
        StoredJudgment.assessor_id == assessor_id, StoredJudgment.seconds.is_not(None)
    )
    if since is not None:
        query = query.where(StoredJudgment.at > since)
    return [seconds for seconds in session.scalars(query) if seconds is not None]
