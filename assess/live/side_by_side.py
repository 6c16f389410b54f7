"""People and machines side by side: what each judged, what the runs score by each, and how far they agree.

It does not matter here whose judgments count. Judgments that were taken back are left out.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from sqlalchemy.orm import Session

from assess.campaign.settings import Counted, settings_of
from assess.errors import NotDefinedError
from assess.live.board_scores import shown_names
from assess.live.rank_cache import ScoreCache
from assess.live.topic_scores import LiveCampaign, measured, read_campaign, read_topic
from assess.stats.agreement.people import Share, share_of
from assess.stats.rank_correlation import kendall_tau_b
from assess.store.judgments import Vote, VotesByKind, votes_by_kind
from assess.store.runs import visible_runs
from assess.store.scores import MarkedTopic
from assess.store.tables import Campaign, StoredTopic
from assess.store.topics import topics_of

# The scores of all runs on a topic.
Row = list[float]


@dataclass(frozen=True)
class Side:
    """What one kind of assessor judged."""

    judgments: int
    assessors: int
    topics: int


@dataclass(frozen=True)
class RunMeans:
    """The mean of a run by the judgments of people alone, and by those of machines alone."""

    run: str
    people: float
    machines: float


@dataclass(frozen=True)
class SideBySide:
    """People beside machines. Runs are scored on the ``topics`` that both judged, best by people first.

    ``shared`` pairs were judged by both. ``same``: of those with a majority on either side, those on which most people
    and most machines prefer the same item. ``tau`` compares the two orders of runs; None if it is not defined.
    """

    counted: Counted
    people: Side
    machines: Side
    shared: int
    same: Share
    measure: str
    topics: int
    runs: tuple[RunMeans, ...]
    tau: float | None


def side_by_side(session: Session, campaign: Campaign) -> SideBySide:
    """Compare what machines judged with what people judged."""
    live, cache = read_campaign(session, campaign.id), ScoreCache()
    topics = topics_of(session, campaign.id)
    votes = [votes_by_kind(session, topic.id) for topic in topics]
    both = [(topic, found) for topic, found in zip(topics, votes, strict=True) if found.people and found.machines]
    rows = [scored for topic, found in both if (scored := _scored(session, cache, live, topic, found)) is not None]
    means, pairs = _means(session, live, rows), [pair for _, found in both for pair in _majorities_of_both(found)]
    return SideBySide(
        counted=settings_of(campaign).counted,
        people=_side([found.people for found in votes]),
        machines=_side([found.machines for found in votes]),
        shared=len(pairs),
        same=share_of(sum(a * b > 0 for a, b in pairs), sum(a * b != 0 for a, b in pairs)),
        measure=live.settings.measures[0],
        topics=len(rows),
        runs=tuple(means),
        tau=_tau(means),
    )


def _side(votes: Sequence[Sequence[Vote]]) -> Side:
    people = {vote.assessor_id for of_topic in votes for vote in of_topic}
    return Side(sum(map(len, votes)), len(people), sum(map(bool, votes)))


def _majorities_of_both(votes: VotesByKind) -> list[tuple[int, int]]:
    """The majority of people and that of machines, for each pair that both judged."""
    people, machines = _majorities(votes.people), _majorities(votes.machines)
    return [(people[pair], machines[pair]) for pair in people.keys() & machines.keys()]


def _majorities(votes: Iterable[Vote]) -> dict[tuple[int, int], int]:
    """Each pair to the sign of its majority: 1 for its first item, -1 for the other, 0 for neither."""
    wins = Counter[tuple[int, int]]()
    for vote in votes:
        wins[vote.item_a_id, vote.item_b_id] += (
            0 if vote.preferred_id is None else 1 if vote.preferred_id == vote.item_a_id else -1
        )
    return {pair: int(np.sign(number)) for pair, number in wins.items()}


def _scored(
    session: Session, cache: ScoreCache, live: LiveCampaign, topic: StoredTopic, votes: VotesByKind
) -> tuple[Row, Row] | None:
    """The scores of all runs by people and by machines; None if one is not defined.

    Compatibility is computed from the top k, which only a tournament of each kind could tell: it has no scores here.
    """
    measure = live.measures[0]
    if not live.runs or measure.label.startswith("compat"):
        return None
    marked = MarkedTopic(topic.id, topic.topic, topic.campaign_id, topic.version)
    judged = read_topic(session, cache, live, marked)
    people, machines = (measured(session, cache, replace(judged, votes=own), measure) for own in votes)
    return None if people is None or machines is None else (people, machines)


def _means(session: Session, live: LiveCampaign, rows: Sequence[tuple[Row, Row]]) -> list[RunMeans]:
    """The visible runs by their shown names, best by people first; empty if no topic has scores by both."""
    if not rows:
        return []
    visible = visible_runs(session, live.campaign.id)
    names, means = shown_names(live.campaign, visible), np.mean(np.array(rows, np.float64), axis=0)
    by_run = dict(zip(live.runs, means.T.tolist(), strict=True))
    found = [RunMeans(names[run.id], *by_run[run.id]) for run in visible]
    return sorted(found, key=lambda run: (-run.people, run.run))


def _tau(runs: Sequence[RunMeans]) -> float | None:
    try:
        return kendall_tau_b([run.people for run in runs], [run.machines for run in runs])
    except NotDefinedError:
        return None
