"""How a campaign stands as plain values, for JSON."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from assess.campaign.overview.judgment_totals import PersonLine
from assess.campaign.overview.overview import Overview
from assess.campaign.overview.untold import Named
from assess.campaign.status import Status


def status_record(status: Status) -> dict[str, Any]:
    """What the campaign is made of."""
    return asdict(status) | {"created_at": status.created_at.isoformat()}


def overview_record(overview: Overview) -> dict[str, Any]:
    """The campaign and how it stands; times as ISO 8601."""
    table, pace = overview.judgments, overview.pace
    return status_record(overview.status) | {
        "finished": overview.finished,
        "counted": overview.counted,
        "machines_only": table.machines_only,
        "progress": {
            "topics": asdict(overview.topics),
            "judgments": asdict(table.totals),
            "to_grade": overview.to_grade,
            "pace": {"judgments_per_hour": pace.per_hour, "hours_of_work": pace.hours} if pace else None,
            "ends_at": _iso(overview.ends_at),
        },
        "rounds": [asdict(line) for line in table.rounds],
        "people": [_person(line) for line in table.people],
        "without_text": {
            "to_compare": _names(overview.untold.to_compare),
            "to_grade": _names(overview.untold.to_grade),
        },
        "open_comments": overview.open_comments,
        "left": list(overview.left),
        "identities": asdict(overview.identities) | {"erased_on": _iso(overview.identities.erased_on)},
    }


def _person(line: PersonLine) -> dict[str, Any]:
    return asdict(line) | {"latest": _iso(line.latest)}


def _names(items: tuple[Named, ...]) -> list[dict[str, str]]:
    return [{"topic": topic, "docno": docno} for topic, docno in items]


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
