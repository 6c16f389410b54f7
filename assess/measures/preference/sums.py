"""How much of the preferences runs keep and break."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ranks = NDArray[np.int32]  # runs x items: clipped ranks
Values = NDArray[np.float64]
Discount = Callable[[Ranks], Values]  # the weight of each rank

UNRANKED = np.int32(np.iinfo(np.int32).max)  # the rank of an item that a run lacks


@dataclass(frozen=True, slots=True)
class Sums:
    """For each run, the weight of the preferences that it keeps and breaks, explicit and implicit ones."""

    kept: Values
    broken: Values
    kept_implicit: Values
    broken_implicit: Values

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.kept + other.kept,
            self.broken + other.broken,
            self.kept_implicit + other.kept_implicit,
            self.broken_implicit + other.broken_implicit,
        )

    def of_kind(self, kind: str, weight: Values | float = 1.0) -> tuple[Values, Values]:
        """What is kept, and what is kept or broken, among all, explicit or implicit preferences.

        *weight* is multiplied to implicit preferences.
        """
        kept_implicit, broken_implicit = weight * self.kept_implicit, weight * self.broken_implicit
        if kind == "explicit":
            return self.kept, self.kept + self.broken
        if kind == "implicit":
            return kept_implicit, kept_implicit + broken_implicit
        kept = self.kept + kept_implicit
        return kept, kept + self.broken + broken_implicit


def clipped(ranks: Ranks, cutoff: int | None) -> Ranks:
    """The ranks with ``UNRANKED`` for items that a run lacks (rank 0), or that it has after the *cutoff*."""
    kept = ranks > 0 if cutoff is None else (ranks > 0) & (ranks <= cutoff)
    return np.where(kept, ranks, UNRANKED)


def ratio(part: Values, whole: Values) -> Values:
    """The part of the whole, 0 where the whole is 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
