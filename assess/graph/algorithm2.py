"""Algorithm 2 of the thesis, Greedy PGC, as it stands there: short, slow, and easy to check by eye.

This is the reference that the fast versions are compared with, `assess.graph.greedy` and the compiled kernel. Read
it first. The conventions, where the thesis leaves a choice:

* Edges lead from the preferred item to the other, and parallel edges are counted each.
* The order of the steps is: all sinks, then all sources, then one item of largest out-degree minus in-degree.
* The run decides between equals: the last of several sinks goes to the end first, the first of several sources or of
  several items of the same degrees goes to the front first.
* Items that the run lacks come after those that it has, in ascending order.
* The overlap is divided by the sum of the weights down to the depth, as in the authors' program.

References
----------
Luo, "Preference Graph Compatibility", thesis, University of Waterloo: Algorithms 2, 3 and 4.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item", str, int)


def greedy_pgc(
    edges: Collection[tuple[Item, Item]],
    ranking: Sequence[Item],
    p: float = 0.95,
    depth: int = 1000,
    items: Iterable[Item] = (),
) -> float:
    """The score of a *ranking*, best item first; *items* are in the graph whether or not they have edges."""
    return rank_biased_overlap(greedy_ideal(edges, ranking, items), ranking, p, depth)


def greedy_ideal(
    edges: Collection[tuple[Item, Item]], ranking: Sequence[Item], items: Iterable[Item] = ()
) -> list[Item]:
    """The ideal ranking of all items of the graph, as close to the *ranking* as the algorithm makes it."""
    graph = _Graph(edges, items)
    ranks = {item: rank for rank, item in enumerate(ranking)}

    def place(item: Item) -> tuple[int, Item]:
        return ranks.get(item, len(ranking)), item

    head: list[Item] = []
    tail: list[Item] = []
    while graph.left:
        while sinks := graph.sinks():
            tail.insert(0, graph.remove(max(sinks, key=place)))
        while sources := graph.sources():
            head.append(graph.remove(min(sources, key=place)))
        if graph.left:
            head.append(graph.remove(min(graph.of_largest_degree(), key=place)))
    return head + tail


def rank_biased_overlap(ideal: Sequence[Item], ranking: Sequence[Item], p: float, depth: int) -> float:
    """The mean over the ranks, weighted by powers of *p*, of the share of items that both have so far."""
    score, total, weight = 0.0, 0.0, 1.0
    ideal_so_far: set[Item] = set()
    ranking_so_far: set[Item] = set()
    for rank in range(1, depth + 1):
        ideal_so_far.update(ideal[rank - 1 : rank])
        ranking_so_far.update(ranking[rank - 1 : rank])
        score += weight * len(ideal_so_far & ranking_so_far) / rank
        total += weight
        weight *= p
    return score / total


class _Graph(Generic[Item]):
    """What is left of a graph: the items, and for each its neighbours with the number of parallel edges."""

    def __init__(self, edges: Collection[tuple[Item, Item]], items: Iterable[Item]) -> None:
        self.left = {*items, *(item for edge in edges for item in edge)}
        self._below: dict[Item, Counter[Item]] = {item: Counter() for item in self.left}
        self._above: dict[Item, Counter[Item]] = {item: Counter() for item in self.left}
        for winner, loser in edges:
            self._below[winner][loser] += 1
            self._above[loser][winner] += 1

    def sinks(self) -> list[Item]:
        return [item for item in self.left if not self._below[item]]

    def sources(self) -> list[Item]:
        return [item for item in self.left if not self._above[item]]

    def of_largest_degree(self) -> list[Item]:
        """The items of largest out-degree minus in-degree."""
        degrees = {item: self._below[item].total() - self._above[item].total() for item in self.left}
        largest = max(degrees.values())
        return [item for item, degree in degrees.items() if degree == largest]

    def remove(self, item: Item) -> Item:
        self.left.remove(item)
        for other in self._below[item]:
            del self._above[other][item]
        for other in self._above[item]:
            del self._below[other][item]
        return item
