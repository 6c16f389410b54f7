"""P@H of users who stop at relevant items, for many runs at once: the models of AP and ERR.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, sections 6.2 and 6.5.
"""

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from assess.errors import ParameterError
from assess.measures.browsing.browsing_models import Floats, Satisfied
from assess.measures.browsing.stopping import left_over
from assess.measures.browsing.utility import UserModel


@dataclass(frozen=True, slots=True)
class RankedGrades:
    """Runs x relevant items, best rank first: ranks (inf: the run lacks it) and grades (then 0).

    ``last`` has the last rank of each run, None if the runs never end.
    """

    ranks: Floats
    grades: Floats
    last: Floats | None

    @classmethod
    def of(cls, ranks: NDArray[np.int32], grades: Floats, last: Floats | None) -> "RankedGrades":
        """Sort the items of each run by rank; those that are missing or beyond the *last* rank come last."""
        places = np.where(ranks > 0, ranks, inf)
        if last is not None:
            places[places > last[:, None]] = inf
        by_rank = places.argsort(axis=1, kind="stable")
        places = places[np.arange(len(places))[:, None], by_rank]
        return cls(places, grades[by_rank] * (places < inf), last)


def ends(model: Satisfied, lengths: NDArray[np.int64]) -> Floats | None:
    """The last rank of each run, None if they never end; an empty run has none, whatever the depth."""
    if model.depth == inf and lengths.all():
        return None
    return np.where(lengths > 0, lengths if model.depth is None else model.depth, 0.0)


def satisfied_values(user: UserModel, model: Satisfied, runs: RankedGrades, known: int, order: int) -> Floats:
    """P@H of each run; NaN if order 2 is not defined because some users never stop."""
    shares, utility = model.stopping(runs.grades, known), _collected(user, runs.grades)
    if order == 1 and user.effort == "steps" and model.depth == inf:
        values: Floats = (shares * utility / runs.ranks).sum(axis=1)  # those who never stop gain nothing per step
        return values
    last = np.full(len(shares), inf) if runs.last is None else runs.last
    total = utility[:, -1] if utility.shape[1] else np.full(len(shares), float(user.gain == "first"))
    shares = np.column_stack([shares, left_over(shares)])
    utility = np.column_stack([utility, np.where(last > 0, total, 0.0)])
    costs = _costs(user, np.column_stack([runs.ranks, np.maximum(last, 1)]), shares)
    return _ratio(shares, utility, costs, order)


def _ratio(shares: Floats, utility: Floats, costs: Floats, order: int) -> Floats:
    if order == 1:
        values: Floats = (shares * utility / costs).sum(axis=1)
        return values
    expected = (shares * utility).sum(axis=1)
    effort = (shares * np.where(shares > 0, costs, 0.0)).sum(axis=1)
    return np.where(expected == 0, 0.0, expected / np.where(np.isinf(effort), np.nan, effort))


def _collected(user: UserModel, grades: Floats) -> Floats:
    """What users have collected when they stop at each relevant item."""
    if user.gain == "first":
        return np.ones_like(grades)
    gains = user.gains(grades)
    if callable(user.loss):
        distinct, place = np.unique(gains, return_inverse=True)
        gains = np.array([user.visit(1, gain) for gain in distinct.tolist()])[place].reshape(gains.shape)
    return gains.cumsum(axis=1)


def _costs(user: UserModel, steps: Floats, shares: Floats) -> Floats:
    """The effort of users who stop at each relevant item, and at the end of the run."""
    if not callable(user.effort):
        return user.efforts(steps)
    if np.any((shares > 0) & np.isinf(steps)):
        raise ParameterError("found users who never stop and a function as effort, expected a finite depth")
    used = np.unique(steps[np.isfinite(steps)])
    costs = np.append(user.efforts(used), inf)
    return costs[np.searchsorted(used, steps)]
