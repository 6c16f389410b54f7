"""How long users browse and how much they collect: expectation and variance of H and of the utility T(H).

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, appendix B. It prints the
variance as (I - P)^-1 R [I - 2 P (I - P)^-1] r. The second moment is that with a plus sign; the variance is what
remains after the square of the expectation is taken away.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csc_array, csr_array, eye_array
from scipy.sparse.linalg import splu

from assess.errors import ParameterError
from assess.measures.browsing.browsing_models import Floats, Gain, Model, TransitionMatrix, Walk, visited
from assess.measures.browsing.passages import steps_from
from assess.measures.browsing.relevance import Relevance, judged_run
from assess.measures.browsing.transitions import transitions
from assess.measures.browsing.utility import user_model


@dataclass(frozen=True, slots=True)
class BrowsingMoments:
    """Expectation and variance of the number of steps H, and of the utility collected in them."""

    steps: float
    steps_variance: float
    utility: float
    utility_variance: float


def browsing_moments(
    relevance: Relevance, ranking: Sequence[str] | None = None, *, model: Model | str, gain: Gain | None = None
) -> BrowsingMoments:
    """Return how long users browse a run and how much they collect, if repeated visits lose nothing.

    Parameters
    ----------
    relevance, ranking, model, gain
        As for `assess.p_at_h`.

    References
    ----------
    Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, appendix B.

    Examples
    --------
    >>> from assess.measures.browsing.browsing_models import Walk
    >>> moments = browsing_moments([0, 1, 1, 1, 1, 0, 0, 0, 0, 0], model=Walk(forward=0.5, back=0.25))
    >>> round(moments.steps, 5), round(moments.utility / moments.steps, 5)
    (3.97413, 0.6035)
    """
    user, run = user_model(model, gain), judged_run(relevance, ranking)
    model = user.browsing
    grades = run.to_depth(visited(model, len(run.grades)))
    if not len(run.grades):
        raise ParameterError("found a run without items, expected at least one")
    if isinstance(model, Walk | TransitionMatrix):
        steps_from(model, len(grades))  # refuses users who browse almost for ever
    chain = _Chain(transitions(model, grades, run.relevant))
    gains = user.run_gains(np.pad(grades, (0, chain.size - len(grades))))
    return BrowsingMoments(*chain.moments(np.ones(chain.size)), *chain.moments(gains))


class _Chain:
    def __init__(self, between: "csr_array[np.float64]") -> None:
        self._between = csc_array(between)
        self.size = between.shape[0]
        self._solve = splu(csc_array(eye_array(self.size) - self._between)).solve

    def moments(self, gains: Floats) -> tuple[float, float]:
        """Expectation and variance of the sum of gains over all visits, from the first item."""
        expected = self._solve(gains)
        squares = self._solve(gains * (gains + 2 * (self._between @ expected)))
        return float(expected[0]), max(0.0, float(squares[0] - expected[0] ** 2))
