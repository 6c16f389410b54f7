"""A plan, prepared once for all runs: the judged items of each topic, and a graph for each measure."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from assess.errors import ParameterError
from assess.formats.run_ranks import JudgedItems
from assess.graph import PreferenceGraph
from assess.graph.building import Kind, topic_graphs
from assess.measures.by_name import ClassicalMeasure, Measure, RankMeasure
from assess.measures.compatibility import ideal_levels

if TYPE_CHECKING:
    from assess.measures.classical import Classical

Preferences = Mapping[str, Iterable[tuple[str, str]]]  # topic -> (winner, loser) of each judgment
Qrels = Mapping[str, Mapping[str, float]]  # topic -> docno -> grade
Values = dict[str, dict[str, float]]  # measure -> topic -> value


@dataclass(frozen=True, slots=True)
class Judgments:
    """Preferences, grades, or both; ``graph`` says which of them PGC uses."""

    preferences: Preferences
    qrels: Qrels
    graph: Kind

    @classmethod
    def of(cls, preferences: Preferences | None, qrels: Qrels | None, graph: Kind | None = None) -> "Judgments":
        """The judgments; by default the graph uses everything that is given."""
        if not preferences and not qrels:
            raise ParameterError("found no judgments, expected preferences, qrels, or both")
        usual: Kind = "combined" if preferences and qrels else "real" if preferences else "derived"
        graph = graph or usual
        if not preferences and graph != "derived":
            raise ParameterError(f"the {graph} graph needs preferences")
        if not qrels and graph != "real":
            raise ParameterError(f"the {graph} graph needs qrels")
        return cls(preferences or {}, qrels or {}, graph)


@dataclass(frozen=True, slots=True)
class MeasureGraph:
    """The graph for a measure, and the indices of its vertices among the judged items of the topic."""

    graph: PreferenceGraph
    places: tuple[int, ...]

    def vertex_ranks(self, ranks: "array[int]", width: int) -> "array[int]":
        """The ranks of the vertices, selected from the ranks of all judged items (*width* of them per run)."""
        if len(self.places) == width:
            return ranks
        return array("i", [ranks[start + place] for start in range(0, len(ranks), width) for place in self.places])


@dataclass(frozen=True, slots=True)
class TopicPlan:
    """The judged items of a topic in ascending order, and the graph of each measure on ranks."""

    docnos: tuple[str, ...]
    graphs: dict[RankMeasure, MeasureGraph]

    def values(self, ranks: "array[int]", runs: int) -> dict[str, list[float]]:
        """Measure to the value of each run, given the ranks of the judged items run by run."""
        return {measure.label: self._values(measure, its, ranks, runs) for measure, its in self.graphs.items()}

    def _values(self, measure: RankMeasure, its: MeasureGraph, ranks: "array[int]", runs: int) -> list[float]:
        if not len(its.graph):
            return [0.0] * runs
        return measure.of_ranks(its.graph, its.vertex_ranks(ranks, len(self.docnos)))


class ScoringPlan:
    """The measures to compute, and what each of them needs for every topic."""

    def __init__(self, judgments: Judgments, measures: Sequence[Measure]) -> None:
        self.measures = tuple(dict.fromkeys(measures))
        on_ranks = [measure for measure in self.measures if isinstance(measure, RankMeasure)]
        classical = [measure.label for measure in self.measures if isinstance(measure, ClassicalMeasure)]
        _check_qrels(judgments, self.measures)
        self.topics = _topics(judgments, on_ranks)
        self.classical = _classical(classical, judgments.qrels) if classical else None
        graded = tuple(sorted(judgments.qrels))
        self.topics_of: dict[str, tuple[str, ...]] = {
            measure.label: self._judged_for(measure) if isinstance(measure, RankMeasure) else graded
            for measure in self.measures
        }

    def _judged_for(self, measure: RankMeasure) -> tuple[str, ...]:
        return tuple(topic for topic, judged in self.topics.items() if measure in judged.graphs)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "judged_items"}

    @cached_property
    def judged_items(self) -> JudgedItems:
        """The judged items, ready to be looked up in run files."""
        return JudgedItems({topic: judged.docnos for topic, judged in self.topics.items()})

    @property
    def judged_topics(self) -> set[str]:
        """Topics with judgments for at least one of the measures."""
        return {topic for topics in self.topics_of.values() for topic in topics}


def _check_qrels(judgments: Judgments, measures: Iterable[Measure]) -> None:
    for measure in measures:
        if not judgments.qrels and not (isinstance(measure, RankMeasure) and measure.name == "pgc"):
            raise ParameterError(f"measure {measure.label!r} needs qrels")


def _topics(judgments: Judgments, measures: Iterable[RankMeasure]) -> dict[str, TopicPlan]:
    """The plan of every topic with judgments for one of the measures, in ascending order."""
    made: dict[str, Mapping[str, PreferenceGraph]] = {}  # measures of one name share their graphs
    graphs: dict[str, dict[RankMeasure, PreferenceGraph]] = {}
    for measure in measures:
        if measure.name not in made:
            made[measure.name] = GRAPHS[measure.name](judgments)
        for topic, graph in made[measure.name].items():
            graphs.setdefault(topic, {})[measure] = graph
    return {topic: _topic(graphs[topic]) for topic in sorted(graphs)}


def _topic(graphs: Mapping[RankMeasure, PreferenceGraph]) -> TopicPlan:
    docnos = tuple(sorted({docno for graph in graphs.values() for docno in graph.docnos}))
    place = {docno: i for i, docno in enumerate(docnos)}
    of_measures = {m: MeasureGraph(graph, tuple(place[docno] for docno in graph.docnos)) for m, graph in graphs.items()}
    return TopicPlan(docnos, of_measures)


def _classical(names: Sequence[str], qrels: Qrels) -> "Classical":
    from assess.measures.classical import Classical  # ir_measures takes a while to import

    return Classical(names, qrels)


def _pgc_graphs(judgments: Judgments) -> Mapping[str, PreferenceGraph]:
    return topic_graphs(judgments.graph, judgments.preferences, judgments.qrels)


def _compat_graphs(judgments: Judgments) -> Mapping[str, PreferenceGraph]:
    return {topic: ideal_levels(levels) for topic, levels in judgments.qrels.items()}


# Name of a measure on ranks -> its graphs by topic.
GRAPHS: dict[str, Callable[[Judgments], Mapping[str, PreferenceGraph]]] = {
    "pgc": _pgc_graphs,
    "compat": _compat_graphs,
}
