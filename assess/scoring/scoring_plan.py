"""A plan, prepared once for all runs: the judged items of each topic, and each measure with its judgments."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from assess.errors import ParameterError
from assess.formats.run_ranks import JudgedItems
from assess.graph.building import Kind
from assess.measures.by_name import ClassicalMeasure, Measure, RankMeasure
from assess.measures.graph_topic import GraphTopic
from assess.measures.kinds import PreparedPair, PreparedTopic, TopicJudgments
from assess.measures.not_relevant import caution
from assess.scoring.left_out import left_out

if TYPE_CHECKING:
    from assess.measures.classical import Classical

Preferences = Mapping[str, Iterable[tuple[str, str]]]  # topic -> (winner, loser) of each judgment
Qrels = Mapping[str, Mapping[str, float]]  # topic -> docno -> grade
Subtopics = Mapping[str, Mapping[str, Mapping[str, float]]]  # topic -> subtopic -> docno -> grade
Values = dict[str, dict[str, float]]  # measure -> topic -> value
RunsRanks = tuple[
    "array[int]", Sequence[int]
]  # the ranks of judged items run by run, and the number of items of each run


@dataclass(frozen=True, slots=True)
class Judgments:
    """Preferences, grades, or both; ``graph`` says which of them measures on a graph use.

    ``ties`` are pairs that were judged equal: only measures that count pairs use them. ``subtopics`` are the grades
    that diversity measures use.
    """

    preferences: Preferences
    qrels: Qrels
    graph: Kind
    ties: Preferences = field(default_factory=dict)
    subtopics: Subtopics = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        preferences: Preferences | None,
        qrels: Qrels | None,
        graph: Kind | None = None,
        ties: Preferences | None = None,
        subtopics: Subtopics | None = None,
    ) -> "Judgments":
        """The judgments; by default the graph uses everything that is given."""
        if not preferences and not qrels and not ties:
            if subtopics:
                return cls({}, {}, "real", {}, subtopics)
            raise ParameterError("found no judgments, expected preferences, qrels, or both")
        usual: Kind = "real" if not qrels else "combined" if preferences else "derived"
        graph = graph or usual
        if not preferences and not ties and graph != "derived":
            raise ParameterError(f"the {graph} graph needs preferences")
        if not qrels and graph != "real":
            raise ParameterError(f"the {graph} graph needs qrels")
        return cls(preferences or {}, qrels or {}, graph, ties or {}, subtopics or {})

    def by_topic(self) -> dict[str, TopicJudgments]:
        """The judgments of each topic, in ascending order of topics."""
        return {
            topic: TopicJudgments(
                list(self.preferences.get(topic, ())),
                list(self.ties.get(topic, ())),
                self.qrels.get(topic, {}),
                self.graph,
            )
            for topic in sorted({*self.preferences, *self.qrels, *self.ties})
        }


@dataclass(frozen=True, slots=True)
class PlacedTopic:
    """A prepared measure, and the indices of its items among the judged items of the topic."""

    prepared: PreparedTopic
    places: tuple[int, ...]

    def values(self, ranks: "array[int]", lengths: Sequence[int], width: int) -> Sequence[float]:
        """The value of each run, given the ranks of all judged items (*width* of them per run)."""
        return self.prepared.values(_selected(ranks, self.places, width), lengths)


@dataclass(frozen=True, slots=True)
class PlacedPair:
    """The same for a prepared measure of two runs."""

    prepared: PreparedPair
    places: tuple[int, ...]

    def values(self, own: RunsRanks, opponents: RunsRanks, width: int) -> Sequence[float]:
        """The value of each run against the opponent in the same place, given the ranks of all judged items."""
        (ranks, lengths), (opponent_ranks, opponent_lengths) = own, opponents
        return self.prepared.values_against(
            _selected(ranks, self.places, width),
            lengths,
            _selected(opponent_ranks, self.places, width),
            opponent_lengths,
        )


def _selected(ranks: "array[int]", places: Sequence[int], width: int) -> "array[int]":
    """The ranks at these places of each run."""
    if len(places) == width:
        return ranks
    return array("i", [ranks[start + place] for start in range(0, len(ranks), width) for place in places])


@dataclass(frozen=True, slots=True)
class TopicPlan:
    """The judged items of a topic in ascending order, and each measure on their ranks: of one run, and of two."""

    docnos: tuple[str, ...]
    measures: dict[RankMeasure, PlacedTopic]
    pairs: dict[RankMeasure, PlacedPair] = field(default_factory=dict)

    def values(self, ranks: "array[int]", lengths: Sequence[int]) -> dict[str, Sequence[float]]:
        """Measure to the value of each run, given the ranks of the judged items run by run, and the runs' lengths."""
        return {
            measure.label: placed.values(ranks, lengths, len(self.docnos)) for measure, placed in self.measures.items()
        }


