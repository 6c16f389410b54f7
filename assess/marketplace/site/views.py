"""Rows as dictionaries, for pages and for scripts."""

from datetime import UTC, datetime
from typing import Any

from assess.marketplace.people.qualifications import Eligibility
from assess.marketplace.people.work_search import Group
from assess.marketplace.tables import Assignment, Hit


def of_group(group: Group) -> dict[str, Any]:
    return {
        "group": group.type.group_id,
        "next_hit": group.next_hit,
        "title": group.type.title,
        "description": group.type.description,
        "keywords": group.type.keywords,
        "requester": group.type.requester.name,
        "reward": str(group.type.reward),
        "seconds": group.type.duration,
        "hits": group.hits,
        **of_eligibility(group.eligibility),
    }


def of_eligibility(may: Eligibility) -> dict[str, Any]:
    return {
        "may_preview": may.preview,
        "may_accept": may.accept,
        "unmet": list(may.unmet),
        "requestable": [{"type": key, "name": name} for key, name in may.requestable],
    }


def of_hit(hit: Hit) -> dict[str, Any]:
    return {
        "hit": hit.hit_id,
        "group": hit.type.group_id,
        "title": hit.type.title,
        "description": hit.type.description,
        "requester": hit.type.requester.name,
        "reward": str(hit.type.reward),
        "seconds": hit.type.duration,
    }


def of_assignment(assignment: Assignment, now: float) -> dict[str, Any]:
    return {
        **of_hit(assignment.hit),
        "assignment": assignment.assignment_id,
        "worker": assignment.worker_id,
        "state": assignment.state,
        "seconds_left": max(0, int(assignment.deadline - now)),
    }


def format_duration(seconds: int) -> str:
    """3600 is "1 hour", 5400 is "1 hour 30 minutes"."""
    parts = []
    for size, noun in ((86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {noun}{'' if count == 1 else 's'}")
    return " ".join(parts[:2]) or "0 seconds"


def format_time(at: float) -> str:
    return datetime.fromtimestamp(int(at), UTC).strftime("%Y-%m-%d %H:%M UTC")
