"""What a visit gains, how much less a repeated visit gains, and what counts as effort.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, sections 4 and 5.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from assess.errors import ParameterError
from assess.measures.browsing.browsing_models import Floats, Gain, Model, browsing_model

Loss = float | Callable[[int, float], float]
Effort = Literal["steps", "constant"] | Callable[[int], float]

GAINS = ("binary", "linear", "exponential", "first")
EFFORTS = ("steps", "constant")

_NEGLIGIBLE = 1e-17


@dataclass(frozen=True)
class UserModel:
    """How users move (*browsing*), what they gain from a visit (*gain*, *loss*), and what they divide it by (*effort*).

    ``gain`` is what the first visit of an item with this grade gains: 1 for grades above 0 (``binary``), the grade
    (``linear``), 2^grade - 1 (``exponential``), or 1 for the first item of the run and nothing else (``first``, ERR).
    ``loss`` is the share of the gain that each further visit loses, or a function g(k, y) for the k-th visit of an item
    with gain y. ``effort`` is the number of ``steps``, always 1 (``constant``), or a function f(steps).
    """

    browsing: Model
    gain: Gain
    loss: Loss = 0.0
    effort: Effort = "steps"

    def gains(self, grades: Floats) -> Floats:
        """What the first visit of each item gains, by grade; "first" does not depend on grades."""
        if self.gain == "binary":
            return (grades > 0).astype(np.float64)
        if self.gain == "exponential":
            return np.exp2(np.maximum(grades, 0)) - 1
        return np.maximum(grades, 0)

    def run_gains(self, grades: Floats) -> Floats:
        """What the first visit of each item of a run gains."""
        if self.gain != "first":
            return self.gains(grades)
        first = np.zeros(len(grades))
        first[:1] = 1
        return first

    def visit(self, k: int, gain: float) -> float:
        """What the *k*-th visit of an item gains, if the first gains *gain*: g(k, y) of the paper."""
        if not callable(self.loss):
            return gain * (1 - self.loss) ** (k - 1)
        value = float(self.loss(k, gain))
        if not value >= 0 or (gain == 0 and value > 0):
            raise ParameterError(f"g({k}, {gain:g}) is {value:g}, expected 0 or more, and 0 if y is 0")
        if k > 1 and value > float(self.loss(k - 1, gain)) * (1 + 1e-12):
            raise ParameterError(f"g({k}, {gain:g}) is above g({k - 1}, {gain:g}), expected no growth with visits")
        return value

    def collected(self, gains: Floats, n: int) -> Floats:
        """What users have collected who visit *n* items in order, each once; there may be fewer *gains*."""
        values, place = np.unique(gains, return_inverse=True)
        visits = np.array([self.visit(1, gain) for gain in values.tolist()])[place] if len(gains) else gains
        return np.cumsum(np.pad(visits, (0, n - len(visits))))

    def all_visits(self, gain: float, again: Floats) -> Floats:
        """What all visits of an item gain, if *again* is the probability of each further one."""
        if not callable(self.loss):
            return gain / (1 - (1 - self.loss) * again)
        total, weight, k = np.zeros_like(again), np.ones_like(again), 1
        while weight.max(initial=0.0) > _NEGLIGIBLE and (visit := self.visit(k, gain)) > 0:
            total += visit * weight
            weight, k = weight * again, k + 1
        return total

    def efforts(self, steps: Floats) -> Floats:
        """What each number of steps costs: f(H) of the paper."""
        if self.effort == "steps":
            return steps
        if self.effort == "constant":
            return np.ones_like(steps)
        costs = np.array([self.effort(int(h)) for h in steps], dtype=np.float64)
        if not np.all(costs > 0) or np.any(np.diff(costs) < 0):
            raise ParameterError("f(steps) is 0, negative or falls, expected positive numbers that do not fall")
        return costs


def user_model(
    model: Model | str, gain: Gain | None = None, loss: Loss = 0.0, effort: Effort | None = None
) -> UserModel:
    """The user model with what is usual for this way of browsing; with a function as *loss*, the grade is the gain."""
    browsing = browsing_model(model)
    chosen = gain or ("linear" if callable(loss) else browsing.usual_gain)
    cost = effort or browsing.usual_effort
    if chosen not in GAINS:
        raise ParameterError(f"found gain {chosen!r}, expected {', '.join(GAINS)}")
    if not callable(cost) and cost not in EFFORTS:
        raise ParameterError(f"found effort {cost!r}, expected {', '.join(EFFORTS)} or a function")
    if not callable(loss) and not 0 <= loss <= 1:
        raise ParameterError(f"found loss {loss}, expected a number from 0 to 1, or a function g(k, y)")
    return UserModel(browsing, chosen, loss, cost)
