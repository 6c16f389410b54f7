"""A panel's own list beside what was done here: what to do on its pages, and its payments in the books."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from assess.database.engine import reading, writing
from assess.formats.panel import PanelRow
from assess.pay import Fees
from assess.recruit.accounting.books import Books, books_of
from assess.recruit.forgetting import forget_withdrawn
from assess.recruit.panel.export import PanelExport
from assess.recruit.panel.participants import DONE, PanelWork, panel_link, panel_work
from assess.recruit.submissions import ListedHit, collect
from assess.store.campaigns import campaign_named
from assess.store.launches import add_launch
from assess.store.ledger import hold_books
from assess.store.seals import is_reserved
from assess.store.submissions import submission_of
from assess.store.tables import Launch, Link

DECIDED = ("approved", "rejected")
NOT_THERE = "pay by hand: never submitted there"
TOLD = "told by the panel's export"


@dataclass(frozen=True, slots=True)
class Finding:
    """A participant here and in the panel's list, and what the organiser should do on its pages."""

    participant: str
    assignment: str | None
    here: str
    there: str
    advice: str


@dataclass(frozen=True)
class Reconciliation:
    """What to do about each participant; how many payments are new in the books, and the books after them."""

    findings: list[Finding]
    payments: int
    books: Books


def reconcile(
    engine: Engine, name: str, link_id: int | None, export: PanelExport, reward: Decimal, fees: Fees
) -> Reconciliation:
    """Compare a panel's list with what was done here, and enter what the panel has paid in the books."""

    @contextmanager
    def holding_books() -> Iterator[Session]:
        with writing(engine) as session:
            hold_books(session, campaign_named(session, name).id)
            yield session

    with holding_books() as session:
        campaign = campaign_named(session, name)
        link = panel_link(session, campaign, link_id)
        launch = _launch_of(session, link, export.read_at)
        rows = [row for row in export.rows if not _is_forgotten(session, launch, row)]
        findings = compare(_known(panel_work(session, link)), rows)
        launch.synced_at = export.read_at
    hit = ListedHit(str(link.id), reward, fees.of_reward(reward), TOLD)
    recorded = collect(export, hit, launch, holding_books, export.read_at)
    forget_withdrawn(engine, export.read_at, launch.campaign_id)
    with reading(engine) as session:
        books = books_of(session, campaign_named(session, name))
    return Reconciliation(findings, recorded.payments, books)


def _known(work: Iterable[PanelWork]) -> list[PanelWork]:
    """The work of people who are not forgotten: with the others everything is settled."""
    return [one for one in work if not is_reserved(one.participant)]


def _is_forgotten(session: Session, launch: Launch, row: PanelRow) -> bool:
    known = submission_of(session, launch.id, row.assignment or row.participant, row.participant)
    return known is not None and is_reserved(known.identity)


def _launch_of(session: Session, link: Link, now: datetime) -> Launch:
    """The launch of a recruiting link, stored with its first list."""
    known = session.scalar(select(Launch).where(Launch.link_id == link.id))
    return known or add_launch(session, link, "panel", "panel", {}, now)


def compare(work: Sequence[PanelWork], rows: Iterable[PanelRow]) -> list[Finding]:
    """Everybody's work here beside the panel's list; people who left in both places are skipped."""
    unlisted = {(one.participant, one.assignment): one for one in work}
    exact = [(row, unlisted.pop((row.participant, row.assignment or ""), None)) for row in rows]
    # A row without an assignment that we know stands for other work of that person; each piece of work is used once.
    matched = [(row, found or _next_of(unlisted, row.participant)) for row, found in exact]
    findings = [_finding(row, found, advice) for row, found in matched if (advice := _advice(found, row))]
    missed = [one for one in unlisted.values() if one.outcome in DONE]
    return findings + [Finding(one.participant, one.assignment, one.outcome, "not listed", NOT_THERE) for one in missed]


def _next_of(unlisted: dict[tuple[str, str], PanelWork], participant: str) -> PanelWork | None:
    key = next((key for key in unlisted if key[0] == participant), None)
    return unlisted.pop(key) if key else None


def _finding(row: PanelRow, found: PanelWork | None, advice: str) -> Finding:
    assignment = row.assignment or (found.assignment if found else None)
    return Finding(row.participant, assignment, found.outcome if found else "never came", row.state, advice)


def _advice(work: PanelWork | None, row: PanelRow) -> str | None:
    """What to do at the panel; None if there is nothing to say."""
    done = work is not None and work.outcome in DONE
    if row.state == "left":
        return NOT_THERE if done else None
    if work is None or not done:
        return "look: decided without finished work here" if row.state in DECIDED else "look: no finished work here"
    if row.state in DECIDED:
        return "nothing: paid" if row.state == "approved" else "look: rejected there, finished here"
    if work.outcome == "failed a check":
        return "approve; they get no more work"
    return "approve" if row.code == work.code else "approve: finished here, but the code differs"
