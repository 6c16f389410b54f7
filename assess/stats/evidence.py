"""What the scores say about the true means of the systems, and how much of it is chance.

The scores of a campaign are the truth plus chance: which topics were asked, who judged, what they answered. How much
is chance comes from resampling all three together (see `assess.stats.rejudging`). The truth is then asked of a simple
model: the true means of the systems lie around a common one, at a typical distance that nobody knows and that is
learnt from the scores. Systems that chance alone could have separated so far are drawn together. That keeps the
answer honest although it is looked at again and again while judgments arrive, and although the best of many systems
leads partly by luck.

What is assumed: topics and workers to come are like those seen; the true means, were all known, would look like
draws from one bell curve; what has been judged of a topic so far favours no system.

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

# With fewer topics their deviation is too uncertain to say anything.
FEWEST_TOPICS = 5
RESAMPLED = 1000
DRAWS = 2000
# The typical distance between systems, in units of the score: each factor is as likely as any other.
SPREADS = np.geomspace(0.002, 0.2, 25)
# The true variance may exceed the estimated one: by so many equally likely factors.
EXCESSES = 24
_TINY = 1e-14


@dataclass(frozen=True)
class Evidence:
    """The means of the runs and how chance moves them. Runs that score the same on every topic are one system.

    Attributes
    ----------
    means : array of systems
    chance : array of systems x systems
        The covariance of the means under resampled topics, workers and judgments.
    judging : array of replicates x systems
        How the means deviate when workers and judgments alone are drawn again.
    system : array of runs
        Which system each run is.
    freedom : int
        How many independent deviations the covariance was estimated from.
    """

    means: Floats
    chance: Floats
    judging: Floats
    system: NDArray[np.intp]
    freedom: int


def weigh(scores: Floats, replicates: Floats, rng: np.random.Generator) -> Evidence | None:
    """Return what the scores say; None where there are too few topics, or all runs score the same.

    Parameters
    ----------
    scores : array of topics x runs
        Topics without judgments are left out.
    replicates : array of topics x replicates x runs
        The scores of rejudged topics, as `assess.stats.rejudging.rejudged` gives them.
    rng : numpy.random.Generator
        Where the draws come from: the same state gives the same figures.
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
    """The covariance of the runs' means when topics, workers and judgments are drawn together."""
    topics, rejudgings, runs = replicates.shape
    counts = topic_counts(topics, draws, rng)
    means = np.empty((draws, runs))
    for b in range(rejudgings):
        means[b::rejudgings] = counts[b::rejudgings] @ replicates[:, b] / topics
    return np.cov(means, rowvar=False)


def plausible_truths(evidence: Evidence, rng: np.random.Generator, *, more: float = 1.0, draws: int = DRAWS) -> Floats:
    """True means of the systems, up to a common one, as the model believes them: a row for each draw.

    With *more* evidence, that many times as much, chance is as much smaller, and the observed means are supposed to
    stay where they are.
    """
    # Independent coordinates of the differences between systems: in each, chance has one known variance.
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
    """The variances of chance and of the truth, drawn as likely as the observed differences make them."""
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
