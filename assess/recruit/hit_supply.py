"""How many HITs are on offer: publish more when a round opens or work is discarded, expire some when it is done."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.errors import CrowdError
from assess.pay import MANY_ASSIGNMENTS, format_money
from assess.recruit.accounting.budget import affordable, raising
from assess.recruit.accounting.ledger import Intention, intend
from assess.recruit.offer import Offer
from assess.recruit.recruiter import Recruiter
from assess.store.hits import hits_in_play
from assess.store.ledger import STANDING
from assess.store.progress import Progress, progress_of
from assess.store.submissions import count_submissions, unsubmitted_assignments
from assess.store.tables import Assignment, Campaign, Entry, Hit, Launch, Submission


@dataclass(frozen=True)
class Supply:
    """Assignments that are wanted for the work there is, and the free ones of each HIT on offer.

    ``over``: no work is left to offer, also if everything that people hold comes back.
    """

    wanted: int
    free: dict[int, int]
    over: bool

    @property
    def shortage(self) -> int:
        return max(0, self.wanted - sum(self.free.values()))


def supply_of(session: Session, campaign: Campaign, launch: Launch, offer: Offer, now: datetime) -> Supply:
    progress = progress_of(session, campaign.id)
    on_offer = campaign.state == "open" and launch.state == "open"
    over = not on_offer or not (progress.missing or progress.ungraded)
    return Supply(0 if over else _wanted(progress, offer), _free(session, launch, offer, now), over)


def _wanted(progress: Progress, offer: Offer) -> int:
    """Assignments to hold the judgments and grades that are asked for and that nobody has in hand."""
    return -(-(progress.missing - progress.held) // offer.pairings) + -(-progress.ungraded // offer.pairings)


def _free(session: Session, launch: Launch, offer: Offer, now: datetime) -> dict[int, int]:
    """HIT on offer to its assignments that somebody can still accept, as far as we can see.

    After our lease has lapsed, a worker may still hold the assignment at the platform; after finishing with us, a
    worker may be about to submit it there. Both count as busy.
    """
    hits = [hit for hit in hits_in_play(session, launch.id) if hit.kind == "work"]
    since = now - timedelta(minutes=offer.hold_minutes)
    unsubmitted = unsubmitted_assignments(session, launch, since)
    busy = Counter(assignment.external_hit_id for assignment in unsubmitted if assignment.state != "returned")
    submitted = count_submissions(session, hits)
    return {
        hit.id: hit.assignments - busy[hit.external_id] - submitted.get(hit.id, 0)
        for hit in hits
        if (hit.ends_at is None or hit.ends_at > now) and submitted.get(hit.id, 0) < hit.assignments
    }


def publish_or_expire_hits(recruiter: Recruiter) -> None:
    """Publish the HITs that are needed, as far as the money goes; expire those that are not needed any more."""
    with recruiter.reading() as session:
        campaign, launch, offer = recruiter.launch(session)
        supply = supply_of(session, campaign, launch, offer, recruiter.now())
    if supply.shortage:
        with recruiter.skipping_failures("no HITs were published"):
            _check_balance(recruiter, supply.shortage)
            with recruiter.writing() as session:
                _intend_hits(session, recruiter)
    else:
        _expire(recruiter, _surplus(supply))


def _check_balance(recruiter: Recruiter, assignments: int) -> None:
    """Raise before the first call if the account is too low: it would run dry in the middle of a batch."""
    with recruiter.reading() as session:
        campaign, _, offer = recruiter.launch(session)
        price = offer.price
        cost = min(assignments, affordable(session, campaign, price)) * price
    balance = recruiter.crowd.balance() if cost else None
    if balance is not None and balance < cost:
        raise CrowdError(
            f"the HITs that are needed now cost {format_money(cost)}, but the account has {format_money(balance)}: "
            "add money to it, then run assess sync"
        )


def _intend_hits(session: Session, recruiter: Recruiter) -> None:
    """Enter what is to be published or topped up. It is counted again: another process may have been quicker."""
    campaign, launch, offer = recruiter.launch(session)
    room = affordable(session, campaign, offer.price)
    now = recruiter.now()
    shortage = supply_of(session, campaign, launch, offer, now).shortage
    if shortage > room:
        missing = f"{shortage - room} HITs for {format_money((shortage - room) * offer.price)} are not published"
        recruiter.tally.remarks.append(
            f"the budget has room for {room or 'none'} of the {shortage} HITs that are needed now; {missing}: "
            f"{raising(session, campaign, shortage * offer.price)}"
        )
    wanted = min(shortage, room)
    if offer.assignments > 1:
        wanted -= _top_up(session, launch, wanted, now)
    while wanted > 0:
        size = min(wanted, offer.assignments)
        _publish(session, launch, offer, size, now)
        wanted -= size


def _publish(session: Session, launch: Launch, offer: Offer, assignments: int, now: datetime) -> None:
    hit = Hit(
        launch_id=launch.id,
        kind="work",
        assignments=assignments,
        reward=offer.reward,
        fee=offer.fee,
        created_at=now,
    )
    session.add(hit)
    session.flush()
    intend(session, launch, _offering("publish", str(hit.id), hit, assignments), now)


def _top_up(session: Session, launch: Launch, wanted: int, now: datetime) -> int:
    """Add assignments to the HITs whose work was discarded, while they are on offer; return how many."""
    added = 0
    for hit in hits_in_play(session, launch.id):
        if hit.kind != "work" or hit.ends_at is None or hit.ends_at <= now:
            continue
        before = _topped_up(session, hit)
        more = min(_discarded(session, hit) - before, MANY_ASSIGNMENTS - 1 - hit.assignments, wanted - added)
        if more > 0:
            hit.assignments += more
            intend(session, launch, _offering("top_up", f"{hit.id}.{before}", hit, more), now)
            added += more
    return added


def _discarded(session: Session, hit: Hit) -> int:
    query = select(func.count()).select_from(Submission).join(Assignment, Assignment.id == Submission.assignment_id)
    return session.execute(query.where(Submission.hit_id == hit.id, Assignment.state == "discarded")).scalar_one()


def _topped_up(session: Session, hit: Hit) -> int:
    query = select(func.coalesce(func.sum(Entry.assignments), 0))
    return int(session.execute(query.where(Entry.hit_id == hit.id, Entry.kind == "top_up", STANDING)).scalar_one())


def _offering(kind: str, cause: str, hit: Hit, assignments: int) -> Intention:
    return Intention(
        "top_up" if kind == "top_up" else "publish",
        cause,
        hit.reward * assignments,
        hit.fee * assignments,
        assignments,
        hit_id=hit.id,
    )


def _surplus(supply: Supply) -> list[int]:
    """HITs to expire: the others have room for the work that is left.

    When no work is left all of them go, also those that somebody seems to hold: the worker may have returned the
    assignment at the platform, and the next worker would accept it in vain.
    """
    if supply.over:
        return list(supply.free)
    left, going = sum(supply.free.values()), []
    for hit_id, free in sorted(supply.free.items(), reverse=True):
        if free > 0 and left - free >= supply.wanted:
            going.append(hit_id)
            left -= free
    return going


def _expire(recruiter: Recruiter, hit_ids: list[int]) -> None:
    """Stop offering these HITs."""
    for hit_id in hit_ids:
        with recruiter.reading() as session:
            external_id = session.get_one(Hit, hit_id).external_id
        if external_id is None:
            continue
        with recruiter.skipping_failures(f"HIT {external_id}"):
            recruiter.crowd.expire(external_id)
            with recruiter.writing() as session:
                session.get_one(Hit, hit_id).ends_at = recruiter.now()
            recruiter.tally.expired += 1
