"""The outlook of a campaign: whether the order of its runs is settled. Computed separately from the scores."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from assess.campaign.settings import settings_of
from assess.graph import PreferenceGraph
from assess.live.rank_cache import ScoreCache
from assess.live.stop_rule import rule_figures
from assess.live.topic_scores import JudgedTopic, LiveCampaign, read_campaign, read_topic
from assess.measures.by_name import RankMeasure
from assess.measures.rbo import self_overlap
from assess.stats import rejudging
from assess.stats.evidence import estimate_evidence
from assess.stats.order_certainty import Comparison, multiple_needed, settle
from assess.stats.resampling import Floats
from assess.stats.topic_value import value_of_judging
from assess.stats.tournament_error import TopicProgress, tournament_error
from assess.store.runs import run_ids, visible_runs
from assess.store.scores import MarkedTopic, ScoredTopic, judged_topics, scores_of
from assess.store.topics import done_topics

# Number of topics listed as most worth judging next.
NAMED_TOPICS = 10

Figures = dict[str, Any]


@dataclass(frozen=True)
class Rejudged:
    """The scores of a topic under resampled judgments, with the version of the topic and the runs that were scored.

    ``items`` is the number of items in its graph.
    """

    version: int
    runs: tuple[int, ...]
    items: int
    scores: NDArray[np.float32]


class OutlookBuilder:
    """Computes the outlook of one campaign. It caches the resampled scores of topics that have not changed."""

    def __init__(self, campaign_id: int, cache: ScoreCache, clock: Callable[[], float]) -> None:
        self.campaign_id = campaign_id
        self._cache, self._clock = cache, clock
        self._rejudged: dict[str, Rejudged] = {}

    def renew(self, session: Session, seconds: float) -> bool:
        """Resample topics that changed, for about *seconds*, but at least one; return whether all are done."""
        live = read_campaign(session, self.campaign_id)
        measure, end = main_measure(live), self._clock() + seconds
        for number, topic in enumerate(self._stale(session, live) if measure else ()):
            if number and self._clock() > end:
                return False
            judged = read_topic(session, self._cache, live, topic).counted_by(measure)
            graph = judged.judgments.preference_graph
            if measure and graph is not None:
                scores = resampled(judged, graph, measure)
                self._rejudged[topic.topic] = Rejudged(topic.version, live.runs, len(graph), scores)
        return True

    def _stale(self, session: Session, live: LiveCampaign) -> list[MarkedTopic]:
        """Topics to resample: those never done first, then those that changed most since."""
        known, topics = self._rejudged, judged_topics(session, self.campaign_id, live.measures[0].label)
        done = {t: known[t.topic].version for t in topics if t.topic in known and known[t.topic].runs == live.runs}
        stale = [topic for topic in topics if done.get(topic) != topic.version]
        return sorted(stale, key=lambda topic: done.get(topic, float("-inf")) - topic.version)

    def figures(self, session: Session) -> tuple[Figures | None, dict[str, int]]:
        """The figures of the outlook, None if too little is known; and topic to its number of judgments."""
        live = read_campaign(session, self.campaign_id)
        shown = [run.id for run in visible_runs(session, self.campaign_id)]
        measure = main_measure(live)
        scores = scores_of(session, self.campaign_id, measure.label) if measure else {}
        judged = {topic: scored.judgments for topic, scored in scores.items()}
        ready = [self._rejudged[topic] for topic in scores if topic in self._rejudged]
        if not ready or len(ready) < len(scores) or any(topic.runs != live.runs for topic in ready):
            return None, judged
        columns = [live.runs.index(run) for run in shown]
        replicates = np.stack([topic.scores[:, columns] for topic in ready]).astype(float)
        error = tournament_error(self._progress(session, live, scores))
        figures = settled_figures(scores, shown, replicates, live.campaign.seed, error)
        if figures is not None:
            figures["workers_known"] = settings_of(live.campaign).workers_known
        rule, names = live.settings.stop, run_ids(session, self.campaign_id)
        if figures is not None and rule is not None:
            pair = [shown.index(names[name]) for name in rule.pair if names.get(name) in shown]
            figures["rule"] = rule_figures(rule, pair, figures, score_table(scores.values(), shown), replicates)
        return figures, judged

    def _progress(self, session: Session, live: LiveCampaign, scores: Mapping[str, ScoredTopic]) -> list[TopicProgress]:
        """How far each topic is judged. A graph of grades alone does not change with judgments."""
        done = scores.keys() if live.settings.graph == "derived" else done_topics(session, self.campaign_id)
        return [
            TopicProgress(scored.judgments, self._rejudged[topic].items, topic in done)
            for topic, scored in scores.items()
        ]


def main_measure(live: LiveCampaign) -> RankMeasure | None:
    """The measure of the outlook: the first one, if it is PGC."""
    first = live.measures[0]
    return first if isinstance(first, RankMeasure) and first.name == "pgc" else None


def resampled(judged: JudgedTopic, graph: PreferenceGraph, measure: RankMeasure) -> NDArray[np.float32]:
    """The scores of all runs under resampled judgments of the topic, whose graph is given.

    Where the graph rests on grades alone there is nothing to resample: every replicate has the scores themselves.
    """
    in_graph = judged.live.settings.graph != "derived"
    votes = [vote for vote in judged.votes if in_graph and vote.preferred_id is not None]
    edges = judged.edges if in_graph else []
    # Sorted, so that the same judgments give the same figures in whatever order they arrived.
    made = sorted(zip(edges, [vote.assessor_id for vote in votes], strict=True))
    pairs = [[graph.numbers[winner], graph.numbers[loser]] for (winner, loser), _ in made]
    known = settings_of(judged.live.campaign).workers_known
    topic = rejudging.JudgmentArrays(
        pairs=np.array(pairs, np.int32).reshape(-1, 2),
        workers=np.array([worker for _, worker in made], np.int64) if known else None,
        ranks=judged.ranks.of(graph.docnos),
        levels=graph.levels,
    )
    seed, key = judged.live.campaign.seed, judged.topic.id
    p, depth = measure.parameters["p"], measure.parameters["depth"]
    scores = rejudging.rejudged(topic, seed, key, p=p, depth=depth)
    best = self_overlap(len(graph), p, depth) if measure.parameters["normalize"] else 1.0
    return (scores / best).astype(np.float32)


def score_table(topics: Iterable[ScoredTopic], runs: Sequence[int]) -> Floats:
    """The scores of these runs: a row for each topic, 0 where a run lacks it."""
    return np.array([[topic.values.get(run, 0.0) for run in runs] for topic in topics]).reshape(-1, len(runs))


def settled_figures(
    scores: dict[str, ScoredTopic], runs: Sequence[int], replicates: Floats, seed: int, error: float
) -> Figures | None:
    """How settled the order of the runs is, as plain numbers; None if there is too little evidence."""
    table, judgments = score_table(scores.values(), runs), sum(topic.judgments for topic in scores.values())
    evidence = estimate_evidence(table, replicates, error)
    if evidence is None:
        return None
    rng = np.random.default_rng([seed, judgments])
    settled = settle(evidence, rng)
    topic_values = value_of_judging(table, replicates, settled.ahead)
    best = sorted(zip(topic_values.topics.tolist(), scores, strict=True), reverse=True)[:NAMED_TOPICS]
    times = {comparison: multiple_needed(evidence, comparison, rng) for comparison in get_args(Comparison)}
    return {
        "runs": list(runs),
        "topics": len(scores),
        "order": settled.order,
        "leader": settled.leader,
        "ahead": np.round(settled.ahead, 4).tolist(),
        "swaps": settled.swaps,
        "change": settled.change,
        "topic_share": settled.topic_share,
        "needed": {which: None if more is None else ceil(judgments * (more - 1)) for which, more in times.items()},
        "worth": [{"topic": topic, "worth": value} for value, topic in best if value > 0],
        "new_topic": topic_values.new,
    }
