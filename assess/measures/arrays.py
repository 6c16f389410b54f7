"""Let a measure that computes with NumPy score runs by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assess.graph.arranger import Ranks


class ArrayTopic(Protocol):
    """A measure with the judgments of one topic, as `assess.measures.kinds.PreparedTopic`, but on NumPy arrays."""

    @property
    def docnos(self) -> tuple[str, ...]: ...

    def values(self, ranks: NDArray[np.int32], lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """The value of each run, given a row of ranks for each run; NaN where the measure is not defined."""
        ...


@dataclass(frozen=True, slots=True)
class OnArrays:
    """A `PreparedTopic` that turns ranks into arrays for *topic*."""

    topic: ArrayTopic

    @property
    def docnos(self) -> tuple[str, ...]:
        return self.topic.docnos

    def values(self, ranks: Ranks, lengths: Sequence[int]) -> list[float]:
        matrix = np.frombuffer(ranks, np.int32).reshape(len(lengths), len(self.docnos))
        values: list[float] = self.topic.values(matrix, np.array(lengths, np.int64)).tolist()
        return values
