"""Everybody who judges in a campaign: what they did, how well it agrees with others, and how they stand."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from statistics import median

import numpy as np
from sqlalchemy.orm import Session

from assess.assignments.screening import is_expected
from assess.assignments.weighing import CareEvidence, carelessness, fast_below
from assess.campaign.access.link_settings import parse_link_settings
from assess.campaign.analysis import detailed
from assess.stats.agreement.judgment_table import JudgmentTable
from assess.stats.agreement.people import PersonStatistics, Share, people_statistics, share_of
from assess.store.judgments import LoggedJudgment, judgment_log
from assess.store.links import links_of
from assess.store.people import assessors_of, challenge_answers, held_until, links_used
from assess.store.tables import Assessor, AssessorKind, Campaign, Link


@dataclass(frozen=True)
class AssessorProfile:
    """Somebody who judges. ``number`` is None for somebody invited who has not come yet.

    ``careless`` is the probability that they answer without looking, by `assess.assignments.weighing`.
    """

    number: int | None
    kind: AssessorKind
    identity: str
    states: tuple[str, ...]
    quota: int | None
    assigned_topics: tuple[str, ...]
    challenges: Share
    careless: float | None
    judged: PersonStatistics | None


def people_of(session: Session, campaign: Campaign, now: datetime) -> list[AssessorProfile]:
    """Everybody who came, by number; then those who were invited and have not come."""
    statistics, passed = _statistics(session, campaign), _challenges(session, campaign)
    held, used = held_until(session, campaign.id), links_used(session, campaign.id)
    links, found = links_of(session, campaign.id), list[AssessorProfile]()
    own = {(link.kind, link.identity): link for link in links if link.identity is not None}
    for assessor in assessors_of(session, campaign.id):
        link = own.pop((assessor.kind, assessor.identity), None) or used.get(assessor.id)
        states = _states(assessor, link, held.get(assessor.id), now)
        judged = statistics.get(f"{assessor.kind}:{assessor.identity}")
        right, given = passed.get(assessor.id, (0, 0))
        challenges = share_of(right, given)
        found.append(_person(assessor.id, (assessor.kind, assessor.identity), states, link, challenges, judged))
    for (kind, identity), link in own.items():
        if kind != "organiser":
            states = ["not begun", *_link_states(link, now)]
            found.append(_person(None, (kind, identity or ""), states, link, share_of(0, 0), None))
    return found


def _person(
    number: int | None,
    who: tuple[AssessorKind, str],
    states: Iterable[str],
    link: Link | None,
    challenges: Share,
    judged: PersonStatistics | None,
) -> AssessorProfile:
    settings = parse_link_settings(link.settings if link else {})
    careless = None
    if challenges.of or (judged and (judged.majority.of or judged.timed)):
        careless = carelessness(_evidence(challenges, judged))
    return AssessorProfile(number, *who, tuple(states), settings.quota, settings.topics, challenges, careless, judged)


def _evidence(challenges: Share, judged: PersonStatistics | None) -> CareEvidence:
    passed, failed = challenges.number, challenges.of - challenges.number
    if judged is None:
        return CareEvidence(passed, failed)
    agreed, of = judged.majority.number, judged.majority.of
    return CareEvidence(passed, failed, agreed, of - agreed, judged.fast, judged.timed)


def _statistics(session: Session, campaign: Campaign) -> dict[str, PersonStatistics]:
    log = list(judgment_log(session, campaign.id))
    superseded = {logged.supersedes for logged in log}
    # An adjudicator sees only what others disagree on: that says nothing about how well they agree.
    newest = [logged for logged in log if logged.id not in superseded and not logged.adjudicates]
    counting = np.array([logged.counts for logged in newest], np.bool_)
    return people_statistics(JudgmentTable.of(map(detailed, newest)), counting, _fast_limit(newest))


def _fast_limit(log: Iterable[LoggedJudgment]) -> float | None:
    """The limit for fast answers, by the median person."""
    seconds = defaultdict[str, list[float]](list)
    for logged in log:
        if logged.seconds is not None:
            seconds[f"{logged.kind}:{logged.identity}"].append(logged.seconds)
    return fast_below(median(map(median, seconds.values()))) if seconds else None


def _challenges(session: Session, campaign: Campaign) -> dict[int, tuple[int, int]]:
    """Assessor id to the challenges that they passed, and that they answered."""
    found = defaultdict[int, list[bool]](list)
    for answer in challenge_answers(session, campaign.id):
        found[answer.assessor_id].append(is_expected(answer.value, answer.expected))
    return {who: (sum(right), len(right)) for who, right in found.items()}


def _states(assessor: Assessor, link: Link | None, held: datetime | None, now: datetime) -> list[str]:
    states = []
    if assessor.excluded_at is not None:
        states.append(f"excluded since {_date(assessor.excluded_at)}")
    if assessor.discarded_from is not None:
        since = f" from {_date(assessor.discarded_from)}" if assessor.discarded_from.year > 1970 else ""
        states.append(f"discarded{since}")
    if assessor.forgotten_at is not None:
        return [f"forgotten since {_date(assessor.forgotten_at)}", *states]
    if assessor.withdrawn_at is not None:
        states.append(f"withdrew {_date(assessor.withdrawn_at)}, to be forgotten when paid")
    if not assessor.counted:
        states.append("not counted")
    if held is not None:
        states.append(f"holds work until {_date(held)}")
    return states + (_link_states(link, now) if link else [])


def _link_states(link: Link, now: datetime) -> list[str]:
    if link.revoked_at is not None:
        return [f"link revoked {_date(link.revoked_at)}"]
    if link.expires_at is not None and link.expires_at <= now:
        return [f"link expired {_date(link.expires_at)}"]
    return []


def _date(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"
