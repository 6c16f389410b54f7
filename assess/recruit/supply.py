"""As many HITs as there is work: more when a round opens or work is discarded, fewer when it is done."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.errors import CrowdError
from assess.pay import MANY_ASSIGNMENTS, format_money
from assess.recruit.accounting.budget import affordable
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
    """Slots that are wanted for the work there is, and the free ones of each HIT on offer.

    ``over``: nothing is asked for any more, whatever becomes of the work in hand.
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
    """HITs that the judgments fill which are asked for and in nobody's hands."""
    return -(-(progress.missing - progress.held) // offer.pairings) + -(-progress.ungraded // offer.pairings)


def _free(session: Session, launch: Launch, offer: Offer, now: datetime) -> dict[int, int]:
    """Hit on offer to the slots that somebody can still accept, as far as we can see.

    Whoever let our lease lapse may hold the platform's slot for longer; whoever handed in with us may be about to do
    the same there.
    """
    hits = [hit for hit in hits_in_play(session, launch.id) if hit.kind == "work"]
    since = now - timedelta(minutes=offer.hold_minutes)
    busy = Counter(
        work.external_hit_id for work in unsubmitted_assignments(session, launch, since) if work.state != "returned"
    )
    handed_in = count_submissions(session, hits)
    return {
        hit.id: hit.assignments - busy[hit.external_id] - handed_in.get(hit.id, 0)
        for hit in hits
        if (hit.ends_at is None or hit.ends_at > now) and handed_in.get(hit.id, 0) < hit.assignments
    }


def adjust(recruiter: Recruiter) -> None:
    """Offer as much as is needed, as far as the money goes, and no more than that."""
    with recruiter.reading() as session:
        campaign, launch, offer = recruiter.launch(session)
        supply = supply_of(session, campaign, launch, offer, recruiter.now())
    if supply.shortage:
        with recruiter.patience("no HITs were published"):
            _check_funds(recruiter, supply.shortage)
            with recruiter.writing() as session:
                _order(session, recruiter)
    else:
        _withdraw(recruiter, _surplus(supply))


def _check_funds(recruiter: Recruiter, slots: int) -> None:
    """Refuse before the first call: a prepaid account would run dry in the middle of a batch."""
    with recruiter.reading() as session:
        campaign, _, offer = recruiter.launch(session)
        price = offer.price
        cost = min(slots, affordable(session, campaign, price)) * price
    funds = recruiter.crowd.funds() if cost else None
    if funds is not None and funds < cost:
        raise CrowdError(
            f"the HITs that are needed now cost {format_money(cost)}, but the account has {format_money(funds)}: "
            "add money to it, then run assess sync"
        )


def _order(session: Session, recruiter: Recruiter) -> None:
    """Write down what is published and topped up. The need is counted anew: another process may have been here."""
    campaign, launch, offer = recruiter.launch(session)
    room = affordable(session, campaign, offer.price)
    now = recruiter.now()
    shortage = supply_of(session, campaign, launch, offer, now).shortage
    if shortage > room:
        recruiter.tally.problems.append(
            f"the budget has room for {room} of the {shortage} HITs that are needed: "
            f"assess launch {campaign.name} --budget raises it"
        )
    slots = min(shortage, room)
    if offer.assignments > 1:
        slots -= _top_up(session, launch, slots, now)
    while slots > 0:
        size = min(slots, offer.assignments)
        _publish(session, launch, offer, size, now)
        slots -= size


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


def _top_up(session: Session, launch: Launch, slots: int, now: datetime) -> int:
    """Replace discarded work at its own HIT, while that is on offer; return for how many slots."""
    added = 0
    for hit in hits_in_play(session, launch.id):
        if hit.kind != "work" or hit.ends_at is None or hit.ends_at <= now:
            continue
        before = _topped_up(session, hit)
        more = min(_discarded(session, hit) - before, MANY_ASSIGNMENTS - 1 - hit.assignments, slots - added)
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
    """HITs that can go: the work that there is finds room in the others.

    In the end all of them go, also those that are in somebody's hands as far as we can see: she may have given hers
    back there, and the next one would accept it in vain.
    """
    if supply.over:
        return list(supply.free)
    left, going = sum(supply.free.values()), []
    for hit_id, free in sorted(supply.free.items(), reverse=True):
        if free > 0 and left - free >= supply.wanted:
            going.append(hit_id)
            left -= free
    return going


def _withdraw(recruiter: Recruiter, hit_ids: list[int]) -> None:
    """Offer these HITs no longer."""
    for hit_id in hit_ids:
        with recruiter.reading() as session:
            external_id = session.get_one(Hit, hit_id).external_id
        if external_id is None:
            continue
        with recruiter.patience(f"HIT {external_id}"):
            recruiter.crowd.close(external_id)
            with recruiter.writing() as session:
                session.get_one(Hit, hit_id).ends_at = recruiter.now()
            recruiter.tally.expired += 1
