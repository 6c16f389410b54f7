"""P@H as a random variable: which values users get, and how many of them get each.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, section 5.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, log

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from assess.errors import NotDefinedError, ParameterError
from assess.measures.browsing.browsing_models import Floats
from assess.measures.browsing.stopping import StoppingTimes
from assess.measures.browsing.transitions import stops
from assess.measures.browsing.utility import UserModel

Whole = NDArray[np.int64]

_LEFT = 1e-13  # the share of users who may still browse when the enumeration ends
_CELLS = 200_000_000  # items x utilities x steps that an enumeration may take


@dataclass(frozen=True, eq=False)
class Distribution:
    """The values of P@H, ascending, and the share of users who get each.

    ``utility`` and ``effort`` are the expectations that order 2 divides. ``users`` is the number of simulated users, 0
    if the distribution is exact.
    """

    values: Floats
    shares: Floats
    utility: float
    effort: float
    users: int = 0

    @classmethod
    def of(cls, values: Floats, shares: Floats, utility: float, effort: float, users: int = 0) -> "Distribution":
        """Join equal values."""
        distinct, place = np.unique(values, return_inverse=True)
        joined: Floats = np.zeros(len(distinct))
        np.add.at(joined, place, shares)
        return cls(distinct, joined, utility, effort, users)

    @property
    def mean(self) -> float:
        """The expectation of P@H: order 1."""
        return float(self.values @ self.shares)

    @property
    def ratio_of_means(self) -> float:
        """The expected utility divided by the expected effort: order 2."""
        if self.utility == 0:
            return 0.0
        if self.effort == inf:
            raise NotDefinedError("p_at_h is not defined: some users never stop, so order 2 divides by infinity")
        return self.utility / self.effort

    @property
    def variance(self) -> float:
        """The variance of P@H."""
        return float((self.values - self.mean) ** 2 @ self.shares)

    def cdf(self, x: ArrayLike) -> Floats:
        """The share of users who get at most *x*."""
        below = np.append(0.0, np.cumsum(self.shares))
        found: Floats = np.minimum(1.0, below[np.searchsorted(self.values, x, side="right")])
        return found

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 if the distribution is exact."""
        return (self.variance / self.users) ** 0.5 if self.users else 0.0


def of_stopping_times(user: UserModel, gains: Floats, times: StoppingTimes) -> Distribution:
    """The distribution for users who visit the items in order, each once."""
    collected = user.collected(gains, len(times.steps))
    costs = user.efforts(times.steps)
    values, shares = collected / costs, times.shares
    utility, effort = float(collected @ shares), float(costs @ shares)
    if times.never > 0:
        if callable(user.effort):
            raise ParameterError("found users who never stop and a function as effort, expected a finite depth")
        free = user.effort == "constant"
        utility += times.never * float(collected[-1])
        effort = effort + times.never if free else inf
        values = np.append(values, collected[-1] if free else 0.0)
        shares = np.append(shares, times.never)
    used = shares > 0
    return Distribution.of(values[used], shares[used], utility, effort)


def enumeration_cells(user: UserModel, gains: Floats, steps: float) -> float:
    """About how much work the exact distribution of a walk is, if users make so many *steps* on average.

    Items x utilities, summed over the steps until almost all have stopped; infinite if there is no exact distribution.
    """
    if not _is_countable(user, gains):
        return inf
    last = -log(_LEFT) * steps
    return len(gains) * last * (1 + float(gains.max(initial=0)) * last / 2)


def _is_countable(user: UserModel, gains: Floats) -> bool:
    """Whether utilities are whole numbers that do not depend on the order of visits."""
    return user.loss == 0 and np.array_equal(gains, np.round(gains))


def of_chain(user: UserModel, gains: Floats, between: "csr_array[np.float64]") -> Distribution:
    """The distribution for users who may come back to an item, step by step until almost all have stopped.

    The users are counted by item and by utility collected so far. This needs whole gains, and no loss: with a loss the
    utility depends on the visits of every item.
    """
    if not _is_countable(user, gains):
        raise ParameterError(
            "found a walk with a loss, or with gains that are not whole numbers (0.5, say), expected neither for the "
            "exact distribution: give users and a generator to simulate it"
        )
    gains = np.pad(gains, (0, between.shape[0] - len(gains)))  # a run without end goes on
    counted = list(_stopped(gains.astype(np.int64), between))
    h = np.repeat([steps for steps, _ in counted], [len(of) for _, of in counted]).astype(np.float64)
    collected = np.concatenate([np.arange(len(of)) for _, of in counted]).astype(np.float64)
    shares = np.concatenate([of for _, of in counted])
    shares = shares / shares.sum()
    costs = user.efforts(np.arange(1, len(counted) + 1, dtype=np.float64))[h.astype(np.int64) - 1]
    used = shares > 0
    return Distribution.of((collected / costs)[used], shares[used], float(collected @ shares), float(costs @ shares))


def _stopped(gains: Whole, between: "csr_array[np.float64]") -> Iterator[tuple[int, Floats]]:
    """After 1, 2, ... steps: the share of users who stop, by the utility they have collected."""
    stop, moving = stops(between), between.T.tocsr()
    browsing = np.zeros((len(gains), int(gains.max(initial=0)) + 1))
    browsing[0, gains[0]] = 1
    left, steps, cells = 1.0, 0, 0
    while left > _LEFT:
        steps, cells = steps + 1, cells + browsing.size
        if cells > _CELLS:
            raise ParameterError(
                "the users of this walk browse too long for the exact distribution: "
                "give users and a generator to simulate it"
            )
        ended = stop @ browsing
        yield steps, ended
        left -= float(ended.sum())
        browsing = _collect(np.asarray(moving @ browsing), gains)


def _collect(browsing: Floats, gains: Whole) -> Floats:
    """Add the gain of the item where they are to what users have collected."""
    collected = np.zeros((len(browsing), browsing.shape[1] + int(gains.max(initial=0))))
    for gain in np.unique(gains):
        collected[gains == gain, gain : gain + browsing.shape[1]] = browsing[gains == gain]
    return collected


def empty_run() -> Distribution:
    """The distribution of a run without items: everybody gets 0."""
    return Distribution(np.zeros(1), np.ones(1), 0.0, 1.0)
