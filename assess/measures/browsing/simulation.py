"""Simulated users: many walk along a run at the same time, each until they stop.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, section 5.2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from assess.measures.browsing.browsing_models import Chain, Floats, TransitionMatrix, Walk
from assess.measures.browsing.distribution import Distribution
from assess.measures.browsing.stopping import StoppingTimes
from assess.measures.browsing.utility import UserModel

Places = NDArray[np.int64]
Move = Callable[[Places, Floats], Places]  # places and chances from 0 to 1 -> next places

_COUNTERS = 4_000_000  # visits that are counted at the same time: users x relevant items


def simulate_forward(
    user: UserModel, gains: Floats, times: StoppingTimes, users: int, rng: np.random.Generator
) -> Distribution:
    """The values of users who visit the items in order, each once."""
    collected = user.collected(gains, len(times.steps))
    total = float(times.shares.sum()) + times.never
    drawn = np.searchsorted(np.cumsum(times.shares), rng.random(users) * total, side="right")
    stopped = drawn < len(times.steps)
    place = np.minimum(drawn, len(times.steps) - 1)
    costs = user.efforts(times.steps)[place]
    if user.effort != "constant":
        costs = np.where(stopped, costs, inf)
    return of_users(collected[place], costs)


def simulate_chain(user: UserModel, model: Chain, gains: Floats, users: int, rng: np.random.Generator) -> Distribution:
    """The values of users who may come back to an item."""
    table = _VisitTable.of(user, gains)
    size = max(1, min(users, _COUNTERS // (len(table.gains) + 1)))
    move = _move(model, len(gains))
    parts = [_browse(move, table, min(size, users - start), rng) for start in range(0, users, size)]
    steps = np.concatenate([steps for steps, _ in parts])
    costs = user.efforts(np.arange(1, steps.max() + 1, dtype=np.float64))[steps - 1]
    return of_users(np.concatenate([utility for _, utility in parts]), costs)


def of_users(utility: Floats, costs: Floats) -> Distribution:
    """The distribution of what each of these users got."""
    users = len(utility)
    return Distribution.of(
        utility / costs, np.full(users, 1 / users), float(utility.mean()), float(costs.mean()), users
    )


def _browse(move: Move, table: "_VisitTable", users: int, rng: np.random.Generator) -> tuple[Places, Floats]:
    """The number of steps of each user, and the utility collected."""
    steps, utility = np.zeros(users, dtype=np.int64), np.zeros(users)
    visits = table.counters(users)
    who, place = np.arange(users), np.zeros(users, dtype=np.int64)
    while len(who):
        steps[who] += 1
        table.collect(utility, visits, who, place)
        place = move(place, rng.random(len(who)))
        stay = place >= 0
        who, place = who[stay], place[stay]
    return steps, utility


@dataclass
class _VisitTable:
    """What the k-th visit of each relevant item gains, computed when somebody gets there.

    ``column`` has the number of each item among the relevant ones, -1 if it is not; its last entry is for all items
    beyond the run.
    """

    user: UserModel
    column: Places
    gains: list[float]
    by_visit: Floats

    @classmethod
    def of(cls, user: UserModel, gains: Floats) -> "_VisitTable":
        relevant = np.flatnonzero(gains)
        column = np.full(len(gains) + 1, -1)
        column[relevant] = np.arange(len(relevant))
        return cls(user, column, gains[relevant].tolist(), np.zeros((0, len(relevant))))

    def counters(self, users: int) -> NDArray[np.int32]:
        """The visits of each user to each relevant item."""
        return np.zeros((users, len(self.gains)), dtype=np.int32)

    def collect(self, utility: Floats, visits: NDArray[np.int32], who: Places, place: Places) -> None:
        """Add what these users gain at their items."""
        columns = self.column[np.minimum(place, len(self.column) - 1)]
        relevant = columns >= 0
        who, columns = who[relevant], columns[relevant]
        visits[who, columns] += 1
        counts = visits[who, columns]
        while len(self.by_visit) < counts.max(initial=0):
            k = len(self.by_visit) + 1
            self.by_visit = np.vstack([self.by_visit, [self.user.visit(k, gain) for gain in self.gains]])
        utility[who] += self.by_visit[counts - 1, columns]


def _move(model: Chain, n: int) -> Move:
    return _jump(model.between) if isinstance(model, TransitionMatrix) else _step(model, n)


def _step(model: Walk, n: int) -> Move:
    """Step forward or back along a run; -1 is the end."""
    endless = model.depth == inf
    forward, back = model.steps(n + 1 if endless else n, endless=endless)
    moving = forward + back

    def move(place: Places, chance: Floats) -> Places:
        row = np.minimum(place, len(forward) - 1)
        stepped = np.where(chance < forward[row], place + 1, place - 1)
        return np.where(chance < moving[row], stepped, -1)

    return move


def _jump(between: Floats) -> Move:
    """Go to any item, by a matrix; -1 is the end."""
    n = len(between)
    # Row by row in one ascending list, so that one search serves users at different items.
    ends = (np.minimum(1.0, np.cumsum(between, axis=1)) + np.arange(n)[:, None]).ravel()

    def move(place: Places, chance: Floats) -> Places:
        found = np.searchsorted(ends, place + chance, side="right") - place * n
        return np.where(found < n, found, -1)

    return move
