"""The top k as far as it is known: which items are in it in each draw, and how probable that is."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assess.tournament.adaptive.evidence import TopicEvidence
from assess.tournament.adaptive.posterior import Posterior, posterior_of
from assess.tournament.bradley_terry import Indices, Vector, by_docno
from assess.tournament.state import Places
from assess.tournament.survivors import places

# Draws behind the probabilities of a result: they are known to about 0.01.
DRAWS = 2000
# The round whose random numbers decide between items that are tied at the cut.
LOT = -2


def members(sample: Vector, k: int, last: float = 1.0) -> Vector:
    """Return the weight of each item in each draw: 1 for the best, down to *last* for the k-th, 0 for the others."""
    draws, size = sample.shape
    count = min(k, size)
    best = np.argpartition(sample, size - count, axis=1)[:, size - count :] if count < size else _all(draws, size)
    if last < 1:
        order = np.argsort(-np.take_along_axis(sample, best, axis=1), axis=1)
        best = np.take_along_axis(best, order, axis=1)
    target = np.zeros(sample.shape)
    np.put_along_axis(target, best, np.broadcast_to(np.linspace(1.0, last, count), best.shape), axis=1)
    return target


def _all(draws: int, size: int) -> Indices:
    return np.broadcast_to(np.arange(size), (draws, size))


@dataclass(frozen=True)
class TopK:
    """The *k* items that are most probably the best, and what is known about them.

    ``ranking`` has exactly *k* items, tied ones in one place. ``probability``
    is how probably each item of the pool is among the true top k.
    ``left_out`` are the items that are tied with the last place and that a draw
    left out.
    """

    ranking: Places
    probability: Mapping[str, float]
    left_out: tuple[str, ...]

    @property
    def expected_recall(self) -> float:
        """The expected share of the true top k among the items of the ranking."""
        inside = [self.probability[docno] for place in self.ranking for docno in place]
        return sum(inside) / len(inside) if inside else 1.0


def top_k(evidence: TopicEvidence, posterior: Posterior | None = None) -> TopK:
    """Return the top k by the most probable strengths, given the judgments so far.

    Items with equal results are equally strong and share a place. If they
    share the last one and there is no room for all, a draw by the seed decides.
    """
    posterior = posterior or posterior_of(evidence)
    pool, k = evidence.pool, evidence.tournament.parameters.k
    ranking, left_out = _exactly(places(by_docno(pool, posterior.strength)), evidence)
    share = members(posterior.draws(DRAWS, evidence.generator), k).mean(axis=0)
    probability = dict.fromkeys(pool, 0.0)
    probability |= {pool[place]: float(of) for place, of in zip(posterior.contenders, share, strict=True)}
    return TopK(ranking, probability, left_out)


def _exactly(ranking: Places, evidence: TopicEvidence) -> tuple[Places, tuple[str, ...]]:
    """The first k items of the ranking, and those that a draw left out of its last place."""
    kept: list[tuple[str, ...]] = []
    room = evidence.tournament.parameters.k
    for place in ranking:
        if len(place) > room:
            drawn = evidence.tournament.rng(LOT).sample(place, room)
            last = tuple(sorted(drawn))
            return (*kept, *([last] if last else [])), tuple(docno for docno in place if docno not in last)
        kept.append(place)
        room -= len(place)
        if not room:
            break
    return tuple(kept), ()
