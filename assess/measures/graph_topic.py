"""The rank-biased overlap with the ideal ranking of a topic's graph, ready for many runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from assess.graph import PreferenceGraph
from assess.graph.arranger import Ranks


class OfRanks(Protocol):
    """A measure of many runs, given the rank of each vertex of the graph in each run."""

    def __call__(
        self, graph: PreferenceGraph, ranks: Ranks, p: float, depth: int, *, normalize: bool
    ) -> list[float]: ...


@dataclass(frozen=True, slots=True)
class GraphTopic:
    """A measure on the graph of one topic; a graph without items gives every run 0."""

    graph: PreferenceGraph
    of_ranks: OfRanks
    p: float
    depth: int
    normalize: bool

    @property
    def docnos(self) -> tuple[str, ...]:
        return self.graph.docnos

    def values(self, ranks: Ranks, lengths: Sequence[int]) -> list[float]:
        if not len(self.graph):
            return [0.0] * len(lengths)
        return self.of_ranks(self.graph, ranks, self.p, self.depth, normalize=self.normalize)
