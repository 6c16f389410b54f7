"""Gains from preferences: how often an item won less how often it lost, as a gain between 0 and 1."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assess.errors import NotDefinedError, ParameterError
from assess.graph import PreferenceGraph
from assess.measures.whole_numbers import check_whole

Floats = NDArray[np.float64]
# A measure of many runs, given the gains at each rank (a row a run), and all gains from the largest on.
OfGains = Callable[[Floats, Floats], Floats]


def delta_gains(graph: PreferenceGraph) -> dict[str, float]:
    """Return the gain of each item: its wins less its losses, moved and scaled so that the range is 0 to 1.

    The difference of out-degree and in-degree is the delta of Sakai and Zeng. How they map it to a gain we could not
    establish; this mapping is ours. It gives the item with the smallest difference 0, as an item that nobody judged
    has, and the one with the largest 1.

    Examples
    --------
    >>> delta_gains(PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d3", "d2")]))
    {'d1': 1.0, 'd2': 0.0, 'd3': 0.5}
    """
    lost = graph.in_degrees()
    delta = {docno: won - lost[docno] for docno, won in graph.out_degrees().items()}
    low, high = min(delta.values(), default=0), max(delta.values(), default=0)
    return {docno: (of - low) / (high - low) if high > low else 0.0 for docno, of in delta.items()}


@dataclass(frozen=True)
class DeltaTopic:
    """A measure of gains from the preferences of one topic; not defined if no item won more often than another."""

    gains: dict[str, float]
    of_gains: OfGains
    cutoff: int | None

    @property
    def docnos(self) -> tuple[str, ...]:
        return tuple(self.gains)

    @cached_property
    def _by_item(self) -> Floats:
        return np.array(list(self.gains.values()))

    def values(self, ranks: NDArray[np.int32], lengths: NDArray[np.int64]) -> Floats:
        if not self._by_item.any():
            return np.full(len(ranks), np.nan)
        return self.of_gains(self._by_rank(ranks), -np.sort(-self._by_item)[: self.cutoff])

    def _by_rank(self, ranks: NDArray[np.int32]) -> Floats:
        """The gain at each rank of each run, up to the last rank of a judged item."""
        last = int(ranks.max(initial=0)) if self.cutoff is None else self.cutoff
        table = np.zeros((len(ranks), last + 1))
        runs, items = np.nonzero((ranks > 0) & (ranks <= last))
        table[runs, ranks[runs, items]] = self._by_item[items]
        return table[:, 1:]


def value_of_ranking(
    name: str, graph: PreferenceGraph, ranking: Iterable[str], of_gains: OfGains, cutoff: int | None
) -> float:
    """The value of one ranking; an error where the measure is not defined."""
    check_whole("cutoff", cutoff)
    if cutoff is not None and cutoff < 1:
        raise ParameterError(f"found cutoff {cutoff}, expected at least 1, or None")
    docnos = list(ranking)
    ranks = np.frombuffer(graph.ranks(docnos), np.int32).reshape(1, -1)
    [value] = DeltaTopic(delta_gains(graph), of_gains, cutoff).values(ranks, np.array([len(docnos)]))
    if np.isnan(value):
        raise NotDefinedError(f"{name} is not defined: no item was preferred more often than another")
    return float(value)
