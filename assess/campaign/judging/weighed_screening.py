"""Decide about an assignment by all that is known about the person; take back earlier work of somebody careless."""

from collections import Counter, defaultdict
from datetime import datetime
from statistics import median

from sqlalchemy.orm import Session

from assess.assignments.screening import is_expected
from assess.assignments.weighing import CareEvidence, carelessness, fast_below, weigh
from assess.campaign.judging.leases import take_back
from assess.campaign.judging.rounds import count_pairings, recount_topics
from assess.campaign.people.exclusions import ALWAYS, set_discarded, set_excluded
from assess.store.assessors import topics_judged_by
from assess.store.assignments import end_assignment, held_assignments, lock_assignment, tasks_of
from assess.store.changes import add_change, forgiven_at
from assess.store.judgments import answers_beside_others, seconds_of_others, seconds_of_person
from assess.store.people import challenge_answers
from assess.store.progress import lock_topics, release_pairings
from assess.store.tables import Assessor, Assignment, Campaign

# Who is recorded for what this rule does.
AUTHOR = "screening"
# From fewer answers of others, it is not known what is fast.
FEWEST_TIMES = 20


def close_weighed(session: Session, campaign: Campaign, assignment: Assignment, now: datetime) -> None:
    """End the assignment: keep it, discard it, or discard everything of this person and exclude them.

    The caller must lock handing out and the assignment.
    """
    assessor = session.get_one(Assessor, assignment.assessor_id)
    evidence = evidence_of(session, campaign, assessor)
    decision = weigh(evidence)
    pairings = [task for task in tasks_of(session, assignment.id) if task.pairing_id is not None]
    more = _lock_other_work(session, campaign, assignment) if decision == "exclude" else set[int]()
    lock_topics(session.connection(), {task.topic_id for task in pairings} | more)
    end_assignment(session, assignment, "finished" if decision == "keep" else "discarded", now)
    if assignment.purpose == "tournament":
        if decision == "keep":
            count_pairings(session, campaign, pairings, now)
        else:
            release_pairings(session.connection(), pairings)
    if decision == "exclude":
        _take_back_all(session, campaign, assessor, f"careless with probability {carelessness(evidence):.3f}", now)


def _lock_other_work(session: Session, campaign: Campaign, assignment: Assignment) -> set[int]:
    """Lock what else the person holds; return the topics to lock next: assignments come before topics, see `leases`."""
    topics = set(topics_judged_by(session, assignment.assessor_id))
    for assignment_id in held_assignments(session, campaign.id, assignment.assessor_id):
        lock_assignment(session, assignment_id)
        topics |= {task.topic_id for task in tasks_of(session, assignment_id)}
    return topics


def _take_back_all(session: Session, campaign: Campaign, assessor: Assessor, why: str, now: datetime) -> None:
    """Exclude the person and discard their judgments; recorded as two corrections, each of which can be undone."""
    for assignment_id in held_assignments(session, campaign.id, assessor.id):
        take_back(session, assignment_id, now)
    if assessor.excluded_at is None:
        old, new = set_excluded(assessor, now)
        add_change(session, campaign, "exclude", old, new, AUTHOR, why, now)
    if assessor.discarded_from is None or assessor.discarded_from > ALWAYS:
        old, new = set_discarded(assessor, ALWAYS)
        add_change(session, campaign, "discard", old, new, AUTHOR, why, now)
    session.flush()
    recount_topics(session, campaign, topics_judged_by(session, assessor.id), now)


def evidence_of(session: Session, campaign: Campaign, assessor: Assessor) -> CareEvidence:
    """What is known about the care of a person.

    If an organiser took back an exclusion or a discard, only what came later is weighed.
    """
    since = forgiven_at(session, campaign, assessor.id)
    challenges = [
        is_expected(answer.value, answer.expected)
        for answer in challenge_answers(session, campaign.id, assessor.id)
        if since is None or answer.taken_at > since
    ]
    agreed, disagreed = _agreement(session, assessor, since)
    fast, timed = _speed(session, campaign, assessor, since)
    return CareEvidence(sum(challenges), len(challenges) - sum(challenges), agreed, disagreed, fast, timed)


def _agreement(session: Session, assessor: Assessor, since: datetime | None) -> tuple[int, int]:
    """Pairs on which the person agrees with most others, and on which not; ties tell nothing."""
    own, others = dict[int, int](), defaultdict[int, Counter[int | None]](Counter)
    for judgment_id, preferred, at, other in answers_beside_others(session, assessor.id):
        if preferred is not None and (since is None or at > since):
            own[judgment_id] = preferred
            others[judgment_id][other] += 1
    agreed = disagreed = 0
    for judgment_id, preferred in own.items():
        (most, number), *rest = others[judgment_id].most_common(2)
        if most is not None and (not rest or rest[0][1] < number):
            agreed += preferred == most
            disagreed += preferred != most
    return agreed, disagreed


def _speed(session: Session, campaign: Campaign, assessor: Assessor, since: datetime | None) -> tuple[int, int]:
    """Fast answers, and answers whose time is known; none if others have given too few to compare with."""
    others = seconds_of_others(session, campaign.id, assessor.id)
    if len(others) < FEWEST_TIMES:
        return 0, 0
    limit, own = fast_below(median(others)), seconds_of_person(session, assessor.id, since)
    return sum(seconds < limit for seconds in own), len(own)
