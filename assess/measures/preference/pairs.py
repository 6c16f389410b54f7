"""The preferences of a topic as weighted pairs, and what runs make of them.

A run *keeps* a preference if it ranks the winner before the loser, and *breaks* it if it ranks the loser first. If it
has one of the two, the other comes after it: such a preference is *implicit*, one with both in the run is *explicit*.
If it has none of the two, it says nothing about the preference.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assess.graph import PreferenceGraph
from assess.measures.preference.graded import GradedPairs
from assess.measures.preference.sums import UNRANKED, Discount, Items, Ranks, Sums, Values


@dataclass(frozen=True)
class Pairs:
    """Preferences: *winners* and *losers* by number with a weight each, and those that grades stand for."""

    docnos: tuple[str, ...]
    winners: Items
    losers: Items
    weights: Values
    graded: GradedPairs | None

    @classmethod
    def of(cls, graph: PreferenceGraph) -> "Pairs":
        """The edges of a graph, each with weight 1."""
        edges = [(graph.numbers[winner], graph.numbers[loser]) for winner, loser in graph.judged_edges()]
        graded = GradedPairs.of(graph.levels) if graph.levels is not None else None
        return cls(graph.docnos, *_ends(edges), np.ones(len(edges)), graded)

    @cached_property
    def total(self) -> float:
        """The weight of all preferences."""
        return float(self.weights.sum()) + (self.graded.total if self.graded else 0)

    @property
    def cells(self) -> int:
        """The numbers that are held at a time for each run."""
        return max(1, len(self.weights), self.graded.cells if self.graded else 0)

    @cached_property
    def judged(self) -> "Pairs":
        """The preferences that were given one by one."""
        return replace(self, graded=None)

    @cached_property
    def derived(self) -> "Pairs":
        """The preferences that grades stand for."""
        return Pairs(self.docnos, *_ends([]), self.weights[:0], self.graded)

    @cached_property
    def ever_won(self) -> NDArray[np.bool_]:
        """Whether each item is preferred at least once."""
        won = self.graded.levels > 0 if self.graded else np.zeros(len(self.docnos), dtype=bool)
        return won | (np.bincount(self.winners, minlength=len(self.docnos)) > 0)

    @cached_property
    def split(self) -> "Pairs":
        """The same pairs of items, but each weighs 1, split between the two by how often each is preferred.

        A pair that grades order already weighs 1 there: the weights here make up the difference.
        """
        times = Counter(zip(self.winners.tolist(), self.losers.tolist(), strict=True))
        edges, weights = [], []
        for a, b in {(min(pair), max(pair)) for pair in times}:
            sign = self.graded.sign(a, b) if self.graded else 0
            won, lost = times[a, b] + (sign > 0), times[b, a] + (sign < 0)
            edges += [(a, b), (b, a)]
            weights += [won / (won + lost) - (sign > 0), lost / (won + lost) - (sign < 0)]
        return Pairs(self.docnos, *_ends(edges), np.array(weights, dtype=float), self.graded)

    def sums(self, ranks: Ranks, *, first: Discount | None = None, later: Discount | None = None) -> Sums:
        """Add up the preferences that each run keeps and breaks, given its `clipped` ranks.

        Each is multiplied by a discount of the rank of the item that comes *first*, or of the *later* one. The
        latter applies to explicit preferences only, as the later item of an implicit one has no rank.
        """
        if not self.graded:
            return self._listed_sums(ranks, first, later)
        graded = self.graded.sums(ranks, first, later)
        return self._listed_sums(ranks, first, later) + graded if len(self.weights) else graded

    def _listed_sums(self, ranks: Ranks, first: Discount | None, later: Discount | None) -> Sums:
        winners, losers = ranks.take(self.winners, axis=1), ranks.take(self.losers, axis=1)
        ordered = np.flatnonzero(winners != losers)
        winner, loser = winners.take(ordered), losers.take(ordered)
        runs, pairs = np.divmod(ordered, max(1, len(self.weights)))
        latest, weights = np.maximum(winner, loser), self.weights.take(pairs)
        is_implicit = latest == UNRANKED
        if first:
            weights = weights * first(np.minimum(winner, loser))
        if later:
            weights = np.where(is_implicit, weights, weights * later(latest))
        parts = 4 * runs + 2 * is_implicit + (winner > loser)
        sums = np.bincount(parts, weights, minlength=4 * len(ranks)).reshape(-1, 4).astype(float)
        return Sums(sums.T)

    def by_first(self, ranks: Ranks) -> tuple[Values, Values]:
        """For each run and item, the weight of what is kept and broken with this item as the first of the two."""
        winner, loser = ranks.take(self.winners, axis=1), ranks.take(self.losers, axis=1)
        kept = self._by_item(winner < loser, self.winners)
        broken = self._by_item(winner > loser, self.losers)
        if self.graded:
            kept_graded, broken_graded = self.graded.by_first(ranks)
            return kept + kept_graded, broken + broken_graded
        return kept, broken

    def _by_item(self, counts: NDArray[np.bool_], items: Items) -> Values:
        shape = len(counts), len(self.docnos)
        runs, pairs = np.nonzero(counts)
        cells = runs * shape[1] + items.take(pairs)
        return np.bincount(cells, self.weights.take(pairs), minlength=shape[0] * shape[1]).reshape(shape).astype(float)


def _ends(edges: list[tuple[int, int]]) -> tuple[Items, Items]:
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    return ends[:, 0].copy(), ends[:, 1].copy()
