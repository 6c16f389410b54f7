"""The few statements that saving an answer takes, built once: a save costs little, and the same forever."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Table, and_, bindparam, exists, func, insert, or_, select, update

from assess.database.statements import Prepared
from assess.store.tables import Answer, Assessor, Campaign, Hit, HitKind, HitState, Judgment, Link, Task
from assess.store.tables.assignments import KEPT_TASK
from assess.store.tables.base import table_of

hit, task, link, assessor = table_of(Hit), table_of(Task), table_of(Link), table_of(Assessor)
campaign, judgment, answer = table_of(Campaign), table_of(Judgment), table_of(Answer)


# A lease that ends this soon is lapsing.
SOON = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class AskedTask:
    """A task of a HIT, and all that decides whether its answer is taken from whom the link names."""

    id: int
    position: int
    pairing_id: int | None
    topic_id: int
    left_id: int
    right_id: int | None
    expected: int | None
    released: bool
    hit_id: int
    kind: HitKind
    state: HitState
    screened: bool
    lapsing: bool
    assessor_id: int
    identity: str
    campaign_id: int
    answers: int | None
    minutes: int | None
    link_identity: str | None
    link_expired: bool | None
    link_revoked: bool
    answered_before: bool
    answered: int
    tasks: int


_other = task.alias("other")
_judged = exists().where(judgment.c.pairing_id == task.c.pairing_id, judgment.c.assessor_id == task.c.assessor_id)
_given = exists().where(answer.c.task_id == task.c.id)
_other_judged = exists().where(
    judgment.c.pairing_id == _other.c.pairing_id, judgment.c.assessor_id == _other.c.assessor_id
)
_other_given = exists().where(answer.c.task_id == _other.c.id)
_tasks = select(func.count()).where(_other.c.hit_id == hit.c.id)

_ASKED = Prepared(
    select(
        task.c.id,
        task.c.position,
        task.c.pairing_id,
        task.c.topic_id,
        task.c.left_id,
        task.c.right_id,
        task.c.expected,
        task.c.released,
        hit.c.id.label("hit_id"),
        hit.c.kind,
        hit.c.state,
        hit.c.screened,
        (hit.c.expires_at < bindparam("soon")).label("lapsing"),
        hit.c.assessor_id,
        assessor.c.identity,
        hit.c.campaign_id,
        campaign.c.parameters["answers"].as_integer().label("answers"),
        link.c.settings["minutes"].as_integer().label("minutes"),
        link.c.identity.label("link_identity"),
        (link.c.expires_at <= bindparam("now")).label("link_expired"),
        link.c.revoked_at.is_not(None).label("link_revoked"),
        or_(_judged, _given).label("answered_before"),
        _tasks.where(or_(_other_judged, _other_given)).scalar_subquery().label("answered"),
        _tasks.scalar_subquery().label("tasks"),
    )
    .select_from(hit)
    .join(task, and_(task.c.hit_id == hit.c.id, task.c.position == bindparam("position")))
    .join(assessor, assessor.c.id == hit.c.assessor_id)
    .join(campaign, campaign.c.id == hit.c.campaign_id)
    .join(link, and_(link.c.campaign_id == hit.c.campaign_id, link.c.kind == assessor.c.kind))
    .where(hit.c.id == bindparam("hit"), link.c.id == bindparam("link"))
    .with_for_update(of=hit)
)


def asked_task(connection: Connection, hit_id: int, position: int, link_id: int, now: datetime) -> AskedTask | None:
    """The task, its HIT held for this transaction; None when there is none for whoever comes by this link."""
    rows = _ASKED(connection, hit=hit_id, position=position, link=link_id, now=now, soon=now + SOON)
    return AskedTask(*rows[0]) if rows else None


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer in the log: negative for the item on the left, 0 for a tie; or a grade."""

    position: int
    id: int
    key: str | None
    value: float


_JUDGED = Prepared(
    select(
        task.c.position,
        judgment.c.id,
        judgment.c.key,
        judgment.c.preferred_id,
        judgment.c.strength,
        task.c.left_id,
    )
    .select_from(task)
    .join(
        judgment,
        and_(
            judgment.c.pairing_id == task.c.pairing_id,
            judgment.c.assessor_id == task.c.assessor_id,
            KEPT_TASK,
        ),
    )
    .where(task.c.hit_id == bindparam("hit"))
)
_ANSWERED = Prepared(
    select(task.c.position, answer.c.id, answer.c.key, answer.c.value)
    .select_from(task)
    .join(answer, answer.c.task_id == task.c.id)
    .where(task.c.hit_id == bindparam("hit"))
)


def given_answers(connection: Connection, hit_id: int) -> list[GivenAnswer]:
    """Every answer of the HIT, those of each task in the order they were given."""
    given = [
        GivenAnswer(position, id_, key, _side(left_id, preferred_id, strength))
        for position, id_, key, preferred_id, strength, left_id in _JUDGED(connection, hit=hit_id)
    ]
    given += [GivenAnswer(*row) for row in _ANSWERED(connection, hit=hit_id)]
    return sorted(given, key=lambda answer: answer.id)


def _side(left_id: int, preferred_id: int | None, strength: int) -> int:
    if preferred_id is None:
        return 0
    return -strength if preferred_id == left_id else strength


def _insert(table: Table) -> Prepared:
    """Insert a row with a value for every column but the id."""
    return Prepared(insert(table).values({column: bindparam(column.name) for column in table.c if column.name != "id"}))


_ADD_JUDGMENT, _ADD_ANSWER = _insert(judgment), _insert(answer)
_RENEW = update(hit).where(hit.c.id == bindparam("this_hit")).values(expires_at=bindparam("until"))


def append_judgment(connection: Connection, values: Mapping[str, Any]) -> None:
    _ADD_JUDGMENT(connection, **values)


def append_answer(connection: Connection, values: Mapping[str, Any]) -> None:
    _ADD_ANSWER(connection, **values)


def renew_lease(connection: Connection, hit_id: int, until: datetime) -> None:
    connection.execute(_RENEW, {"this_hit": hit_id, "until": until})
