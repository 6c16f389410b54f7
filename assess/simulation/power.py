"""The power of a planned campaign: which difference between systems its topics and judgments will detect."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot
from random import Random

import numpy as np
from numpy.typing import NDArray

from assess.simulation.systems import Systems
from assess.simulation.trial import Collection, Match, Setup, trial_seeds
from assess.stats.comparison.power import detectable_difference
from assess.tournament import Tournament

# How far the difference in PGC between two systems varies from topic to topic: the median of the 15 pairs of six runs
# of CAsT 2019 is 0.130 (from 0.069 to 0.156), of which 0.027 is the noise of judging.
DEVIATION = 0.127
# Topics to judge twice in all: enough to know the noise to a few percent.
JUDGED_TWICE = 340

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Power:
    """Why the difference between two systems varies over topics, as standard deviations of PGC.

    ``between`` is how much it varies with perfect judgments. ``noise`` is how much it varies if the same
    topic is judged again. ``source`` says where ``between`` comes from.
    """

    topics: int
    between: float
    noise: float
    source: str

    @property
    def deviation(self) -> float:
        return hypot(self.between, self.noise)

    @property
    def detectable(self) -> float:
        """The smallest difference in mean PGC that a paired t-test finds in 80 % of campaigns, at level 0.05.

        It is 0 if the difference never varies, as between equal runs.
        """
        if not self.deviation:
            return 0.0
        return detectable_difference(self.deviation, self.topics)


def estimate_power(collection: Collection, setup: Setup, seed: int, deviation: float | None = None) -> Power:
    """Return the power, with the noise from topics that are judged twice for the same truth.

    Two or more runs of the collection give both deviations, each the median over all pairs of runs; a given
    *deviation* replaces ``between``. Without runs, ``between`` is that of CAsT 2019, and the noise is that of
    two systems which rank the candidates at random.
    """
    pools = collection.candidates(setup.parameters.k)
    runs = len(collection.rankings) if len(collection.rankings) > 1 else 0
    truths = trial_seeds(seed, -(-JUDGED_TWICE // max(len(pools), 1))) if len(pools) > 1 else []
    parts = [_parts(np.array(list(_judged_twice(collection, setup, pools, truth)))) for truth in truths]
    between, noise = np.sqrt(np.maximum(np.median(np.mean(parts, axis=0), axis=1), 0)) if parts else (0.0, 0.0)
    if deviation is not None:
        return Power(len(pools), deviation, float(noise), "as given")
    if runs:
        return Power(len(pools), float(between), float(noise), f"between the {runs} runs")
    return Power(len(pools), DEVIATION, float(noise), "between the runs of CAsT 2019")


def _judged_twice(
    collection: Collection, setup: Setup, pools: Mapping[str, tuple[str, ...]], truth_seed: int
) -> Iterator[tuple[Sequence[float], Sequence[float]]]:
    """The PGC of every run, by topic, from two independent sets of judgments."""
    systems = collection.systems if len(collection.rankings) > 1 else _random_systems(pools, truth_seed)
    for topic, pool in pools.items():
        one, other = (
            Match(collection, setup, Tournament(topic, pool, setup.parameters, seed), truth_seed).played
            for seed in trial_seeds(truth_seed, 2)
        )
        yield systems.pgc(one), systems.pgc(other)


def _random_systems(pools: Mapping[str, tuple[str, ...]], seed: int) -> Systems:
    rng = Random(f"{seed}/systems")
    return Systems({name: {topic: rng.sample(pool, len(pool)) for topic, pool in pools.items()} for name in "ab"})


def _parts(scores: Floats) -> Floats:
    """The variance between topics and the variance of judging, for each pair of runs.

    What two judgings of a topic share is the topic: the covariance of the differences over topics is the
    variance between topics alone. Half the mean square of what they do not share is the noise.

    Parameters
    ----------
    scores : array of topics x judgings x runs
    """
    pairs = list(combinations(range(scores.shape[2]), 2))
    first, second = (scores[:, :, list(side)] for side in zip(*pairs, strict=True))
    one, other = np.moveaxis(first - second, 1, 0)
    between = ((one - one.mean(axis=0)) * (other - other.mean(axis=0))).sum(axis=0) / (len(scores) - 1)
    noise = np.square(one - other).mean(axis=0) / 2
    return np.array([between, noise])
