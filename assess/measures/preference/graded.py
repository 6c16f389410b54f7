"""The preferences that grades stand for, counted by level instead of one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assess.graph.split import UNGRADED
from assess.measures.preference.sums import UNRANKED, Discount, Items, Ranks, Sums, Values, best_first

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Placed:
    """The graded items of each run, best first; all arrays are runs x places, but for ``below``.

    ``cells`` are the items' places in the flattened ranks. ``below`` is runs x places x levels: how many items up to
    this place have a lower level; ``own`` are the places in it, flattened, of each item's own level. A run with fewer
    items than another ends with places that are not ``taken``.
    """

    cells: Items
    ranks: Ranks
    taken: NDArray[np.bool_]
    level: Counts
    own: Items
    below: Counts

    def lower_before(self) -> Counts:
        """How many items of a lower level come before the item at each place."""
        return self.below.take(self.own)

    def higher_before(self) -> Counts:
        return (self.below[:, :, -1] - self.below.take(self.own + 1)) * self.taken

    def retrieved_below(self) -> Counts:
        """How many items of each run have a level below 0, 1, 2, ..."""
        return self.below[:, -1, :]


@dataclass(frozen=True)
class GradedPairs:
    """An item of each level is preferred to every item of a lower level; ``levels`` holds -1 for ungraded items."""

    levels: NDArray[np.int64]

    @classmethod
    def of(cls, levels: Sequence[int]) -> "GradedPairs":
        return cls(np.array(levels, dtype=np.int64))

    @cached_property
    def sizes(self) -> Counts:
        """How many items each level has, the lowest first."""
        return np.bincount(self.levels[self.levels != UNGRADED])

    @cached_property
    def all_below(self) -> Counts:
        """How many items have a level below 0, 1, 2, ..."""
        return np.concatenate(([0], np.cumsum(self.sizes)))

    @cached_property
    def _all_above(self) -> Counts:
        """How many items have a level above 0, 1, 2, ..."""
        above: Counts = self.all_below[-1] - self.all_below[1:]
        return above

    @cached_property
    def total(self) -> int:
        """How many pairs of different levels there are."""
        return int(self.sizes @ self.all_below[:-1])

    @property
    def cells(self) -> int:
        """The numbers that are held at a time for each run."""
        return len(self.levels) * (len(self.sizes) + 1)

    def sign(self, a: int, b: int) -> int:
        """1 if grades prefer item *a* to *b*, -1 if they prefer *b*, 0 if they do not say."""
        if UNGRADED in (self.levels[a], self.levels[b]):
            return 0
        return int(np.sign(self.levels[a] - self.levels[b]))

    def sums(self, ranks: Ranks, first: Discount | None, later: Discount | None) -> Sums:
        """What each run keeps and breaks, as `Pairs.sums`."""
        placed = self._placed(ranks)
        if first:
            weights = first(placed.ranks) * placed.taken
            return Sums((self._as_first(placed) * weights).sum(axis=2))
        below, lower = placed.retrieved_below(), placed.lower_before()
        retrieved, below = below[:, 1:] - below[:, :-1], below[:, :-1]
        explicit = (retrieved * below).sum(axis=1)
        kept_implicit, broken_implicit = retrieved @ self.all_below[:-1] - explicit, below @ self.sizes - explicit
        if later:
            weights = later(placed.ranks)
            kept, broken = ((n * weights).sum(axis=1) for n in (placed.higher_before(), lower))
        else:
            broken = lower.sum(axis=1)
            kept = explicit - broken
        return Sums(np.array([kept, broken, kept_implicit, broken_implicit], dtype=float))

    def by_first(self, ranks: Ranks) -> tuple[Values, Values]:
        """For each run and item, what is kept and broken with this item as the first of the two."""
        placed = self._placed(ranks)
        kept, broken = np.zeros(ranks.shape), np.zeros(ranks.shape)
        kept.put(placed.cells, (self.all_below.take(placed.level) - placed.lower_before()) * placed.taken)
        broken.put(placed.cells, self._all_above.take(placed.level) * placed.taken - placed.higher_before())
        return kept, broken

    def _as_first(self, placed: Placed) -> Counts:
        """For each taken place: kept and broken preferences with a later item, then with an item that the run lacks."""
        below, level = placed.retrieved_below(), placed.level
        runs = np.arange(len(level))[:, None]
        lower, higher = below[runs, level], below[:, -1:] - below[runs, level + 1]
        return np.array(
            [
                lower - placed.lower_before(),
                higher - placed.higher_before(),
                self.all_below.take(level) - lower,
                self._all_above.take(level) - higher,
            ]
        )

    def _placed(self, ranks: Ranks) -> Placed:
        if self._has_ungraded:
            ranks = np.where(self.levels != UNGRADED, ranks, UNRANKED)
        order, cells = best_first(ranks)
        at = ranks.take(cells)
        taken = at != UNRANKED
        # At a place that is not taken: a level above all others, so that it is never counted as lower.
        level = np.where(taken, self.levels.take(order), len(self.sizes))
        below = (level[:, :, None] < self._thresholds).cumsum(axis=1)
        level = np.where(taken, level, 0)
        own = level + np.arange(0, below.size, below.shape[2]).reshape(level.shape)
        return Placed(cells, at, taken, level, own, below)

    @cached_property
    def _has_ungraded(self) -> bool:
        return bool((self.levels == UNGRADED).any())

    @cached_property
    def _thresholds(self) -> Counts:
        return np.arange(len(self.sizes) + 1)
