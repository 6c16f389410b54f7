"""The rank-biased overlap with the ideal ranking of a topic's graph, ready for many runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from assess.graph import PreferenceGraph
from assess.graph.arranger import Ranks
from assess.measures.rbo import self_overlap


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

    @property
    def ceiling(self) -> float:
        """The score of a perfect run: with few items below 1, unless scores are normalized."""
        return 1.0 if self.normalize else self_overlap(len(self.graph), self.p, self.depth)

    def values(self, ranks: Ranks, lengths: Sequence[int]) -> list[float]:
        if not len(self.graph):
            return [0.0] * len(lengths)
        return self.of_ranks(self.graph, ranks, self.p, self.depth, normalize=self.normalize)
