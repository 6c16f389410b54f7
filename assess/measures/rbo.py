"""Rank-biased overlap of two rankings, cut at a depth.

A user goes on to the next item with probability *p*. At each depth, the share of items that both rankings have in
common so far is weighted with the probability that the user gets there. The sum is divided by the sum of the
weights, so that a ranking as long as the depth overlaps with itself by exactly 1.

References
----------
Webber, Moffat and Zobel, "A similarity measure for indefinite rankings", ACM TOIS 28(4), 2010.
"""

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, repeat
from operator import mul

from assess.errors import ParameterError
from assess.graph.overlap import sum_of_ranks
from assess.measures.whole_numbers import check_whole

P = 0.95
DEPTH = 1000
P_EXPECTED = "a number between 0 and 1, both excluded"
DEPTH_EXPECTED = "at least 1"


def rbo(ranking: Sequence[str], ideal: Sequence[str], p: float = P, depth: int = DEPTH) -> float:
    """Return the overlap of two rankings, each without repetitions.

    Parameters
    ----------
    ranking, ideal : sequence of docno
        Best first. The measure is symmetric.
    p : float
        Persistence, between 0 and 1: the chance of looking at the next item.
    depth : int
        Ranks beyond it are not looked at.
    """
    ranks = {docno: rank for rank, docno in enumerate(ideal, start=1)}
    if len(ranks) < len(ideal) or len(set(ranking)) < len(ranking):
        raise ParameterError("found an item twice in a ranking, expected each once")
    begins = (max(rank, ranks[docno]) for rank, docno in enumerate(ranking, start=1) if docno in ranks)
    return sum_of_ranks(begins, weights(p, depth)) / total_weight(p, depth)


def nrbo(ranking: Sequence[str], ideal: Sequence[str], p: float = P, depth: int = DEPTH) -> float:
    """Return the overlap divided by the overlap of the *ideal* with itself; 0 for an empty ideal."""
    best = self_overlap(len(ideal), p, depth)
    return rbo(ranking, ideal, p, depth) / best if best else 0.0


@lru_cache(maxsize=256)
def self_overlap(length: int, p: float, depth: int) -> float:
    """Return the overlap of a ranking of this length with itself."""
    return sum_of_ranks(range(1, length + 1), weights(p, depth)) / total_weight(p, depth)


@lru_cache(maxsize=64)
def weights(p: float, depth: int) -> "array[float]":
    """Return the weight of each rank: 1, p, p squared ... (index 0 is unused)."""
    check_parameters(p, depth)
    return array("d", [0.0, *accumulate(repeat(p, depth - 1), mul, initial=1.0)])


@lru_cache(maxsize=64)
def total_weight(p: float, depth: int) -> float:
    """Return the sum of the weights, added one by one.

    ``sum`` compensates rounding from Python 3.12 on, and results must not depend on that.
    """
    *_, total = accumulate(weights(p, depth))
    return total


@lru_cache(maxsize=64)
def tail_sums(p: float, depth: int) -> "array[float]":
    """Return, for each rank, what a common item adds to the overlap if it counts from this rank on.

    That is the sum of weight / rank, from this rank to the *depth*; index 0 is unused. The overlap is the sum of these
    over all common items, divided by the sum of the weights: one lookup per item instead of a loop over all depths.
    """
    shares = [weight / rank for rank, weight in enumerate(weights(p, depth)[1:], start=1)]
    return array("d", [0.0, *reversed(list(accumulate(reversed(shares))))])


def is_persistence(p: float) -> bool:
    return 0 < p < 1


def is_depth(depth: int) -> bool:
    return depth >= 1


def check_parameters(p: float, depth: int) -> None:
    """Refuse a persistence outside (0, 1) and a depth below 1."""
    if not is_persistence(p):
        raise ParameterError(f"found p = {p}, expected {P_EXPECTED}")
    check_whole("depth", depth)
    if not is_depth(depth):
        raise ParameterError(f"found depth = {depth}, expected {DEPTH_EXPECTED}")
