"""The qualifications of workers: those granted to them, and those computed from their work."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.errors import ConflictError
from assess.marketplace.domain.assignments import counts_by_state
from assess.marketplace.domain.ids import entity_id
from assess.marketplace.domain.system_qualifications import ADULT, LOCALE, MASTERS, NUMBER_APPROVED, PERCENT_APPROVED
from assess.marketplace.people.requirements import GUARDS, Locale, Requirement, in_words, meets
from assess.marketplace.tables import (
    Block,
    HitType,
    Qualification,
    QualificationRequest,
    QualificationType,
    Worker,
)

NEWCOMER = 100  # with fewer submitted assignments, the approval rate is 100


@dataclass(frozen=True)
class WorkerQualifications:
    """Everything that decides which HITs a worker may do."""

    values: dict[str, int | Locale]
    types: dict[str, QualificationType]
    blocked_by: frozenset[int]


@dataclass(frozen=True)
class Eligibility:
    """What a worker may do with the HITs of a type, and the requirements they do not meet."""

    discover: bool
    preview: bool
    accept: bool
    unmet: tuple[str, ...]
    requestable: tuple[tuple[str, str], ...] = ()  # id and name of missing qualifications that they may request


def grant(session: Session, kind: QualificationType, worker_id: str, value: int, now: float) -> None:
    """Give the worker the qualification with this value; if they have it already, change its value."""
    wanted = select(Qualification).where(Qualification.type_id == kind.id, Qualification.worker_id == worker_id)
    held = session.scalar(wanted)
    if held is None:
        held = Qualification(type=kind, worker_id=worker_id)
        session.add(held)
    held.value, held.status, held.granted_at = value, "Granted", now


def ask_for(session: Session, kind: QualificationType, worker: Worker, now: float) -> None:
    """Store the worker's request for the requester, or grant it if the type is granted automatically."""
    if kind.requester_id is None or kind.status != "Active":
        raise ConflictError(f"{kind.name} cannot be requested.")
    earlier = select(QualificationRequest).where(
        QualificationRequest.type_id == kind.id, QualificationRequest.worker_id == worker.worker_id
    )
    last = session.scalars(earlier.order_by(QualificationRequest.id.desc())).first()
    if last and (kind.retry_delay is None or last.state == "Submitted" or now < last.submitted_at + kind.retry_delay):
        raise ConflictError(f"You have asked for {kind.name} already.")
    asked = QualificationRequest(
        request_id=entity_id(), type=kind, worker_id=worker.worker_id, submitted_at=now, state="Submitted"
    )
    session.add(asked)
    if kind.auto_granted:
        asked.state = "Granted"
        grant(session, kind, worker.worker_id, kind.auto_granted_value or 1, now)


def worker_qualifications(session: Session, worker: Worker) -> WorkerQualifications:
    granted = select(Qualification).where(
        Qualification.worker_id == worker.worker_id, Qualification.status == "Granted"
    )
    values = {row.type.qualification_type_id: row.value for row in session.scalars(granted)}
    types = {kind.qualification_type_id: kind for kind in session.scalars(select(QualificationType))}
    blocks = session.scalars(select(Block.requester_id).where(Block.worker_id == worker.worker_id))
    return WorkerQualifications({**values, **_system_values(session, worker)}, types, frozenset(blocks))


def eligibility(hit_type: HitType, known: WorkerQualifications) -> Eligibility:
    """What the worker may do: a requirement that is not met forbids the actions that it guards."""
    if hit_type.requester_id in known.blocked_by:
        return Eligibility(False, False, False, ("This requester has closed their HITs to you.",))
    unmet = [requirement for requirement in hit_type.requirements if not meets(requirement, known.values)]
    guards = {requirement["ActionsGuarded"] for requirement in unmet}
    return Eligibility(
        discover=GUARDS[2] not in guards,
        preview=not guards & {GUARDS[1], GUARDS[2]},
        accept=not guards,
        unmet=tuple(_words(requirement, known) for requirement in unmet),
        requestable=tuple(_requestable(unmet, known)),
    )


def _words(requirement: Requirement, known: WorkerQualifications) -> str:
    """The text for workers; the names of system types are for programs, so it uses their descriptions."""
    kind = known.types[requirement["QualificationTypeId"]]
    return in_words(requirement, kind.description if kind.requester_id is None else kind.name)


def _requestable(unmet: list[Requirement], known: WorkerQualifications) -> Iterator[tuple[str, str]]:
    for requirement in unmet:
        kind = known.types[requirement["QualificationTypeId"]]
        lacking = kind.qualification_type_id not in known.values and requirement["Comparator"] != "DoesNotExist"
        if lacking and kind.requester_id is not None and kind.status == "Active" and not kind.deleted:
            yield kind.qualification_type_id, kind.name


def _system_values(session: Session, worker: Worker) -> dict[str, Any]:
    counts = counts_by_state(session, worker)
    approved = worker.prior_approved + counts.get("Approved", 0)
    rejected = worker.prior_submitted - worker.prior_approved + counts.get("Rejected", 0)
    submitted = approved + rejected + counts.get("Submitted", 0)
    values: dict[str, Any] = {
        LOCALE: (worker.country, worker.subdivision),
        NUMBER_APPROVED: approved,
        # Only reviewed work counts: work that waits for a slow requester must not lower the rate.
        PERCENT_APPROVED: 100 if submitted < NEWCOMER else 100 * approved // max(approved + rejected, 1),
    }
    if worker.adult:
        values[ADULT] = 1
    if worker.masters:
        values |= dict.fromkeys(MASTERS, 1)
    return values