class ScoringPlan:
    """The measures to compute, each prepared for every topic."""

    def __init__(self, judgments: Judgments, measures: Sequence[Measure]) -> None:
        self.measures = tuple(dict.fromkeys(measures))
        on_ranks = self.rank_measures
        classical = [measure.label for measure in self.measures if isinstance(measure, ClassicalMeasure)]
        _check_needs(judgments, on_ranks)
        judged = judgments.by_topic() if on_ranks else {}
        self.topics = _topics(judged, on_ranks)
        self.classical = _classical(classical, judgments) if classical else None
        self.topics_of = {measure.label: self._judged_for(measure) for measure in self.measures}
        self.left_out = left_out(on_ranks, judged, self.topics_of)
        rewarding = [measure.label for measure in on_ranks if measure.rewards_all_items]
        self.caution = caution(judgments.graph, judgments.qrels.values(), rewarding)

    def _judged_for(self, measure: Measure) -> tuple[str, ...]:
        if isinstance(measure, RankMeasure):
            judged = self.topics.items()
            return tuple(topic for topic, plan in judged if measure in plan.measures or measure in plan.pairs)
        return tuple(self.classical.topics_of(measure.label)) if self.classical else ()

    @property
    def rank_measures(self) -> list[RankMeasure]:
        """The measures that are computed here, from the ranks of judged items."""
        return [measure for measure in self.measures if isinstance(measure, RankMeasure)]

    @property
    def is_run_by_run(self) -> bool:
        """Whether each run can be scored alone without loss of time, by the process that reads it."""
        return all(isinstance(measure, ClassicalMeasure) or measure.kind.is_run_by_run for measure in self.measures)

    @property
    def of_two_runs(self) -> list[RankMeasure]:
        """The measures of a run against another, for which all runs are read before one is scored."""
        return [measure for measure in self.rank_measures if measure.kind.of_two_runs]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "judged_items"}

    @cached_property
    def judged_items(self) -> JudgedItems:
        """The judged items, ready to be looked up in run files."""
        return JudgedItems({topic: judged.docnos for topic, judged in self.topics.items()})

    @property
    def scores_of_missing_topics(self) -> dict[str, float]:
        """Measure to the score of a judged topic that a run lacks."""
        return {
            measure.label: measure.kind.missing if isinstance(measure, RankMeasure) else 0.0
            for measure in self.measures
        }

    @property
    def ceilings(self) -> dict[str, list[float]]:
        """Measure to the score of a perfect run on each topic, for measures that are not normalized."""
        found: dict[str, list[float]] = {}
        for topic in self.topics.values():
            for measure, placed in topic.measures.items():
                if isinstance(placed.prepared, GraphTopic) and not placed.prepared.normalize:
                    found.setdefault(measure.label, []).append(placed.prepared.ceiling)
        return found

    @property
    def judged_topics(self) -> set[str]:
        """Topics with judgments for at least one of the measures, be it defined for them or not."""
        undefined = {topic for of_measure in self.left_out for topic in of_measure.topics}
        return undefined.union(*self.topics_of.values())

    @property
    def topics_of_single_runs(self) -> set[str]:
        """Topics that count for a run that lacks them, too: those of all measures but the measures of two runs."""
        of_two = {measure.label for measure in self.of_two_runs}
        return {topic for label, topics in self.topics_of.items() if label not in of_two for topic in topics}


def _check_needs(judgments: Judgments, measures: Iterable[RankMeasure]) -> None:
    compared = judgments.preferences or judgments.ties
    for measure in measures:
        if measure.kind.needs == "grades" and not judgments.qrels:
            raise ParameterError(f"measure {measure.label!r} needs qrels")
        if measure.kind.needs == "preferences" and not compared:
            raise ParameterError(f"measure {measure.label!r} needs preferences")
        if measure.kind.needs == "graph" and not compared and not judgments.qrels:
            raise ParameterError(f"measure {measure.label!r} needs preferences or qrels")


def _topics(judged: Mapping[str, TopicJudgments], measures: Sequence[RankMeasure]) -> dict[str, TopicPlan]:
    """The plan of every topic with a value for one of the measures, in ascending order."""
    plans = {topic: _topic(of_topic, measures) for topic, of_topic in judged.items()}
    return {topic: plan for topic, plan in plans.items() if plan.measures or plan.pairs}


def _topic(judged: TopicJudgments, measures: Sequence[RankMeasure]) -> TopicPlan:
    single = {m: topic for m in measures if not m.kind.of_two_runs and (topic := m.prepare(judged)) is not None}
    pairs = {m: pair for m in measures if m.kind.of_two_runs and (pair := m.prepare_pair(judged)) is not None}
    items = [topic.docnos for topic in single.values()] + [pair.docnos for pair in pairs.values()]
    docnos = tuple(sorted({docno for docnos in items for docno in docnos}))
    place = {docno: i for i, docno in enumerate(docnos)}
    return TopicPlan(
        docnos,
        {m: PlacedTopic(topic, tuple(place[docno] for docno in topic.docnos)) for m, topic in single.items()},
        {m: PlacedPair(pair, tuple(place[docno] for docno in pair.docnos)) for m, pair in pairs.items()},
    )


def _classical(names: Sequence[str], judgments: Judgments) -> "Classical":
    from assess.measures.classical import Classical  # ir_measures takes a while to import

    return Classical(names, judgments.qrels, judgments.subtopics)
