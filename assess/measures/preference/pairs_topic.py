"""A measure with the preferences of one topic, ready for many runs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from assess.errors import NotDefinedError, ParameterError
from assess.graph import PreferenceGraph
from assess.graph.arranger import Ranks as RankBuffer
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.pairs import Pairs
from assess.measures.preference.sums import Ranks, Values, clipped
from assess.measures.whole_numbers import check_whole

Lengths = NDArray[np.int64]
# A measure of many runs: preferences, clipped ranks of the items, and how many items each run has up to the cut-off.
OfRanks = Callable[[Pairs, Ranks, Lengths], Values]

CELLS = 4_000_000  # the numbers that are held at a time: more runs than fit are scored in batches


@dataclass(frozen=True)
class PairsTopic:
    """A measure of preferences; not defined if there are none."""

    pairs: Pairs
    of_ranks: OfRanks
    cutoff: int | None = None

    @property
    def docnos(self) -> tuple[str, ...]:
        return self.pairs.docnos

    def values(self, ranks: RankBuffer, lengths: Sequence[int]) -> list[float]:
        if not self.pairs.total:
            return [nan] * len(lengths)
        table = np.frombuffer(ranks, dtype=np.int32).reshape(len(lengths), -1)
        long = np.asarray(lengths, dtype=np.int64)
        step = max(1, CELLS // self.pairs.cells)
        batches = [self._batch(table[i : i + step], long[i : i + step]) for i in range(0, len(long), step)]
        return [value for batch in batches for value in batch.tolist()]

    def _batch(self, ranks: Ranks, lengths: Lengths) -> Values:
        upto = lengths if self.cutoff is None else np.minimum(lengths, self.cutoff)
        return self.of_ranks(self.pairs, clipped(ranks, self.cutoff), upto)


def prepared(judgments: TopicJudgments, of_ranks: OfRanks, cutoff: int | None = None) -> PairsTopic | None:
    """The measure with the graph of a topic; None if it has no judgments for the graph."""
    graph = judgments.preference_graph
    return None if graph is None else PairsTopic(Pairs.of(graph), of_ranks, cutoff)


def value_of_ranking(
    name: str, graph: PreferenceGraph, ranking: Iterable[str], of_ranks: OfRanks, cutoff: int | None = None
) -> float:
    """The value of one ranking; an error if there are no preferences."""
    check_whole("cutoff", cutoff)
    if cutoff is not None and cutoff < 1:
        raise ParameterError(f"found cutoff {cutoff}, expected at least 1, or None")
    docnos = list(ranking)
    value = PairsTopic(Pairs.of(graph), of_ranks, cutoff).values(graph.ranks(docnos), [len(docnos)])[0]
    if isnan(value):
        raise NotDefinedError(f"{name} is not defined: the graph has no preferences")
    return value


def check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    """Refuse a value that is not among the choices."""
    if value not in choices:
        raise ParameterError(f"found {name} {value!r}, expected one of {', '.join(choices)}")
