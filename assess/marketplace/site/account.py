"""The worker's dashboard: earnings, recent work, messages and qualifications."""

from typing import Any

from flask import Blueprint
from sqlalchemy import select
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from assess.marketplace.domain.earnings import earnings
from assess.marketplace.domain.system_qualifications import NUMBER_APPROVED, PERCENT_APPROVED
from assess.marketplace.market import Moment
from assess.marketplace.people.qualifications import ask_for, worker_qualifications
from assess.marketplace.site.responses import forgery_token, page, redirect_or_json
from assess.marketplace.site.sign_in import for_workers
from assess.marketplace.site.views import format_time
from assess.marketplace.tables import Assignment, Message, Payment, Qualification, QualificationType, Worker

RECENT = 50


@for_workers
def dashboard(moment: Moment, worker: Worker) -> Response:
    money = earnings(moment.session, worker)
    values = worker_qualifications(moment.session, worker).values
    facts = {
        "worker": worker.worker_id,
        "rewards": str(money.rewards),
        "bonuses": str(money.bonuses),
        "total": str(money.total),
        "waiting": str(money.waiting),
        "counts": money.counts,
        "approval_rate": values[PERCENT_APPROVED],
        "approved": values[NUMBER_APPROVED],
        "recent": _recent(moment, worker),
        "messages": _messages(moment, worker),
        "qualifications": _qualifications(moment, worker),
    }
    return page("dashboard.html", facts, forgery=forgery_token(), name=worker.name)


@for_workers
def request_qualification(moment: Moment, worker: Worker, type_id: str) -> Response:
    wanted = select(QualificationType).where(
        QualificationType.qualification_type_id == type_id, QualificationType.deleted.is_(False)
    )
    kind = moment.session.scalar(wanted)
    if kind is None:
        raise NotFound
    ask_for(moment.session, kind, worker, moment.now)
    return redirect_or_json("site.dashboard", {"requested": type_id})


def add_routes(pages: Blueprint) -> None:
    pages.get("/dashboard")(dashboard)
    pages.post("/qualifications/<type_id>/request")(request_qualification)


def _recent(moment: Moment, worker: Worker) -> list[dict[str, Any]]:
    mine = select(Assignment).where(Assignment.worker_id == worker.worker_id, Assignment.state != "Accepted")
    rows = moment.session.scalars(mine.order_by(Assignment.id.desc()).limit(RECENT)).all()
    bonuses = select(Payment).where(Payment.kind == "bonus", Payment.assignment_key.in_([row.id for row in rows]))
    given: dict[int, list[str]] = {}
    for bonus in moment.session.scalars(bonuses):
        given.setdefault(bonus.assignment_key, []).append(f"{bonus.amount} ({bonus.reason})")
    return [
        {
            "title": row.hit.type.title,
            "requester": row.hit.type.requester.name,
            "reward": str(row.hit.type.reward),
            "state": row.state,
            "when": format_time(row.ended_at or row.accepted_at),
            "feedback": row.feedback,
            "bonuses": given.get(row.id, []),
        }
        for row in rows
    ]


def _messages(moment: Moment, worker: Worker) -> list[dict[str, str]]:
    mine = select(Message).where(Message.worker_id == worker.worker_id).order_by(Message.id.desc()).limit(RECENT)
    return [
        {"from": row.sender, "subject": row.subject, "text": row.text, "when": format_time(row.sent_at)}
        for row in moment.session.scalars(mine)
    ]


def _qualifications(moment: Moment, worker: Worker) -> list[dict[str, Any]]:
    mine = select(Qualification).where(Qualification.worker_id == worker.worker_id, Qualification.status == "Granted")
    return [
        {"name": row.type.name, "description": row.type.description, "value": row.value}
        for row in moment.session.scalars(mine)
    ]
