"""Random preference graphs, by vertex numbers."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

Edges = list[tuple[int, int]]


@dataclass(frozen=True)
class Example:
    """A graph by vertex numbers, perhaps with levels of grades, and the ranks of one run."""

    n: int
    edges: Edges
    levels: list[int] | None
    ranks: list[int]

    @property
    def pairs(self) -> "array[int]":
        return array("i", [v for edge in self.edges for v in edge])

    @property
    def packed_levels(self) -> "array[int] | None":
        return array("i", self.levels) if self.levels is not None else None

    @property
    def ranking(self) -> list[int]:
        """The vertices that the run has, best first."""
        return sorted((v for v in range(self.n) if self.ranks[v]), key=self.ranks.__getitem__)

    def all_edges(self) -> Edges:
        """The edges with those that the levels stand for written out."""
        level = self.levels or [-1] * self.n
        graded = [v for v in range(self.n) if level[v] >= 0]
        return self.edges + [(a, b) for a in graded for b in graded if level[a] > level[b]]


def _edges(rng: Random, n: int) -> Edges:
    kind = rng.choice(["sparse", "dense", "acyclic", "tournament", "none"])
    if n < 2 or kind == "none":
        return []
    if kind == "tournament":
        return [(a, b) if rng.random() < 0.6 else (b, a) for a in range(n) for b in range(a)]
    edges = [tuple(rng.sample(range(n), 2)) for _ in range(rng.randint(1, n if kind == "sparse" else 3 * n))]
    if kind == "acyclic":
        edges = [(min(edge), max(edge)) for edge in edges]
    return [(a, b) for a, b in edges + rng.choices(edges, k=rng.randint(0, n))]


def _levels(rng: Random, n: int) -> list[int] | None:
    kind = rng.choice(["none", "all", "some", "many"])
    if kind == "none":
        return None
    grades = [rng.randrange(n + 1 if kind == "many" else 4) for _ in range(n)]
    dense = {grade: i for i, grade in enumerate(sorted(set(grades)))}
    share = 1.0 if kind == "all" else 0.7
    return [dense[grade] if rng.random() < share else -1 for grade in grades]


def _ranks(rng: Random, n: int) -> list[int]:
    found = [v for v in range(n) if rng.random() < rng.choice([0.0, 0.3, 0.7, 1.0])]
    ranks = [0] * n
    for v, rank in zip(found, rng.sample(range(1, rng.choice([n, 60, 3000]) + 1 + n), len(found)), strict=True):
        ranks[v] = rank
    return ranks


def random_examples(count: int, largest: int, seed: int) -> Iterator[Example]:
    """A number of examples of at most so many vertices, the same for the same seed."""
    rng = Random(seed)
    for _ in range(count):
        n = rng.randint(1, largest)
        yield Example(n, _edges(rng, n), _levels(rng, n), _ranks(rng, n))
