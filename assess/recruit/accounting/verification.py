"""Whether the ledger, the HITs and the submissions tell the same story, and the books add up.

Every submission that was approved is paid once, every HIT was published by one entry, and what the books call spent and
reserved is the sum over submissions, bonuses and HITs, added up here one by one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.campaign.consistency.check import Check, Difference, compared
from assess.recruit.accounting.books import NOTHING, books_of
from assess.store.tables import Assignment, Campaign, Entry, Hit, Launch, Submission


@dataclass(frozen=True)
class Rows:
    """Everything that is stored about the money of a campaign."""

    launches: dict[int, Launch]
    hits: dict[int, Hit]
    submissions: dict[int, Submission]
    entries: list[Entry]
    links: dict[int, int]  # assignment to the link by which its assessor came

    def standing(self, *kinds: str) -> list[Entry]:
        """Entries of these kinds that are done or may be."""
        return [entry for entry in self.entries if entry.kind in kinds and entry.outcome != "refused"]


def check_ledger(session: Session, campaign: Campaign) -> list[Check]:
    """Compare the ledger with the submissions and HITs, and the books with the sum of both; nothing without a crowd."""
    rows = _read(session, campaign)
    if not rows.launches:
        return []
    rewards = defaultdict[int, list[Entry]](list)
    for entry in rows.standing("reward"):
        rewards[entry.submission_id or 0].append(entry)
    return [
        Check("ledger entries", len(rows.entries), tuple(_verify_entries(rows))),
        Check("submissions", len(rows.submissions), tuple(_verify_submissions(rows, rewards))),
        Check("HITs", len(rows.hits), tuple(_verify_hits(rows))),
        _check_books(session, campaign, rows, rewards),
    ]


def _read(session: Session, campaign: Campaign) -> Rows:
    launches = {one.id: one for one in session.scalars(select(Launch).where(Launch.campaign_id == campaign.id))}
    hits = select(Hit).where(Hit.launch_id.in_(launches)).order_by(Hit.id)
    submissions = select(Submission).where(Submission.launch_id.in_(launches)).order_by(Submission.id)
    entries = select(Entry).where(Entry.launch_id.in_(launches)).order_by(Entry.id)
    links = select(Assignment.id, Assignment.link_id).where(Assignment.campaign_id == campaign.id)
    return Rows(
        launches,
        {hit.id: hit for hit in session.scalars(hits)},
        {one.id: one for one in session.scalars(submissions)},
        list(session.scalars(entries)),
        dict(session.execute(links).all()),
    )


def _verify_entries(rows: Rows) -> Iterator[Difference]:
    """Whether nothing stands twice, and each entry is about something of its own launch."""
    standing = Counter((entry.launch_id, entry.kind, entry.cause) for entry in rows.standing(*KINDS))
    made_up_for = Counter(entry.assignment_id for entry in rows.standing("bonus") if entry.assignment_id)
    for entry in rows.entries:
        where, launch = f"entry {entry.id} ({entry.kind})", rows.launches[entry.launch_id]
        if entry.outcome != "refused":
            yield from compared(where, "times", standing[entry.launch_id, entry.kind, entry.cause], 1)
        if entry.kind == "bonus" and (bonuses := made_up_for[entry.assignment_id or 0]) > 1:
            yield Difference(where, "bonuses for its assignment", bonuses, 1)
        if entry.kind in ("reward", "bonus") and entry.submission_id not in rows.submissions:
            yield Difference(where, "submission", entry.submission_id, "one of this campaign")
        if entry.kind in ("publish", "top_up") and entry.hit_id not in rows.hits:
            yield Difference(where, "HIT", entry.hit_id, "one of this campaign")
        if entry.assignment_id is not None:
            yield from compared(where, "link of its assignment", rows.links.get(entry.assignment_id), launch.link_id)


KINDS = ("publish", "top_up", "reward", "bonus")


def _verify_submissions(rows: Rows, rewards: dict[int, list[Entry]]) -> Iterator[Difference]:
    """Whether each approved submission was paid once at the price of its HIT, and no other was."""
    for submission in rows.submissions.values():
        where, found = f"submission {submission.id} ({submission.state})", rewards.get(submission.id, [])
        paid = sum(entry.outcome == "done" for entry in found)
        yield from compared(where, "payments", paid, int(submission.state == "approved"))
        if len(found) > max(paid, 1):
            yield Difference(where, "payments done or under way", len(found), 1)
        if submission.hit_id is not None:
            hit = rows.hits[submission.hit_id]
            for entry in found:
                price = (entry.amount, entry.fee, entry.hit_id)
                yield from compared(where, "reward, fee and HIT", _words(price), _words((hit.reward, hit.fee, hit.id)))


def _words(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)


def _verify_hits(rows: Rows) -> Iterator[Difference]:
    """Whether each HIT was published by one entry, offers the assignments that were entered, and no more are paid."""
    published, topped = defaultdict[int, list[Entry]](list), Counter[int]()
    for entry in rows.entries:
        if entry.kind == "publish":
            published[entry.hit_id or 0].append(entry)
    for entry in rows.standing("top_up"):
        topped[entry.hit_id or 0] += entry.assignments
    paid = Counter(entry.hit_id for entry in rows.standing("reward"))
    for hit in rows.hits.values():
        where, entries = f"HIT {hit.id} ({hit.kind})", published[hit.id]
        done = any(entry.outcome == "done" for entry in entries)
        yield from compared(where, "entries that publish it", len(entries), 1)
        yield from compared(where, "published", hit.external_id is not None, done)
        offered = sum(entry.assignments for entry in entries[-1:]) + topped[hit.id]
        yield from compared(where, "assignments", hit.assignments, offered)
        if paid[hit.id] > hit.assignments:
            yield Difference(where, "assignments paid", paid[hit.id], f"at most {hit.assignments}")


def _check_books(session: Session, campaign: Campaign, rows: Rows, rewards: dict[int, list[Entry]]) -> Check:
    """Add up the money by submission, bonus and HIT, and compare it with the books."""
    books, where = books_of(session, campaign), "the books"
    prices = [_price(rows, submission, rewards.get(submission.id, [])) for submission in rows.submissions.values()]
    bonuses = rows.standing("bonus")
    rebuilt = {
        "rewards": sum((reward for reward, _ in prices), NOTHING),
        "reward_fees": sum((fee for _, fee in prices), NOTHING),
        "bonuses": sum((entry.amount for entry in bonuses), NOTHING),
        "bonus_fees": sum((entry.fee for entry in bonuses), NOTHING),
        "reserved": _reserved(rows, rewards),
    }
    found = [
        one
        for name, amount in rebuilt.items()
        for one in compared(where, name.replace("_", " "), getattr(books, name), amount)
    ]
    return Check("sums of the books", len(rebuilt), tuple(found))


def _price(rows: Rows, submission: Submission, paid: list[Entry]) -> tuple[Decimal, Decimal]:
    """What the submission cost: the price of its HIT. A panel has no HITs, so its own list told the price."""
    if submission.state != "approved" and not paid:
        return NOTHING, NOTHING
    if submission.hit_id is not None:
        hit = rows.hits[submission.hit_id]
        return hit.reward, hit.fee
    return sum((one.amount for one in paid), NOTHING), sum((one.fee for one in paid), NOTHING)


def _reserved(rows: Rows, rewards: dict[int, list[Entry]]) -> Decimal:
    """The price of every assignment of a HIT in play that is neither paid nor rejected."""
    ended = Counter(one.hit_id for one in rows.submissions.values() if one.state == "rejected" or rewards.get(one.id))
    in_play = [hit for hit in rows.hits.values() if hit.closed_at is None]
    return sum(((hit.assignments - ended[hit.id]) * (hit.reward + hit.fee) for hit in in_play), NOTHING)
