"""What scoring needs from a run: the ranks of the judged items, and values of ir_measures if they are wanted."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from operator import eq

from assess import files
from assess.errors import ParameterError
from assess.formats.run_order import Order, best_first
from assess.formats.runs import parse_run
from assess.scoring.scoring_plan import ScoringPlan, Values

# A topic's items, best first; or a mapping of items to scores.
Ranking = Iterable[str] | Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Reading:
    """The judged part of a run; ``lengths`` has the number of items of all its topics, judged or not.

    ``against`` has the values of measures of two runs, once the opponents have been read. ``ties`` is the number of
    items with the same score as the item before, in judged topics; it is counted if measures of ir_measures are wanted.
    """

    name: str
    source: str
    ranks: dict[str, "array[int]"]
    lengths: Mapping[str, int]
    classical: Values = field(default_factory=dict)
    against: Values = field(default_factory=dict)
    ties: int = 0

    def values(self, plan: ScoringPlan) -> Values:
        """Measure to topic to value, as `all_values` gives them."""
        found = {topic: plan.topics[topic].values(ranks, [self.lengths[topic]]) for topic, ranks in self.ranks.items()}
        return self.all_values(plan, {topic: {label: v[0] for label, v in of.items()} for topic, of in found.items()})

    def all_values(self, plan: ScoringPlan, found: Mapping[str, Mapping[str, float]]) -> Values:
        """Add the values that are known already to those *found* (topic to measure to value), and missing topics.

        A judged topic that is not in the run scores 0. A topic for which the measure is not defined is left out.
        """
        known = self.classical | self.against
        return {
            label: known[label]
            if label in known
            else defined({topic: found[topic][label] if topic in found else missing for topic in plan.topics_of[label]})
            for label, missing in plan.scores_of_missing_topics.items()
        }


def defined(values: Mapping[str, float]) -> dict[str, float]:
    """The values without those that are not defined."""
    return {topic: value for topic, value in values.items() if not isnan(value)}


def read_file(plan: ScoringPlan, path: files.AnyPath, order: Order = "score") -> Reading:
    """The run in this file."""
    data, source = files.read_bytes(path), files.source_name(path)
    found = plan.judged_items.ranks(data, source, order)
    if not plan.classical:
        return Reading(found.name, source, found.ranks, found.lengths)
    rankings = parse_run(data, source, order).rankings
    classical = plan.classical.scores({topic: ranking.docnos for topic, ranking in rankings.items()})
    ties = sum(_ties(rankings[topic].scores) for topic in plan.judged_topics & rankings.keys())
    return Reading(found.name, source, found.ranks, found.lengths, classical, ties=ties)


def _ties(scores: Sequence[float]) -> int:
    return sum(map(eq, scores, scores[1:]))


def read_rankings(plan: ScoringPlan, name: str, rankings: Mapping[str, Ranking], order: Order = "score") -> Reading:
    """The run given as a mapping of topic to ranking."""
    ordered = {topic: _ordered(name, topic, ranking, order) for topic, ranking in rankings.items()}
    ranks = {topic: _ranks(ordered[topic], judged.docnos) for topic, judged in plan.topics.items() if topic in ordered}
    classical = plan.classical.scores(ordered) if plan.classical else {}
    lengths = {topic: len(docnos) for topic, docnos in ordered.items()}
    return Reading(name, f"run {name!r}", ranks, lengths, classical)


def _ordered(name: str, topic: str, ranking: Ranking, order: Order) -> list[str]:
    """The items best first: a mapping is sorted by score, then by docno; a list is best first already."""
    if isinstance(ranking, Mapping):
        if any(isnan(score) for score in ranking.values()):
            raise ParameterError(f"run {name!r}, topic {topic}: found a score that is no number")
        return best_first(ranking, order)
    docnos = list(ranking)
    if len(set(docnos)) < len(docnos):
        raise ParameterError(f"run {name!r}, topic {topic}: found an item twice, expected each once")
    return docnos


def _ranks(ordered: list[str], docnos: Iterable[str]) -> "array[int]":
    places = {docno: place for place, docno in enumerate(ordered, start=1)}
    return array("i", [places.get(docno, 0) for docno in docnos])
