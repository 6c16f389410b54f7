"""Draw pairings: random and balanced for a large pool, a round robin for a small one."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

# The two docnos of a pairing, the smaller first.
Pair = tuple[str, str]

# Random switches per pairing: enough that a chi-square test cannot distinguish the draw from a uniform one.
SWITCHES = 2


def pair_of(docno: str, other: str) -> Pair:
    """The two docnos in order: the key of a pairing."""
    return (docno, other) if docno < other else (other, docno)


def round_robin(pool: Iterable[str]) -> list[Pair]:
    """Return every pairing of *pool*."""
    return list(combinations(sorted(pool), 2))


def random_pairings(pool: Iterable[str], per_item: int, seed: str) -> list[Pair]:
    """Return pairings in which every item of *pool* meets *per_item* different items.

    If ``len(pool) * per_item`` is odd, one random item meets one more. A pool
    of at most ``per_item + 1`` items plays a round robin. All such sets of
    pairings are (nearly) equally likely. The order of *pool* does not matter,
    and the same *seed* draws the same pairings.
    """
    ordered = sorted(pool)
    return [(ordered[i], ordered[j]) for i, j in _draw(len(ordered), per_item, seed)]


# A draw takes milliseconds and is needed again for each judgment of the round: cache the latest draws.
@lru_cache(maxsize=512)
def _draw(size: int, per_item: int, seed: str) -> tuple[tuple[int, int], ...]:
    if size <= per_item + 1:
        return tuple(combinations(range(size), 2))
    rng = Random(seed)
    degrees = [per_item] * size
    if size * per_item % 2:
        degrees[rng.randrange(size)] += 1
    if 2 * per_item <= size - 1:
        return tuple(sorted(_random_graph(degrees, rng)))
    # A dense graph allows hardly any switches: draw the pairings to leave out instead.
    left_out = set(_random_graph([size - 1 - degree for degree in degrees], rng))
    return tuple(pair for pair in combinations(range(size), 2) if pair not in left_out)


def _random_graph(degrees: Sequence[int], rng: Random) -> list[tuple[int, int]]:
    """The edges of a random simple graph with these degrees, each with its smaller vertex first."""
    stubs = [vertex for vertex, degree in enumerate(degrees) for _ in range(degree)]
    edges = _match(stubs, rng)
    while edges is None:
        edges = _match(stubs, rng)
    _shake(edges, len(degrees), rng)
    return edges


def _match(stubs: Sequence[int], rng: Random) -> list[tuple[int, int]] | None:
    """Join the stubs at random, and retry loops and repeats; None if no two of the remaining stubs may join."""
    edges: dict[tuple[int, int], None] = {}
    free = list(stubs)
    while free:
        rng.shuffle(free)
        left: list[int] = []
        for u, v in zip(free[::2], free[1::2], strict=True):
            edge = (u, v) if u < v else (v, u)
            if u == v or edge in edges:
                left += edge
            else:
                edges[edge] = None
        if len(left) == len(free):
            return None
        free = left
    return list(edges)


def _shake(edges: list[tuple[int, int]], size: int, rng: Random) -> None:
    """Switch the ends of random pairs of edges, in place: matching alone is not uniform."""
    count, random = len(edges), rng.random
    present = {a * size + b for a, b in edges}
    for _ in range(SWITCHES * count):
        i, place = int(random() * count), int(random() * count * 2)
        j = place >> 1
        a, b = edges[i]
        c, d = edges[j]
        if place & 1:
            c, d = d, c
        first = a * size + c if a < c else c * size + a
        second = b * size + d if b < d else d * size + b
        if a == c or b == d or first in present or second in present:
            continue
        present.remove(a * size + b)
        present.remove(c * size + d if c < d else d * size + c)
        present.add(first)
        present.add(second)
        edges[i] = (a, c) if a < c else (c, a)
        edges[j] = (b, d) if b < d else (d, b)
