"""A crowd and its money in words, as JSON, and as tables."""

from dataclasses import asdict, astuple, fields
from datetime import datetime

from sqlalchemy.orm import Session

from assess.cli.output.table import format_csv
from assess.errors import ParameterError
from assess.pay import format_money
from assess.recruit.accounting.books import NOTHING, Books
from assess.recruit.accounting.crowd_status import CrowdStatus
from assess.recruit.accounting.statements import HitLine, WorkerLine, hit_lines, worker_lines
from assess.store.campaigns import campaign_named
from assess.store.launches import known_launch


def crowd_text(crowd: CrowdStatus | None) -> str:
    """The lines of ``assess status`` about the crowd; none for a campaign without one."""
    if crowd is None:
        return ""
    books = crowd.books
    synced = f", last seen {crowd.synced_at:%Y-%m-%d %H:%M} UTC" if crowd.synced_at else ""
    lines = {
        "crowd": f"{crowd.environment} ({crowd.state}{synced})",
        "submitted": f"{crowd.submitted:,} assignments, {crowd.unsettled:,} calls without an outcome yet",
        "spent": f"{format_money(books.spent)}: {_parts(books)}",
        "reserved": f"{format_money(books.reserved)} for {crowd.in_play:,} HITs on offer or in hand",
        "to come": f"{format_money(crowd.to_come)} for {crowd.hits_to_come:,} HITs, of what is asked for by now",
        "budget": f"{format_money(books.budget or NOTHING)}, {format_money(books.left)} left",
    }
    if crowd.owed:
        total = sum((one.amount for one in crowd.owed), NOTHING)
        lines["owed"] = f"{format_money(total)} to {len(crowd.owed):,} whose work was never submitted there"
    return "".join(f"{label:<14} {value}\n" for label, value in lines.items())


def _parts(books: Books) -> str:
    parts = f"{format_money(books.rewards)} rewards, {format_money(books.reward_fees + books.bonus_fees)} fees"
    return parts + (f", {format_money(books.bonuses)} bonuses" if books.bonuses else "")


def crowd_record(crowd: CrowdStatus | None) -> dict[str, object]:
    """The same for JSON: money as text, so that no cent is lost."""
    if crowd is None:
        return {"crowd": None}
    money = {name: str(value) for name, value in asdict(crowd.books).items() if value is not None}
    return {
        "crowd": {
            "environment": crowd.environment,
            "state": crowd.state,
            "launched_at": crowd.launched_at.isoformat(),
            "synced_at": crowd.synced_at.isoformat() if crowd.synced_at else None,
            "submitted": crowd.submitted,
            "unsettled": crowd.unsettled,
            "in_play": crowd.in_play,
            "hits_to_come": crowd.hits_to_come,
            "money": money
            | {"spent": str(crowd.books.spent), "left": str(crowd.books.left), "to_come": str(crowd.to_come)},
            "owed": [asdict(one) | {"amount": str(one.amount)} for one in crowd.owed],
        }
    }


def crowd_table(session: Session, name: str | None, table: str, now: datetime) -> str:
    """All HITs or all workers of a launch as CSV."""
    if name is None:
        raise ParameterError(f"found --{table} without a campaign, expected assess status NAME --{table}")
    launch = known_launch(session, campaign_named(session, name))
    if table == "hits":
        return format_csv(_headings(HitLine), [astuple(line) for line in hit_lines(session, launch, now)])
    return format_csv(_headings(WorkerLine), [astuple(line) for line in worker_lines(session, launch)])


def _headings(line: type[HitLine | WorkerLine]) -> list[str]:
    return [field.name for field in fields(line)]
