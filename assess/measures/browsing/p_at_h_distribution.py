"""P@H of a run as a random variable, exact or simulated.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, section 5.
"""

from collections.abc import Sequence

import numpy as np

from assess.errors import ParameterError
from assess.measures.browsing.browsing_models import Gain, Model, TransitionMatrix, Walk, visited
from assess.measures.browsing.distribution import Distribution, empty_run, of_chain, of_stopping_times
from assess.measures.browsing.passages import steps_from
from assess.measures.browsing.relevance import Relevance, judged_run
from assess.measures.browsing.simulation import simulate_chain, simulate_forward
from assess.measures.browsing.transitions import stopping_times, transitions
from assess.measures.browsing.utility import Effort, Loss, user_model

_MOST_STEPS = 1e10  # of all simulated users: some minutes


def p_at_h_distribution(
    relevance: Relevance,
    ranking: Sequence[str] | None = None,
    *,
    model: Model | str,
    gain: Gain | None = None,
    loss: Loss = 0.0,
    effort: Effort | None = None,
    users: int | None = None,
    rng: np.random.Generator | None = None,
) -> Distribution:
    """Return the distribution of P@H: which values users get from a run, and how many of them get each.

    It is exact, unless *users* are to be simulated. Walks with a loss, and walks that last too long, have no exact
    distribution here; `assess.p_at_h` gives their exact expectation all the same.

    Parameters
    ----------
    relevance, ranking, model, gain, loss, effort
        As for `assess.p_at_h`.
    users : int, optional
        Simulate so many users. Needs *rng*.
    rng : numpy.random.Generator, optional
        The source of randomness: the same seed gives the same users.

    Returns
    -------
    Distribution
        With ``values`` and ``shares``, ``mean`` (order 1), ``ratio_of_means`` (order 2), ``variance``, ``cdf(x)``, and
        ``standard_error`` of a simulated mean.

    References
    ----------
    Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020.

    Examples
    --------
    >>> from assess.measures.browsing.browsing_models import AveragePrecision
    >>> found = p_at_h_distribution([1, 0, 0, 1, 0, 0, 1, 0, 0, 1], model=AveragePrecision())
    >>> [(round(float(value), 5), float(share)) for value, share in zip(found.values, found.shares)]
    [(0.4, 0.25), (0.42857, 0.25), (0.5, 0.25), (1.0, 0.25)]
    >>> round(found.mean, 5), float(found.cdf(0.5))
    (0.58214, 0.75)
    """
    user, run = user_model(model, gain, loss, effort), judged_run(relevance, ranking)
    model = user.browsing
    if users is not None and (users < 1 or rng is None):
        raise ParameterError(f"found {users} users, expected at least 1, and a generator (rng) to draw them from")
    if not len(run.grades):
        return empty_run()
    grades = run.to_depth(visited(model, len(run.grades)))
    gains = user.run_gains(grades)
    if isinstance(model, Walk | TransitionMatrix):
        steps = float(steps_from(model, len(grades))[0])
        if users is not None and rng is not None:
            if users * steps > _MOST_STEPS:
                raise ParameterError(f"found {users} users with {steps:.3g} steps each, expected fewer users or steps")
            return simulate_chain(user, model, gains, users, rng)
        return of_chain(user, gains, transitions(model, grades, run.relevant))
    times = stopping_times(model, grades, run.relevant)
    if users is not None and rng is not None:
        return simulate_forward(user, gains, times, users, rng)
    return of_stopping_times(user, gains, times)
