"""What scoring needs from a run: the ranks of the judged items, and values of ir_measures if they are wanted."""

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isnan

from assess import files
from assess.errors import ParameterError
from assess.formats.runs import Order, parse_run
from assess.scoring.scoring_plan import ScoringPlan, Values

# A topic's items, best first; or a mapping of items to scores.
Ranking = Iterable[str] | Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Reading:
    """The judged part of a run; ``lengths`` has the number of items of all its topics, judged or not.

    ``against`` has the values of measures of two runs, once the opponents have been read.
    """

    name: str
    source: str
    ranks: dict[str, "array[int]"]
    lengths: Mapping[str, int]
    classical: Values = field(default_factory=dict)
    against: Values = field(default_factory=dict)

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
    classical: Values = {}
    if plan.classical:
        run = parse_run(data, source, order)
        scored = {topic: dict(zip(r.docnos, r.scores, strict=True)) for topic, r in run.rankings.items()}
        by_place = {topic: _scores_by_place(r.docnos) for topic, r in run.rankings.items()}
        classical = plan.classical.scores(by_place if order == "rank" else scored)
    return Reading(found.name, source, found.ranks, found.lengths, classical)


def read_rankings(plan: ScoringPlan, name: str, rankings: Mapping[str, Ranking]) -> Reading:
    """The run given as a mapping of topic to ranking."""
    ordered = {topic: _ordered(name, topic, ranking) for topic, ranking in rankings.items()}
    ranks = {topic: _ranks(ordered[topic], judged.docnos) for topic, judged in plan.topics.items() if topic in ordered}
    classical: Values = {}
    if plan.classical:
        classical = plan.classical.scores(
            {
                topic: ranking if isinstance(ranking, Mapping) else _scores_by_place(ordered[topic])
                for topic, ranking in rankings.items()
            }
        )
    lengths = {topic: len(docnos) for topic, docnos in ordered.items()}
    return Reading(name, f"run {name!r}", ranks, lengths, classical)


def _ordered(name: str, topic: str, ranking: Ranking) -> list[str]:
    """The items best first: a mapping is sorted by score, then by docno; a list is best first already."""
    if isinstance(ranking, Mapping):
        if any(isnan(score) for score in ranking.values()):
            raise ParameterError(f"run {name!r}, topic {topic}: found a score that is no number")
        return sorted(ranking, key=lambda docno: (-ranking[docno], docno))
    docnos = list(ranking)
    if len(set(docnos)) < len(docnos):
        raise ParameterError(f"run {name!r}, topic {topic}: found an item twice, expected each once")
    return docnos


def _ranks(ordered: list[str], docnos: Iterable[str]) -> "array[int]":
    places = {docno: place for place, docno in enumerate(ordered, start=1)}
    return array("i", [places.get(docno, 0) for docno in docnos])


def _scores_by_place(docnos: Iterable[str]) -> dict[str, float]:
    """Scores that give the items this order, for measures that sort by score."""
    return {docno: float(-place) for place, docno in enumerate(docnos)}
