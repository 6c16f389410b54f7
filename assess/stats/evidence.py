"""What the scores say about the true means of the systems, and how much of it is chance.

The scores of a campaign are the true scores plus chance. Chance has three sources: the choice of topics, the workers,
and their answers. Resampling all three together estimates its size (see `assess.stats.rejudging`). A simple model then
estimates the true means: they are drawn from one normal distribution whose width is unknown and estimated from the
scores. Differences that could be chance are shrunk. This keeps the figures honest when people look at them again and
again while judgments arrive, and when the best of many systems leads partly by luck.

Assumptions: future topics and workers are like those seen; the true means look like draws from one normal
distribution; the choice of what was judged so far favours no system.

References
----------
Gelman, Hill and Yajima, "Why we (usually) don't have to worry about multiple comparisons", Journal of Research on
Educational Effectiveness 5(2), 2012.
Owen and Eckles, "Bootstrapping data arrays of arbitrary order", Annals of Applied Statistics 6(3), 2012.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri

from assess.stats.resampling import Floats, topic_counts

# With fewer topics, the variance over topics is too uncertain.
FEWEST_TOPICS = 5
RESAMPLED = 1000
DRAWS = 2000
# Possible standard deviations of the true means, in units of the score; all are equally likely a priori.
SPREADS = np.geomspace(0.002, 0.2, 25)
# The true variance may exceed the estimated one: the number of equally likely factors.
EXCESSES = 24
_TINY = 1e-14


@dataclass(frozen=True)
class Evidence:
    """The means of the runs and their variance by chance. Runs that score the same on every topic are one system.

    Attributes
    ----------
    means : array of systems
    chance : array of systems x systems
        The covariance of the means under resampled topics, workers and judgments.
    judging : array of replicates x systems
        Deviations of the means when workers and judgments are resampled, but not topics.
    system : array of runs
        The number of each run's system.
    freedom : int
        Degrees of freedom of the estimated covariance.
    """

    means: Floats
    chance: Floats
    judging: Floats
    system: NDArray[np.intp]
    freedom: int


def estimate_evidence(scores: Floats, replicates: Floats, rng: np.random.Generator) -> Evidence | None:
    """Return the evidence in the scores; None if there are too few topics, or if all runs score the same.

    Parameters
    ----------
    scores : array of topics x runs
        Topics without judgments are left out.
    replicates : array of topics x replicates x runs
        The scores of rejudged topics, from `assess.stats.rejudging.rejudged`.
    rng : numpy.random.Generator
        The same state gives the same figures.
    """
    systems, first, system = np.unique(scores, axis=1, return_index=True, return_inverse=True)
    if len(scores) < FEWEST_TOPICS or len(first) < 2:
        return None
    replicates = replicates[:, :, first]
    rejudged = replicates.mean(axis=0)
    return Evidence(
        means=systems.mean(axis=0),
        chance=resampled_covariance(replicates, rng),
        judging=rejudged - rejudged.mean(axis=0),
        system=system.reshape(-1),
        freedom=len(scores) - 1,
    )


def resampled_covariance(replicates: Floats, rng: np.random.Generator, draws: int = RESAMPLED) -> Floats:
    """The covariance of the runs' means when topics, workers and judgments are resampled together."""
    topics, rejudgings, runs = replicates.shape
    counts = topic_counts(topics, draws, rng)
    means = np.empty((draws, runs))
    for b in range(rejudgings):
        means[b::rejudgings] = counts[b::rejudgings] @ replicates[:, b] / topics
    return np.cov(means, rowvar=False)


def plausible_truths(evidence: Evidence, rng: np.random.Generator, *, more: float = 1.0, draws: int = DRAWS) -> Floats:
    """Draws of the systems' true means, up to a common shift, from the posterior of the model: a row for each draw.

    *more* is a multiple of the evidence so far: the variance by chance is divided by it, and the observed means stay
    the same.
    """
    # Use independent coordinates of the differences between systems, each with its own variance by chance.
    basis = contrasts(len(evidence.means))
    variances, rotation = np.linalg.eigh(basis.T @ evidence.chance @ basis)
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
    likelihood = -0.5 * (np.log(total) + observed**2 / total).sum(axis=2)
    weights = np.exp(likelihood - likelihood.max()).ravel()
    chosen = rng.choice(weights.size, size=draws, p=weights / weights.sum())
    row, column = np.unravel_index(chosen, likelihood.shape)
    return excess[row][:, None] * variances, signal[column]


def contrasts(systems: int) -> Floats:
    """An orthonormal basis of the differences between systems: all directions but that of a common shift."""
    return np.linalg.qr(np.column_stack([np.ones(systems), np.eye(systems)[:, 1:]]))[0][:, 1:]
