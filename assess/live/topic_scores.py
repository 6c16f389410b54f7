"""Score a judged topic: every run, by every measure of the campaign."""

import logging
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan

import numpy as np
from sqlalchemy.orm import Session

from assess.campaign.judging.topic_state import result_state
from assess.campaign.settings import settings_of
from assess.errors import AssessError, NotDefinedError
from assess.graph import Edge
from assess.live.rank_cache import ScoreCache, TopicRanks
from assess.live.view_settings import LiveSettings, live_settings
from assess.measures.by_name import ClassicalMeasure, Measure, RankMeasure
from assess.measures.kinds import TopicJudgments
from assess.store.grades import grades_of_topic
from assess.store.judgments import Vote, votes_of_topic
from assess.store.runs import run_ids
from assess.store.scores import MarkedTopic, ScoredTopic
from assess.store.tables import Campaign, StoredTopic
from assess.tournament.preference_qrels import preference_qrels

# Coverage is about this many top ranks.
TOP = 10
# Not measures, but stored like them: the share of a run's top ranks that was compared; that was compared or graded.
COMPARED, KNOWN = f"compared@{TOP}", f"known@{TOP}"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LiveCampaign:
    """What all topics of a campaign share when they are scored."""

    campaign: Campaign
    settings: LiveSettings
    measures: tuple[Measure, ...]
    runs: tuple[int, ...]


def read_campaign(session: Session, campaign_id: int) -> LiveCampaign:
    campaign = session.get_one(Campaign, campaign_id)
    settings = live_settings(campaign)
    runs = tuple(sorted(run_ids(session, campaign_id).values()))
    return LiveCampaign(campaign, settings, tuple(settings.parsed()), runs)


@dataclass(frozen=True)
class JudgedTopic:
    """A topic with the judgments that count, and the ranks of its items in every run."""

    topic: MarkedTopic
    live: LiveCampaign
    votes: list[Vote]
    grades: dict[str, float]
    ranks: TopicRanks

    @cached_property
    def edges(self) -> list[Edge]:
        """Winner and loser of every judgment that is not a tie."""
        docno = self.ranks.docno_of
        return [
            (docno(vote.preferred_id), docno(vote.item_a_id + vote.item_b_id - vote.preferred_id))
            for vote in self.votes
            if vote.preferred_id is not None
        ]

    @cached_property
    def ties(self) -> list[Edge]:
        """The two items of every judgment that is a tie."""
        docno = self.ranks.docno_of
        return [(docno(vote.item_a_id), docno(vote.item_b_id)) for vote in self.votes if vote.preferred_id is None]

    @cached_property
    def judgments(self) -> TopicJudgments:
        """What measures use; the graph rests on judgments, grades, or both."""
        return TopicJudgments(self.edges, self.ties, self.grades, self.live.settings.graph)

    @property
    def compared(self) -> set[str]:
        return {self.ranks.docno_of(item) for vote in self.votes for item in (vote.item_a_id, vote.item_b_id)}

    def counted_by(self, measure: RankMeasure | None) -> "JudgedTopic":
        """The topic as the measure sees it: without items graded 0 or below if it takes positive grades only."""
        if measure is None or not measure.parameters.get("positive"):
            return self
        grades = {docno: grade for docno, grade in self.grades.items() if grade > 0}
        out, docno = self.grades.keys() - grades.keys(), self.ranks.docno_of
        votes = [vote for vote in self.votes if out.isdisjoint((docno(vote.item_a_id), docno(vote.item_b_id)))]
        return replace(self, votes=votes, grades=grades)


def read_topic(session: Session, cache: ScoreCache, live: LiveCampaign, topic: MarkedTopic) -> JudgedTopic:
    """Read everything that is needed to score a topic."""
    votes = votes_of_topic(session, topic.id)
    items = {item for vote in votes for item in (vote.item_a_id, vote.item_b_id)}
    ranks = cache.ranks(session, topic.id, live.runs, items)
    return JudgedTopic(topic, live, votes, grades_of_topic(session, topic.id), ranks)


def score_topic(session: Session, cache: ScoreCache, judged: JudgedTopic) -> dict[str, ScoredTopic | None]:
    """Measure to the scores of all runs; None if the topic has no judgments for the measure."""
    values = {measure.label: measured(session, cache, judged, measure) for measure in judged.live.measures}
    values[COMPARED] = coverage(judged.ranks, judged.compared)
    values[KNOWN] = coverage(judged.ranks, judged.compared | judged.grades.keys())
    return {
        label: None
        if found is None
        else ScoredTopic(dict(zip(judged.ranks.runs, found, strict=True)), len(judged.votes))
        for label, found in values.items()
    }


def measured(session: Session, cache: ScoreCache, judged: JudgedTopic, measure: Measure) -> list[float] | None:
    """The scores of all runs by one measure; None if the topic has no judgments for it."""
    try:
        return _computed(session, cache, judged, measure)
    except AssessError as error:  # for example, a measure that needs whole grades, and fractional grades
        log.warning("%s of topic %s: %s", measure.label, judged.topic.topic, error)
        return None


def _computed(session: Session, cache: ScoreCache, judged: JudgedTopic, measure: Measure) -> list[float] | None:
    if isinstance(measure, ClassicalMeasure):
        return cache.classical(session, judged.topic, measure.label, judged.grades, judged.ranks.runs)
    prepared = measure.prepare(_judgments(session, judged, measure))
    if prepared is None or not prepared.docnos:
        return None
    ranks = judged.ranks.of(prepared.docnos).tobytes()
    return _all_defined(prepared.values(ranks, judged.ranks.lengths.tolist()), measure)


def _judgments(session: Session, judged: JudgedTopic, measure: RankMeasure) -> TopicJudgments:
    """What the measure uses. For compatibility, the levels of the top k so far stand above the grades."""
    if measure.name != "compat":
        return judged.judgments
    name, campaign = judged.topic.topic, judged.live.campaign
    ranking = result_state(session, campaign, session.get_one(StoredTopic, judged.topic.id)).ranking
    k = settings_of(campaign).parameters.k
    return TopicJudgments(grades=preference_qrels({name: judged.grades}, {name: ranking}, k)[name])


def _all_defined(values: Sequence[float], measure: RankMeasure) -> list[float]:
    if any(map(isnan, values)):
        raise NotDefinedError(f"{measure.label} is not defined for every run")
    return list(values)


def coverage(ranks: TopicRanks, docnos: Set[str], top: int = TOP) -> list[float]:
    """The share of each run's top ranks that are among these items; 0 for a run without the topic."""
    chosen = ranks.of(tuple(docno for docno in ranks.docnos if docno in docnos))
    held = ((chosen > 0) & (chosen <= top)).sum(axis=1)
    shares: list[float] = (held / np.clip(ranks.lengths, 1, top)).tolist()
    return shares
