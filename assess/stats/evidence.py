"""What the scores say about the true means of the systems, and how much of it is chance.

The scores of a campaign are the true scores plus chance. Chance has three sources: the choice of topics, the workers,
and their answers. Scores differ between topics by all three, so the variance over topics has them all but one: what a
worker does in many topics. Resampling workers shows that part (see `assess.stats.rejudging`). Tournaments that are not
finished, or judge items a few times only, leave errors that all topics share; `assess.stats.tournament_error` says how
much. A simple model then estimates the true means: they are drawn from one normal distribution whose width is unknown
and estimated from the scores. Differences that could be chance are shrunk. This keeps the figures honest when people
look at them again and again while judgments arrive, and when the best of many systems leads partly by luck.

Assumptions: future topics and workers are like those seen; the true means look like draws from one normal
distribution.

References
----------
Gelman, "Prior distributions for variance parameters in hierarchical models", Bayesian Analysis 1(3), 2006.
Gelman, Hill and Yajima, "Why we (usually) don't have to worry about multiple comparisons", Journal of Research on
Educational Effectiveness 5(2), 2012.
Ledoit and Wolf, "A well-conditioned estimator for large-dimensional covariance matrices", Journal of Multivariate
Analysis 88(2), 2004.
Cameron, Gelbach and Miller, "Robust inference with multiway clustering", Journal of Business & Economic Statistics
29(2), 2011.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri

from assess.stats.resampling import Floats

# With fewer topics, the variance over topics is too uncertain.
FEWEST_TOPICS = 5
DRAWS = 2000
# Possible standard deviations of the true means, in units of the score. A priori they are uniformly distributed; the
# grid is geometric, so each stands for a range as wide as itself.
SPREADS = np.geomspace(0.002, 0.2, 25)
# The true variance may exceed the estimated one: the number of equally likely factors.
EXCESSES = 24
# The weight of equal variances in all directions, in topics for each direction (see `covariance_over_topics`).
PRIOR_TOPICS = 2
_TINY = 1e-14


@dataclass(frozen=True)
class Evidence:
    """The means of the runs and their variance by chance. Runs that score the same on every topic are one system.

    Attributes
    ----------
    means : array of systems
    chance : array of systems x systems
        The covariance of the means over topics, workers and judgments.
    tournament : array of systems x systems
        The covariance of the errors that all topics share, as their tournaments are not finished or short.
    judging : array of replicates x systems
        Deviations of the means when workers and judgments are resampled, but not topics.
    system : array of runs
        The number of each run's system.
    freedom : int
        Degrees of freedom of the estimated covariance.
    """

    means: Floats
    chance: Floats
    tournament: Floats
    judging: Floats
    system: NDArray[np.intp]
    freedom: int


def estimate_evidence(scores: Floats, replicates: Floats, tournament_error: float = 0.0) -> Evidence | None:
    """Return the evidence in the scores; None if there are too few topics, or if all runs score the same.

    Parameters
    ----------
    scores : array of topics x runs
        Topics without judgments are left out.
    replicates : array of topics x replicates x runs
        The scores of rejudged topics, from `assess.stats.rejudging.rejudged`.
    tournament_error : float
        From `assess.stats.tournament_error.tournament_error`.
    """
    systems, first, system = np.unique(scores, axis=1, return_index=True, return_inverse=True)
    if len(scores) < FEWEST_TOPICS or len(first) < 2:
        return None
    replicates = replicates[:, :, first]
    rejudged, between = replicates.mean(axis=0), covariance_over_topics(systems)
    return Evidence(
        means=systems.mean(axis=0),
        chance=between / len(scores) + shared_covariance(replicates),
        tournament=tournament_error**2 * between,
        judging=rejudged - rejudged.mean(axis=0),
        system=system.reshape(-1),
        freedom=len(scores) - 1,
    )


def covariance_over_topics(scores: Floats) -> Floats:
    """The covariance of the differences between systems over topics, shrunk towards equal variances.

    With few topics and many systems, the sample covariance is nearly 0 in some directions, and these would seem to be
    known exactly. It is averaged with a covariance of the same size in all directions, as if that came from
    `PRIOR_TOPICS` topics for each direction. Two systems have one direction, and nothing changes.
    """
    basis, freedom = contrasts(scores.shape[1]), len(scores) - 1
    sample = basis.T @ np.cov(scores, rowvar=False) @ basis
    directions = len(sample)
    weight = PRIOR_TOPICS * directions
    equal = np.trace(sample) / directions * np.eye(directions)
    shrunk: Floats = basis @ ((weight * equal + freedom * sample) / (weight + freedom)) @ basis.T
    return shrunk


def shared_covariance(replicates: Floats) -> Floats:
    """The covariance of the runs' means by what workers do in many topics.

    It is the covariance by rejudging less what it would be if the topics were rejudged independently of each other:
    that part is in the variance over topics already.
    """
    topics = len(replicates)
    whole = np.cov(replicates.mean(axis=0), rowvar=False)
    independent = sum(np.cov(topic, rowvar=False) for topic in replicates) / topics**2
    variances, directions = np.linalg.eigh(whole - independent)
    # Few replicates may give a negative variance by chance.
    shared: Floats = (directions * np.maximum(variances, 0)) @ directions.T
    return shared


def plausible_truths(evidence: Evidence, rng: np.random.Generator, *, more: float = 1.0, draws: int = DRAWS) -> Floats:
    """Draws of the systems' true means, up to a common shift, from the posterior of the model: a row for each draw.

    *more* is a multiple of the evidence so far: the variance by chance is divided by it, and the observed means stay
    the same.
    """
    # Use independent coordinates of the differences between systems, each with its own variance by chance.
    basis = contrasts(len(evidence.means))
    variances, rotation = np.linalg.eigh(basis.T @ (evidence.chance + evidence.tournament) @ basis)
    basis = basis @ rotation
    variances, observed = np.maximum(variances / more, _TINY), evidence.means @ basis

    noise, signal = _drawn_variances(variances, observed, evidence.freedom, rng, draws)
    kept = signal / (signal + noise)
    drawn = kept * observed + np.sqrt(kept * noise) * rng.standard_normal((draws, len(observed)))
    truths: Floats = drawn @ basis.T
    return truths


def _drawn_variances(
    variances: Floats, observed: Floats, freedom: int, rng: np.random.Generator, draws: int
) -> tuple[Floats, Floats]:
    """Draws of the variances of chance and of the true means, from their posterior given the observed differences."""
    excess = freedom / chdtri(freedom, (np.arange(EXCESSES) + 0.5) / EXCESSES)
    noise, signal = excess[:, None, None] * variances, SPREADS[:, None] ** 2
    total = noise + signal
    posterior = np.log(SPREADS) - 0.5 * (np.log(total) + observed**2 / total).sum(axis=2)
    weights = np.exp(posterior - posterior.max()).ravel()
    chosen = rng.choice(weights.size, size=draws, p=weights / weights.sum())
    row, column = np.unravel_index(chosen, posterior.shape)
    return excess[row][:, None] * variances, signal[column]


def contrasts(systems: int) -> Floats:
    """An orthonormal basis of the differences between systems: all directions but that of a common shift."""
    return np.linalg.qr(np.column_stack([np.ones(systems), np.eye(systems)[:, 1:]]))[0][:, 1:]
