"""Comments and flags as plain values, for JSON: all of it for the organiser, their own for assessors."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from assess.campaign.inbox.comments import OwnComment
from assess.campaign.inbox.inbox import InboxEntry
from assess.campaign.judging.assignment_view import ShownItem, ShownTask


def entry_record(entry: InboxEntry) -> dict[str, Any]:
    """A comment or flag for the organiser; times as ISO 8601."""
    record = asdict(entry)
    person = {"number": record.pop("person"), "kind": record.pop("person_kind"), "identity": record.pop("identity")}
    times = {name: _iso(record[name]) for name in ("at", "answered_at", "resolved_at")}
    return record | times | {"person": person, "open": entry.is_open}


def entry_with_task_record(entry: InboxEntry, task: ShownTask | None) -> dict[str, Any]:
    """The same, with what the assessor saw and answered."""
    return entry_record(entry) | {"task": task and _task_record(task)}


def _task_record(task: ShownTask) -> dict[str, Any]:
    return {
        "question": task.question,
        "description": task.description,
        "answer": task.answer,
        "left": _item_record(task.left),
        "right": task.right and _item_record(task.right),
    }


def _item_record(item: ShownItem) -> dict[str, Any]:
    return {"docno": item.docno, "kind": item.material, "shown": item.body}


def own_record(own: OwnComment) -> dict[str, Any]:
    """A comment or flag for its writer."""
    return {
        "at": own.at.isoformat(),
        "kind": own.kind,
        "reason": own.reason,
        "text": own.text,
        "assignment": own.place.assignment,
        "position": own.place.position,
        "answer": own.answer,
        "answered_at": _iso(own.answered_at),
    }


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
