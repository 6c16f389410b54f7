"""Crowds and their money in words, as JSON, and as tables."""

from dataclasses import asdict, astuple, fields
from datetime import datetime
from decimal import Decimal
from typing import Any

import click
from sqlalchemy.orm import Session

from assess.cli.output.table import format_csv
from assess.errors import ParameterError, UnknownNameError
from assess.pay import format_money
from assess.recruit.accounting.books import NOTHING, Amounts, Books
from assess.recruit.accounting.crowd_status import CrowdStatus, OfferedWork
from assess.recruit.accounting.ledger_lines import LedgerLine, ledger_lines
from assess.recruit.accounting.statements import HitLine, WorkerLine, hit_lines, worker_lines
from assess.recruit.accounting.summaries import LaunchSummary, MoneySummary
from assess.store.campaigns import campaign_named
from assess.store.launches import crowd_launch, crowd_links
from assess.store.tables import Campaign

Lines = list[tuple[str, str]]


def crowd_text(crowd: CrowdStatus | None) -> str:
    """The lines of ``assess status`` about the crowds; none for a campaign without one."""
    if crowd is None:
        return ""
    lines: Lines = []
    for launch in crowd.money.launches:
        lines += _panel(launch) if launch.platform == "panel" else _launch(launch, crowd.work)
    if len(crowd.money.launches) > 1:
        total = crowd.money.total
        lines.append(("all crowds", f"{_spent(total)}; {_paid(total)}"))
    lines.append(("budget", _budget(crowd.money.total)))
    return "".join(f"{label:<14} {value}\n" for label, value in lines)


def _launch(launch: LaunchSummary, work: OfferedWork | None) -> Lines:
    """A crowd with an API: what is submitted, spent, reserved, to come, and owed."""
    synced = f", last seen {_minute(launch.synced_at)}" if launch.synced_at else ""
    lines = [
        ("crowd", f"{launch.environment} ({launch.state}{synced})"),
        ("submitted", f"{_assignments(launch.submitted)}, {launch.open_calls:,} calls without an outcome yet"),
        ("spent", f"{_spent(launch)}; {_paid(launch)}"),
    ]
    if work is None:
        return lines
    owing = sum((one.amount for one in work.owed), NOTHING)
    lines += [
        ("reserved", f"{format_money(launch.reserved)} for {work.in_play:,} HITs on offer or in hand"),
        ("to come", f"{format_money(work.to_come)} for {work.hits_to_come:,} HITs, of what is asked for by now"),
    ]
    if work.owed:
        lines.append(("owed", f"{format_money(owing)} to {len(work.owed):,} whose work was never submitted there"))
    return lines


def _panel(launch: LaunchSummary) -> Lines:
    """A panel: what its list says, beside what was finished here."""
    where = f"panel link {launch.link}, {launch.environment}"
    here = f"{_assignments(launch.finished)} finished here"
    if launch.synced_at is None:
        return [("crowd", f"{where} ({launch.state})"), ("submitted", f"{here}; assess reconcile reads what it paid")]
    return [
        ("crowd", f"{where} ({launch.state}, last list read {_minute(launch.synced_at)})"),
        ("submitted", f"{_assignments(launch.submitted)} by that list; {here}"),
        ("spent", f"{_spent(launch)}; {_paid(launch)}"),
    ]


def _minute(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M} UTC"


def _assignments(number: int) -> str:
    return f"{number:,} assignment{'' if number == 1 else 's'}"


def _spent(amounts: Amounts) -> str:
    parts = f"{format_money(amounts.rewards)} rewards, {format_money(amounts.fees)} fees"
    bonuses = f", {format_money(amounts.bonuses)} bonuses" if amounts.bonuses else ""
    return f"{format_money(amounts.spent)}: {parts}{bonuses}"


def _paid(summary: MoneySummary) -> str:
    people = f"{summary.paid_people:,} {'person' if summary.paid_people == 1 else 'people'}"
    return f"{people} paid for {_assignments(summary.paid_assignments)}"


def _budget(total: MoneySummary) -> str:
    if total.budget is None or total.left is None:
        return "none set"
    if total.left < 0:
        return f"{format_money(total.budget)}, exceeded by {format_money(-total.left)}"
    return f"{format_money(total.budget)}, {format_money(total.left)} left"


def warn_of_overspending(books: Books) -> None:
    """Tell that a panel has paid more than the budget: nobody could keep it from doing so."""
    if books.budget is not None and books.left < 0:
        click.echo(
            f"warning: that is {format_money(-books.left)} more than the budget of {format_money(books.budget)}; "
            "the panel has paid it: no HIT is published until the budget is raised",
            err=True,
        )


def crowd_record(crowd: CrowdStatus | None) -> dict[str, object]:
    """The same for JSON: money as text, so that no cent is lost.

    ``launches`` has every crowd, ``money`` their total; ``crowd`` is the one with an API and what it has on offer.
    """
    if crowd is None:
        return {"crowd": None, "launches": [], "money": None}
    return {
        "crowd": _offered(crowd),
        "launches": [_summary(launch) for launch in crowd.money.launches],
        "money": _summary(crowd.money.total),
    }


def _summary(summary: MoneySummary) -> dict[str, object]:
    record = asdict(summary) | {"fees": summary.fees, "spent": summary.spent}
    return {name: _plain(value) for name, value in record.items()}


def _offered(crowd: CrowdStatus) -> dict[str, object] | None:
    if crowd.work is None:
        return None
    work = crowd.work
    [launch] = (one for one in crowd.money.launches if one.link == work.link)
    return {
        "environment": launch.environment,
        "state": launch.state,
        "launched_at": launch.launched_at.isoformat(),
        "synced_at": launch.synced_at.isoformat() if launch.synced_at else None,
        "submitted": launch.submitted,
        "unsettled": launch.open_calls,
        "in_play": work.in_play,
        "hits_to_come": work.hits_to_come,
        "money": {
            name: str(getattr(launch, name))
            for name in ("budget", "rewards", "reward_fees", "bonuses", "bonus_fees", "reserved", "spent", "left")
        }
        | {"to_come": str(work.to_come)},
        "owed": [asdict(one) | {"amount": str(one.amount)} for one in work.owed],
    }


def crowd_table(session: Session, name: str | None, table: str, now: datetime) -> str:
    """All HITs, all people or all entries of the ledger, as CSV."""
    if name is None:
        raise ParameterError(f"found --{table} without a campaign, expected assess status NAME --{table}")
    campaign = campaign_named(session, name)
    if not crowd_links(session, campaign):
        raise UnknownNameError(f"campaign {name} has no crowd: assess launch {name}, or assess invite {name} --panel …")
    if table == "hits":
        return _csv(HitLine, _hits(session, campaign, now))
    if table == "ledger":
        return _csv(LedgerLine, ledger_lines(session, campaign))
    return _csv(WorkerLine, worker_lines(session, campaign))


def _hits(session: Session, campaign: Campaign, now: datetime) -> list[HitLine]:
    launch = crowd_launch(session, campaign)
    if launch is None:
        raise UnknownNameError(
            f"campaign {campaign.name} is on offer to a panel only, which has no HITs: "
            f"assess status {campaign.name} --workers lists its people"
        )
    return hit_lines(session, launch, now)


def _csv(kind: type[HitLine | WorkerLine | LedgerLine], lines: list[Any]) -> str:
    headings = [field.name for field in fields(kind)]
    return format_csv(headings, [[_plain(cell) for cell in astuple(line)] for line in lines])


def _plain(value: object) -> object:
    """Money as text with its cents, times as ISO 8601."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return str(value) if isinstance(value, Decimal) else value
