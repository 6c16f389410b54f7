"""Agreement between any number of assessors: percent, Fleiss' kappa, Krippendorff's alpha."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from assess.errors import NotDefinedError, ParameterError
from assess.stats.agreement.jackknife import Estimated, jackknife
from assess.stats.agreement.judgment_table import Floats, Ints

WEIGHTS = ("identity", "linear", "quadratic")
METRICS = ("nominal", "ordinal", "interval")
SIGNED = (-1.0, 1.0)


@dataclass(frozen=True)
class Ratings:
    """How often each answer was given to each pair, as few different patterns in many clusters.

    Pairs with a single answer say nothing about agreement and are left out.
    """

    scale: Floats  # the number that stands for each answer
    patterns: Floats  # a row for each pattern: how often each answer was given
    clusters: Floats  # a row for each cluster, such as a topic: its pairs with each pattern

    @classmethod
    def of(cls, counts: Ints, scale: Sequence[float], clusters: Ints) -> "Ratings":
        """Ratings of pairs x answers; *clusters* is the cluster of each pair.

        Raises NotDefinedError if no pair has two answers.
        """
        several = counts.sum(axis=1) > 1
        if not several.any():
            raise NotDefinedError("not defined because no pair was judged twice")
        patterns, pattern = np.unique(counts[several], axis=0, return_inverse=True)
        found, cluster = np.unique(clusters[several], return_inverse=True)
        sums = np.bincount(cluster * len(patterns) + pattern.ravel(), minlength=len(found) * len(patterns))
        return cls(
            np.array(scale, np.float64), patterns.astype(np.float64), sums.reshape(len(found), -1).astype(np.float64)
        )

    @property
    def pairs(self) -> int:
        """The pairs with two answers or more."""
        return int(self.clusters.sum())


def percent_agreement(ratings: Ratings) -> Estimated:
    """Return the share of pairs of judgments, of the same pair of items, that gave the same answer."""
    patterns = ratings.patterns
    answers = patterns.sum(axis=1)
    agreeing, compared = (patterns * (patterns - 1)).sum(axis=1), answers * (answers - 1)

    def statistic(weights: Floats) -> Floats:
        quotient: Floats = (weights @ agreeing) / (weights @ compared)
        return quotient

    return jackknife(ratings.clusters, statistic, "no pair was judged twice")


def fleiss_kappa(ratings: Ratings, weights: str = "identity") -> Estimated:
    """Return Fleiss' kappa: agreement beyond that of answers drawn at random from those given.

    Chance depends on which item of a pair is called the first: state the order of items with the value. If pairs have
    different numbers of judgments, each pair counts the same (Gwet).

    Parameters
    ----------
    ratings : Ratings
    weights : {"identity", "linear", "quadratic"}
        Whether a tie against a preference is a smaller disagreement than two opposite preferences: identity takes all
        disagreements as equal, the others lower them by the distance on the scale, or by its square.

    References
    ----------
    Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76(5), 1971.
    Gwet, "Handbook of Inter-Rater Reliability", 4th edition, 2014: weights, and missing ratings.
    """
    credit = _credit(ratings.scale, weights)
    patterns = ratings.patterns
    answers = patterns.sum(axis=1)
    agreement = (patterns * (patterns @ credit - 1)).sum(axis=1) / (answers * (answers - 1))
    shares = patterns / answers[:, None]

    def statistic(pairs: Floats) -> Floats:
        number = pairs.sum(axis=1)
        observed, given = pairs @ agreement / number, pairs @ shares / number[:, None]
        return beyond_chance(observed, np.einsum("ri,ij,rj->r", given, credit, given))

    return jackknife(ratings.clusters, statistic, "all answers are the same", SIGNED)


def krippendorff_alpha(ratings: Ratings, metric: str = "nominal") -> Estimated:
    """Return Krippendorff's alpha: 1 minus the disagreement observed over that of answers paired at random.

    Parameters
    ----------
    ratings : Ratings
    metric : {"nominal", "ordinal", "interval"}
        How far two answers are apart: 0 or 1; by the number of answers given between them; by their numbers.

    References
    ----------
    Krippendorff, "Computing Krippendorff's alpha-reliability", University of Pennsylvania, 2011.
    """
    distances = _distances(ratings.scale, metric)
    patterns = ratings.patterns
    size = len(ratings.scale)
    pairs = patterns[:, :, None] * patterns[:, None, :] - patterns[:, :, None] * np.eye(size)
    coincidences = pairs / (patterns.sum(axis=1) - 1)[:, None, None]

    def statistic(weights: Floats) -> Floats:
        observed = np.tensordot(weights, coincidences, axes=1)
        given = observed.sum(axis=2)
        expected = given[:, :, None] * given[:, None, :] - given[:, :, None] * np.eye(size)
        apart = distances(given)
        by_chance = (expected * apart).sum(axis=(1, 2)) / (given.sum(axis=1) - 1)
        alpha: Floats = 1 - (observed * apart).sum(axis=(1, 2)) / by_chance  # 0 / 0 if all answers are the same
        return alpha

    return jackknife(ratings.clusters, statistic, "all answers are the same", SIGNED)


def mean_fleiss_kappa(counts: Ints, scale: tuple[int, ...], clusters: Ints) -> Estimated:
    """Return the mean of Fleiss' kappa over clusters, such as topics; those where it is not defined are left out."""
    order = np.argsort(clusters, kind="stable")
    values: list[float] = []
    for rows in np.split(order, np.cumsum(np.bincount(clusters))[:-1]):
        try:
            values.append(fleiss_kappa(Ratings.of(counts[rows], scale, clusters[rows])).value)
        except NotDefinedError:
            continue
    sums = np.array([(value, 1.0) for value in values]).reshape(-1, 2)
    return jackknife(sums, lambda rows: rows[:, 0] / rows[:, 1], "it is defined in no topic", SIGNED)


def beyond_chance(observed: Floats, by_chance: Floats) -> Floats:
    """Agreement beyond chance as a share of what is possible; NaN if chance leaves nothing to disagree about."""
    possible = 1 - by_chance
    return np.where(possible > 1e-12, (observed - by_chance) / np.where(possible > 1e-12, possible, 1.0), np.nan)


def _credit(scale: Floats, weights: str) -> Floats:
    """How much two answers agree: 1 if they are the same, down to 0."""
    if weights not in WEIGHTS:
        raise ParameterError(f"found weights {weights!r}, expected one of {', '.join(WEIGHTS)}")
    if weights == "identity":
        return np.eye(len(scale))
    apart = np.abs(scale[:, None] - scale)
    credit: Floats = 1 - (apart / apart.max()) ** (1 if weights == "linear" else 2)
    return credit


def _distances(scale: Floats, metric: str) -> Callable[[Floats], Floats]:
    """From how often each answer was given, a row for each table, to the squared distances of answers."""
    if metric not in METRICS:
        raise ParameterError(f"found metric {metric!r}, expected one of {', '.join(METRICS)}")
    if metric == "ordinal":
        return _ordinal
    squared = 1 - np.eye(len(scale)) if metric == "nominal" else (scale[:, None] - scale) ** 2
    return partial(_same, squared)


def _same(squared: Floats, given: Floats) -> Floats:
    return np.broadcast_to(squared, (len(given), *squared.shape))


def _ordinal(given: Floats) -> Floats:
    """The answers given from the one to the other, half of their own: in squares."""
    middle = np.cumsum(given, axis=1) - given / 2
    squared: Floats = (middle[:, :, None] - middle[:, None, :]) ** 2
    return squared
