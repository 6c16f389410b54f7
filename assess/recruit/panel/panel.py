"""A panel by link: people come by an address, and are paid on the panel's own pages.

The panel has no calls to make. What it tells is in the list that its pages export; what it should do is told to the
organiser, who does it there.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.formats.panel import PanelRow
from assess.pay import Fees
from assess.recruit.accounting.ledger import Intention, intend, settle
from assess.recruit.crowd import Bonus, Debt, NotNow, Order, Published, Refused, Slots, Submitted
from assess.store.launches import is_intended, matching_assignment, submission_of
from assess.store.tables import Campaign, Launch, Link, Submission

BY_HAND = "a panel has no such call: do it on its own pages"
NEVER = datetime.max.replace(tzinfo=UTC)
TOLD = "told by the panel's export"


@dataclass(frozen=True)
class Panel:
    """A recruiting link, and the latest list that the panel's pages gave, at that moment."""

    link: Link
    now: datetime
    rows: Sequence[PanelRow] = ()
    excluded: list[str] = field(default_factory=list)

    def publish(self, order: Order) -> Published:
        """The link is the work on offer, for as long as it leads in."""
        return Published(str(self.link.id), self.link.expires_at or NEVER)

    def publish_debt(self, debt: Debt) -> Published:
        raise Refused(BY_HAND)

    def find(self, tokens: Collection[str]) -> dict[str, Published]:
        return {token: self.publish(Order(token, 1)) for token in tokens}

    def top_up(self, hit_id: str, more: int, token: str) -> None:
        raise Refused(BY_HAND)

    def slots(self, hit_id: str) -> Slots:
        return Slots(len(self.rows), sum(row.state == "left" for row in self.rows))

    def submissions(self, hit_id: str) -> list[Submitted]:
        """Those in the list who handed something in; without a visit of their own, each person is one."""
        return [
            Submitted(row.assignment or row.participant, row.participant, row.state, self.now, row.code)
            for row in self.rows
            if row.state != "left"
        ]

    def pay(self, assignment_id: str, identity: str) -> Literal["approved", "rejected"]:
        """What the organiser decided on the panel's pages, once the list says so."""
        for told in self.submissions(str(self.link.id)):
            if told.identity == identity and told.assignment_id == assignment_id and told.state != "submitted":
                return told.state
        raise NotNow(f"approve {identity} on the panel's pages, then bring its new export")

    def bonus(self, bonus: Bonus) -> None:
        raise Refused(BY_HAND)

    def has_bonus(self, assignment_id: str, token: str) -> bool:
        return False

    def exclude(self, identity: str) -> None:
        """Our own list keeps her away; the panel's blocklist takes a file of names."""
        self.excluded.append(identity)

    def readmit(self, identity: str) -> None:
        if identity in self.excluded:
            self.excluded.remove(identity)

    def close(self, hit_id: str) -> None:
        self.link.revoked_at = self.link.revoked_at or self.now

    def funds(self) -> Decimal | None:
        return None

    def tell(self, identities: Collection[str], subject: str, text: str) -> list[str]:
        return list(identities)


def enter_in_books(session: Session, campaign: Campaign, panel: Panel, reward: Decimal, fees: Fees) -> int:
    """Keep what the panel's list says; return how many payments are new in the books. The caller holds the books."""
    now, new = panel.now, 0
    launch = _launch_of(session, campaign, panel.link, now)
    for told in panel.submissions(str(panel.link.id)):
        submission = submission_of(session, launch.id, told.assignment_id, told.identity) or _keep(
            session, launch, told, now
        )
        submission.state = told.state
        cause = str(submission.id)
        if told.state == "approved" and not is_intended(session, launch.id, "reward", cause):
            payment = Intention(
                "reward",
                cause,
                reward,
                fees.of_reward(reward),
                submission_id=submission.id,
                assignment_id=submission.assignment_id,
            )
            settle(intend(session, launch, payment, now), "done", now, TOLD)
            new += 1
    return new


def _keep(session: Session, launch: Launch, told: Submitted, now: datetime) -> Submission:
    kept = Submission(
        launch_id=launch.id,
        assignment_id=matching_assignment(session, launch, told.assignment_id, told.identity),
        external_id=told.assignment_id,
        identity=told.identity,
        receipt=told.receipt,
        state=told.state,
        submitted_at=told.submitted_at,
        seen_at=now,
    )
    session.add(kept)
    session.flush()
    return kept


def _launch_of(session: Session, campaign: Campaign, link: Link, now: datetime) -> Launch:
    """The launch of a recruiting link, kept from the first list on."""
    known = session.scalar(select(Launch).where(Launch.link_id == link.id))
    if known is not None:
        return known
    made = Launch(
        campaign_id=campaign.id,
        link_id=link.id,
        platform="panel",
        environment="panel",
        terms={},
        salt=secrets.token_hex(6),
        state="open",
        launched_at=now,
    )
    session.add(made)
    session.flush()
    return made
