"""How much of the preferences runs keep and break."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ranks = NDArray[np.int32]  # runs x items: clipped ranks
Items = NDArray[np.int64]
Values = NDArray[np.float64]
Discount = Callable[[Ranks], Values]  # the weight of each rank

UNRANKED = np.int32(np.iinfo(np.int32).max)  # the rank of an item that a run lacks


@dataclass(frozen=True, slots=True)
class Sums:
    """The weight of the preferences that each run keeps and breaks.

    ``parts`` has a row of runs each for: explicit ones kept, explicit ones broken, implicit ones kept and broken.
    """

    parts: Values

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(self.parts + other.parts)

    def of_kind(self, kind: str, weight: Values | float = 1.0) -> tuple[Values, Values]:
        """What is kept, and what is kept or broken, among all, explicit or implicit preferences.

        *weight* is multiplied to implicit preferences.
        """
        kept, broken = self.parts[:2]
        if kind == "explicit":
            return kept, kept + broken
        kept_implicit, broken_implicit = weight * self.parts[2:]
        if kind == "implicit":
            return kept_implicit, kept_implicit + broken_implicit
        kept = kept + kept_implicit
        return kept, kept + broken + broken_implicit


def clipped(ranks: Ranks, cutoff: int | None) -> Ranks:
    """The ranks with ``UNRANKED`` for items that a run lacks (rank 0), or that it has after the *cutoff*."""
    kept = ranks > 0 if cutoff is None else (ranks > 0) & (ranks <= cutoff)
    return np.where(kept, ranks, UNRANKED)


def best_first(ranks: Ranks) -> tuple[Items, Items]:
    """The items of each run, best first, as many as the longest run has; and their places in the flattened ranks."""
    longest = max(1, int((ranks != UNRANKED).sum(axis=1).max(initial=0)))
    order = ranks.argsort(axis=1, kind="stable")[:, :longest]
    return order, order + np.arange(0, ranks.size, ranks.shape[1])[:, None]


def ratio(part: Values, whole: Values) -> Values:
    """The part of the whole, 0 where the whole is 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
