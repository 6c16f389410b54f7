"""Participants of a panel: who finished what here, and the code that each was shown."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.campaign.access.link_settings import parse_link_settings
from assess.campaign.judging.completion_codes import completion_code
from assess.errors import UnknownNameError
from assess.store.assignments import tasks_of, unanswered_tasks
from assess.store.links import links_of
from assess.store.tables import Assessor, Assignment, AssignmentState, Campaign, Link

Outcome = Literal["kept", "failed a check", "at work", "left"]
OUTCOMES: dict[AssignmentState, Outcome] = {
    "finished": "kept",
    "discarded": "failed a check",
    "held": "at work",
    "returned": "left",
    "expired": "left",
}
DONE = ("kept", "failed a check")
# Of several of our assignments for one of the panel's, the one that went furthest counts.
BEST: tuple[Outcome, ...] = ("kept", "failed a check", "at work", "left")


@dataclass(frozen=True, slots=True)
class PanelWork:
    """What a participant did here; the code is the one that was shown at the end, if they finished."""

    participant: str
    assignment: str
    outcome: Outcome
    code: str | None
    began: datetime
    ended: datetime | None
    answered: int
    tasks: int

    @property
    def minutes(self) -> float | None:
        return None if self.ended is None else (self.ended - self.began).total_seconds() / 60


def panel_link(session: Session, campaign: Campaign, number: int | None) -> Link:
    """The recruiting link by its number, or the only one of the campaign."""
    links = [link for link in links_of(session, campaign.id) if link.kind == "panel"]
    if not links:
        raise UnknownNameError(
            f"campaign {campaign.name} has no recruiting link of a panel: "
            f"assess invite {campaign.name} --panel NAME makes one"
        )
    found = [link for link in links if number in (None, link.id)]
    if len(found) != 1:
        known = ", ".join(str(link.id) for link in links)
        raise UnknownNameError(
            f"found {len(found)} recruiting links of campaign {campaign.name}, expected one: "
            f"name it with --link, of: {known}"
        )
    return found[0]


def panel_work(session: Session, link: Link) -> list[PanelWork]:
    """What everybody did who came by the link, once for each assignment of the panel, oldest first."""
    query = (
        select(Assignment, Assessor.identity)
        .join(Assessor, Assessor.id == Assignment.assessor_id)
        .where(Assignment.campaign_id == link.campaign_id, Assignment.link_id == link.id, Assignment.kind != "training")
        .order_by(Assignment.id)
    )
    best: dict[tuple[str, str], PanelWork] = {}
    for assignment, identity in session.execute(query):
        work = _work(session, link, assignment, identity)
        known = best.get((identity, assignment.external_id))
        if known is None or BEST.index(work.outcome) < BEST.index(known.outcome):
            best[identity, assignment.external_id] = work
    return list(best.values())


def _work(session: Session, link: Link, assignment: Assignment, identity: str) -> PanelWork:
    outcome, tasks = OUTCOMES[assignment.state], len(tasks_of(session, assignment.id))
    return PanelWork(
        participant=identity,
        assignment=assignment.external_id,
        outcome=outcome,
        code=completion_code(parse_link_settings(link.settings), assignment) if outcome in DONE else None,
        began=assignment.taken_at,
        ended=assignment.finished_at,
        answered=tasks - len(unanswered_tasks(session, assignment.id)),
        tasks=tasks,
    )
