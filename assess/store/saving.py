"""The few statements that saving an answer takes, built once: a save costs little, and the same forever."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Table, and_, bindparam, insert, null, select, union_all, update
from sqlalchemy.orm import Session

from assess.store.tables import Answer, Assessor, Campaign, Hit, HitKind, HitState, Judgment, Link, Task


def _table(model: Any) -> Table:
    table = model.__table__
    assert isinstance(table, Table)
    return table


hit, task, link, assessor = _table(Hit), _table(Task), _table(Link), _table(Assessor)
campaign, judgment, answer = _table(Campaign), _table(Judgment), _table(Answer)


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
    expires_at: datetime
    assessor_id: int
    identity: str
    campaign_id: int
    answers: int | None
    minutes: int | None
    link_identity: str | None
    link_expires_at: datetime | None
    link_revoked_at: datetime | None


_ASKED = (
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
        hit.c.expires_at,
        hit.c.assessor_id,
        assessor.c.identity,
        hit.c.campaign_id,
        campaign.c.parameters["answers"].as_integer().label("answers"),
        link.c.settings["minutes"].as_integer().label("minutes"),
        link.c.identity.label("link_identity"),
        link.c.expires_at.label("link_expires_at"),
        link.c.revoked_at.label("link_revoked_at"),
    )
    .select_from(hit)
    .join(task, and_(task.c.hit_id == hit.c.id, task.c.position == bindparam("position")))
    .join(assessor, assessor.c.id == hit.c.assessor_id)
    .join(campaign, campaign.c.id == hit.c.campaign_id)
    .join(link, and_(link.c.campaign_id == hit.c.campaign_id, link.c.kind == assessor.c.kind))
    .where(hit.c.id == bindparam("hit"), link.c.id == bindparam("link"))
    .with_for_update(of=hit)
)


def asked_task(session: Session, hit_id: int, position: int, link_id: int) -> AskedTask | None:
    """The task, its HIT held for this transaction; None when there is none for whoever comes by this link."""
    row = session.execute(_ASKED, {"hit": hit_id, "position": position, "link": link_id}).first()
    return None if row is None else AskedTask(**row._mapping)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer in the log: the judgment of a pairing, or the value of another task."""

    position: int
    id: int
    key: str | None
    preferred_id: int | None
    strength: int | None
    value: float | None

    def side(self, left_id: int) -> float:
        """The answer as it was sent: negative for the item on the left, 0 for a tie; or a grade."""
        if self.value is not None:
            return self.value
        if self.preferred_id is None or self.strength is None:
            return 0
        return -self.strength if self.preferred_id == left_id else self.strength


_GIVEN = union_all(
    select(
        task.c.position,
        judgment.c.id,
        judgment.c.key,
        judgment.c.preferred_id,
        judgment.c.strength,
        null().label("value"),
    )
    .select_from(task)
    .outerjoin(
        judgment,
        and_(
            judgment.c.pairing_id == task.c.pairing_id,
            judgment.c.assessor_id == task.c.assessor_id,
            task.c.released.is_(False),
        ),
    )
    .where(task.c.hit_id == bindparam("hit")),
    select(task.c.position, answer.c.id, answer.c.key, null(), null(), answer.c.value)
    .select_from(task)
    .join(answer, answer.c.task_id == task.c.id)
    .where(task.c.hit_id == bindparam("hit")),
)


def given_answers(session: Session, hit_id: int) -> tuple[list[GivenAnswer], int]:
    """Every answer of the HIT, those of each task in the order they were given; and the number of its tasks."""
    rows = session.execute(_GIVEN, {"hit": hit_id}).all()
    given = [GivenAnswer(*row) for row in rows if row[1] is not None]
    return sorted(given, key=lambda answer: answer.id), len({row[0] for row in rows})


_ADD_JUDGMENT, _ADD_ANSWER = insert(judgment), insert(answer)
_RENEW = update(hit).where(hit.c.id == bindparam("hit")).values(expires_at=bindparam("until"))


def append_judgment(session: Session, values: Mapping[str, Any]) -> None:
    session.execute(_ADD_JUDGMENT, values)


def append_answer(session: Session, values: Mapping[str, Any]) -> None:
    session.execute(_ADD_ANSWER, values)


def renew_lease(session: Session, hit_id: int, until: datetime) -> None:
    session.execute(_RENEW, {"hit": hit_id, "until": until})
