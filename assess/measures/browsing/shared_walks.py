"""Simulated users of a walk who read many runs in the same way.

How users of a walk move does not depend on what is relevant. So the same users are good for all topics and runs of a
length: they walk once, and then collect what they visited in each run.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, section 5.2.
"""

from collections.abc import Collection
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from assess.errors import ParameterError
from assess.measures.browsing.browsing_models import Floats, Walk
from assess.measures.browsing.distribution import Distribution
from assess.measures.browsing.passages import steps_from
from assess.measures.browsing.simulation import Places, of_users
from assess.measures.browsing.utility import UserModel

LONGEST = 50_000  # expected steps of a user: more take minutes
_MOST_STEPS, _MOST_VISITS = 5e7, 3e7  # steps of all users; users x items whose visits are counted
_FEWEST = 100  # users, however long they walk


@dataclass(frozen=True, eq=False)
class Walks:
    """The number of steps of each user, and how often each visited each item: users x items."""

    steps: Places
    visits: NDArray[np.int32]

    def distribution(self, user: UserModel, gains: Floats) -> Distribution:
        """The values of P@H that these users get from a run with these gains."""
        utility = np.zeros(len(self.steps))
        for gain in np.unique(gains[gains > 0]).tolist():
            counts = self.visits[:, np.flatnonzero(gains == gain)]
            visits = [user.visit(k, gain) for k in range(1, int(counts.max(initial=0)) + 1)]
            utility += np.append(0.0, np.cumsum(visits))[counts].sum(axis=1)
        costs = user.efforts(np.arange(1, self.steps.max() + 1, dtype=np.float64))[self.steps - 1]
        return of_users(utility, costs)


def affordable_users(model: Walk, lengths: Collection[int], most: int) -> int:
    """How many users can be simulated for each of the *lengths* in a few seconds, at most *most*."""
    steps = [float(steps_from(model, n)[0]) for n in lengths]
    if max(steps) > LONGEST:
        raise ParameterError(
            f"found users who make {max(steps):,.0f} steps on average, expected at most {LONGEST:,} to simulate them: "
            "a higher chance of stopping, or a smaller depth"
        )
    affordable = int(min(_MOST_STEPS / sum(steps), _MOST_VISITS / sum(lengths)))
    return most if affordable >= most else max(_FEWEST, affordable // 100 * 100)


def simulated_walks(model: Walk, lengths: Collection[int], users: int, rng: np.random.Generator) -> dict[int, Walks]:
    """Let users walk along a run of each of these *lengths*, all at the same time."""
    endless = model.depth == inf
    simulated = [max(lengths) + 1] if endless else sorted(lengths)  # in the former, users go on after the end
    chances = [model.steps(n, endless=endless) for n in simulated]
    forward, back = (np.concatenate(part) for part in zip(*chances, strict=True))
    starts = np.cumsum([0, *simulated[:-1]])
    steps, visits = _walk(forward, forward + back, np.repeat(starts, users), users, rng)
    if endless:
        return {n: Walks(steps, visits[:, :n]) for n in lengths}
    by_length = zip(simulated, starts.tolist(), np.split(steps, len(simulated)), strict=True)
    return {n: Walks(of, visits[:, start : start + n]) for n, start, of in by_length}


def _walk(
    forward: Floats, moving: Floats, place: Places, users: int, rng: np.random.Generator
) -> tuple[Places, NDArray[np.int32]]:
    """Walk from these places until everybody has stopped; all items of all lengths are in one row."""
    last = len(forward) - 1
    who, steps = np.arange(len(place)), np.zeros(len(place), dtype=np.int64)
    visits = np.zeros((users, len(forward)), dtype=np.int32)
    while len(who):
        row = np.minimum(place, last)
        steps[who] += 1
        visits[who % users, row] += 1
        chance = rng.random(len(who))
        stay = chance < moving[row]
        place = np.where(chance < forward[row], place + 1, place - 1)[stay]
        who = who[stay]
    return steps, visits
