"""Algorithm 2 of the thesis, transcribed as published and not optimised."""

from collections import Counter
from collections.abc import Mapping, Sequence

Edge = tuple[int, int]


def greedy_pgc(edges: Sequence[Edge], ranking: Sequence[int], vertices: int, p: float, depth: int) -> float:
    """Algorithm 2: the score of a ranking, best first; unjudged items are negative numbers."""
    graph = _Graph(edges, vertices)
    actual = {vertex: rank for rank, vertex in enumerate(ranking, start=1)}
    s1: list[int] = []
    s2: list[int] = []
    while graph.alive:
        while sinks := graph.sinks():
            u = rank_sink(sinks, actual)
            s2.insert(0, u)
            graph.remove(u)
        while sources := graph.sources():
            u = rank_source(sources, actual)
            s1.append(u)
            graph.remove(u)
        if graph.alive:
            u = rank_source(graph.of_largest_delta(), actual)
            s1.append(u)
            graph.remove(u)
    return rbo(s1 + s2, ranking, p, depth)


def rank_sink(vertices: list[int], actual: Mapping[int, int]) -> int:
    """Algorithm 3: the lowest-ranked vertex; among vertices that the ranking lacks, the last one."""
    return max(_with_ranks(vertices, actual))[1]


def rank_source(vertices: list[int], actual: Mapping[int, int]) -> int:
    """Algorithm 4: the highest-ranked vertex; among vertices that the ranking lacks, the first one."""
    return min(_with_ranks(vertices, actual))[1]


def _with_ranks(vertices: list[int], actual: Mapping[int, int]) -> list[tuple[float, int]]:
    ranks: list[tuple[float, int]] = []
    for vertex in vertices:
        rank = actual[vertex] if vertex in actual else float("inf")
        ranks.append((rank, vertex))
    return ranks


def rbo(ideal: Sequence[int], ranking: Sequence[int], p: float, depth: int) -> float:
    """Rank-biased overlap, computed with one set per ranking that grows with the rank."""
    ideal_set: set[int] = set()
    ranking_set: set[int] = set()
    score, total, weight = 0.0, 0.0, 1.0
    for i in range(depth):
        if i < len(ranking):
            ranking_set.add(ranking[i])
        if i < len(ideal):
            ideal_set.add(ideal[i])
        score += weight * len(ideal_set.intersection(ranking_set)) / (i + 1)
        total += weight
        weight *= p
    return score / total


class _Graph:
    def __init__(self, edges: Sequence[Edge], n: int) -> None:
        self.alive = set(range(n))
        self.outgoing: list[Counter[int]] = [Counter() for _ in range(n)]
        self.incoming: list[Counter[int]] = [Counter() for _ in range(n)]
        for winner, loser in edges:
            self.outgoing[winner][loser] += 1
            self.incoming[loser][winner] += 1

    def sinks(self) -> list[int]:
        return [v for v in self.alive if not self.outgoing[v]]

    def sources(self) -> list[int]:
        return [v for v in self.alive if not self.incoming[v]]

    def of_largest_delta(self) -> list[int]:
        delta = {v: self.outgoing[v].total() - self.incoming[v].total() for v in self.alive}
        largest = max(delta.values())
        return [v for v in self.alive if delta[v] == largest]

    def remove(self, u: int) -> None:
        self.alive.discard(u)
        for v in self.outgoing[u]:
            del self.incoming[v][u]
        for v in self.incoming[u]:
            del self.outgoing[v][u]
