"""When users of forward models stop: the distribution of H.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, section 6 and
appendices A, C and D.
"""

from dataclasses import dataclass
from math import ceil, inf, log

import numpy as np

from assess.measures.browsing.browsing_models import Floats, Forward, RankBiased, Satisfied

_NEGLIGIBLE = 1e-17
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class StoppingTimes:
    """The numbers of steps, ascending, and the share of users who stop after each; *never*: those who do not stop."""

    steps: Floats
    shares: Floats
    never: float = 0.0


def forward_times(model: Forward, n: int) -> StoppingTimes:
    """When users stop who move the same way in every run; appendix A prints p^N for the last item, not p^(N-1)."""
    if model.depth == inf and isinstance(model, RankBiased):
        n += ceil(log(_NEGLIGIBLE) / log(model.p))
    reached = model.reaching(n)
    endless = model.depth == inf and not isinstance(model, RankBiased)
    never = float(reached[-1]) if endless and n else 0.0
    shares = reached - np.append(reached[1:], never)[:n]
    return StoppingTimes(np.arange(1, n + 1, dtype=np.float64), shares, never)


def satisfied_times(model: Satisfied, grades: Floats, known: int) -> StoppingTimes:
    """When users stop who look for relevant items in a run; *known* is the number of all relevant items."""
    shares = model.stopping(grades[None, :], known)[0]
    left = float(left_over(shares))
    if model.depth != inf and len(shares):
        shares[-1] += left
        left = 0.0
    return StoppingTimes(np.arange(1, len(grades) + 1, dtype=np.float64), shares, left)


def left_over(shares: Floats) -> Floats:
    """The share of users who stop at none of the items; rounding errors are no users."""
    left = 1 - shares.sum(axis=-1)
    return np.where(left < _ROUNDING, 0.0, left)
