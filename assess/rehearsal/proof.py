"""The proof of a rehearsal: three accounts of the money agree, and every pairing was judged as often as asked."""

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from assess.campaign.verification import verify_campaign
from assess.marketplace import tables as market
from assess.marketplace.domain.earnings import pay_sheet
from assess.marketplace.faults.switches import SHARES
from assess.marketplace.market import open_existing_market
from assess.recruit.accounting.books import Books, books_of
from assess.recruit.accounting.verification import check_ledger
from assess.recruit.mturk.client import connect
from assess.rehearsal.cast import Cast, market_in
from assess.store.judgments import judgment_log
from assess.store.tables import Campaign, Hit, Launch, StoredItem, StoredPairing, StoredTopic


@dataclass(frozen=True)
class Proof:
    """Our books; what the marketplace paid to everybody, fees included; and what the account has lost.

    ``misjudged`` pairings are still held, or were not judged exactly as often as asked;
    ``unknown_hits`` are at the marketplace and not in our books, or the other way round. ``differences`` are what
    ``assess verify`` would report.
    """

    books: Books
    payments: Decimal
    account: Decimal
    misjudged: int
    unknown_hits: int
    differences: int

    @property
    def balanced(self) -> bool:
        """Whether all accounts of the money say the same, to the cent."""
        return self.books.spent == self.payments == self.account

    @property
    def holds(self) -> bool:
        return self.balanced and not (self.misjudged or self.unknown_hits or self.differences)


def prove(session: Session, campaign: Campaign, cast: Cast) -> Proof:
    """Count everything at its source, with all faults switched off."""
    cast.marketplace.post("/admin/faults", dict.fromkeys([*SHARES, "lag"], 0))
    launch = session.get_one(Launch, cast.launch_id)
    with open_existing_market(str(market_in(cast.folder))) as place, place.store.transaction() as theirs:
        payments = sum((line.total + line.fees for line in pay_sheet(theirs)), Decimal(0))
        at_the_market = set(theirs.scalars(select(market.Hit.hit_id)))
    ours = set(session.scalars(select(Hit.external_id).where(Hit.launch_id == launch.id, Hit.external_id.is_not(None))))
    return Proof(
        books=books_of(session, campaign),
        payments=payments,
        account=cast.script.budget - _holdings(launch.environment),
        misjudged=misjudged(session, campaign),
        unknown_hits=len(ours ^ at_the_market),
        differences=_differences(session, campaign),
    )


def _holdings(environment: str) -> Decimal:
    """What the account has, free or on hold for assignments that may still be submitted."""
    account = connect(environment).get_account_balance()
    return Decimal(account["AvailableBalance"]) + Decimal(account.get("OnHoldBalance", "0"))


def _differences(session: Session, campaign: Campaign) -> int:
    ledger = check_ledger(session, campaign)
    return sum(1 for _ in verify_campaign(session, campaign)) + sum(len(check.differences) for check in ledger)


def misjudged(session: Session, campaign: Campaign) -> int:
    """How many pairings are held, or judged too seldom or too often by the log."""
    log = judgment_log(session, campaign.id, counting=True)
    judged = Counter((one.topic, one.round_, one.docno_a, one.docno_b) for one in log)
    a, b = aliased(StoredItem), aliased(StoredItem)
    wanted = (
        select(StoredTopic.topic, StoredPairing.round_, a.docno, b.docno, StoredPairing.votes, StoredPairing.held)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .join(a, a.id == StoredPairing.item_a_id)
        .join(b, b.id == StoredPairing.item_b_id)
        .where(StoredTopic.campaign_id == campaign.id, StoredPairing.withdrawn.is_(False))
    )
    rows = session.execute(wanted)
    return sum(held > 0 or judged[topic, round_, x, y] != votes for topic, round_, x, y, votes, held in rows)
