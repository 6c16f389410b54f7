"""The greedy arrangement of a preference graph beside a run, in plain Python.

While vertices remain: sinks, the worst placed first, go before the tail; then sources, the best placed first,
after the head; then the one vertex of largest out-degree minus in-degree, the best placed of equals, after the
head. The arrangement is head and tail. This is Greedy FAS with the choices of Greedy PGC.

References
----------
Eades, Lin and Smyth, "A fast and effective heuristic for the feedback arc set problem", IPL 47, 1993.
Luo, "Preference Graph Compatibility", thesis, University of Waterloo: Algorithms 1 and 2.
"""

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush

from assess.graph.split import Core, Part, split

_DEAD = -(1 << 60)  # a key that no change of degree lifts to the top
_FAR = 1 << 60  # a degree that no change brings to zero
_LAST = 1 << 40  # after every rank a run can hold

Arrange = Callable[[Sequence[int]], list[int]]


def greedy(n: int, edges: Iterable[tuple[int, int]], levels: Sequence[int] | None = None) -> Arrange:
    """Return the function from the rank of each vertex (from 1; 0 is absent) to the arrangement of the vertices.

    Vertices of equal rank, the absent ones among them, keep the order of their numbers.
    """
    parts = split(n, edges, levels)
    core = _Core(parts.core) if parts.core.vertices else None

    def arrange(ranks: Sequence[int]) -> list[int]:
        order = sorted(range(n), key=[rank or _LAST for rank in ranks].__getitem__)
        sinks = _peel(parts.sinks, [v for v in reversed(order) if v in parts.sinks.class_of])
        sinks.reverse()
        if len(sinks) == n:
            return sinks
        head = _peel(parts.sources, [v for v in order if v in parts.sources.class_of])
        if core:
            head += core.arrange(order)
        return head + sinks

    return arrange


def _peel(part: Part, queue: list[int]) -> list[int]:
    """The vertices of *queue*, always the first one that is free."""
    if len(part.members) < 2:
        return queue
    class_of, members, frees = part.class_of, part.members, part.frees
    need = part.need[:]
    left = [len(same) for same in members]
    place = dict(zip(queue, range(len(queue)), strict=True))
    free = [i for i, v in enumerate(queue) if not need[class_of[v]]]
    taken = []
    while free:
        v = queue[heappop(free)]
        taken.append(v)
        c = class_of[v]
        left[c] -= 1
        if left[c]:
            continue
        gone = [c]
        for c in gone:  # grows: a class without members is gone as soon as it is free
            for d in frees[c]:
                need[d] -= 1
                if not need[d]:
                    if not members[d]:
                        gone.append(d)
                    for u in members[d]:
                        heappush(free, place[u])
    return taken


class _Core:
    """The core with its degrees packed for speed.

    A key holds out-degree minus in-degree in its high bits and the place, best highest, in its low ones, so the
    largest key is the vertex to take. Edges that stand for grades change the degrees of whole groups: a degree
    holds one unit for all of them together, and the keys of a group are shifted when they are compared.
    """

    def __init__(self, core: Core) -> None:
        self.vertices, self.group_of, self.bounds, self.graded = core.vertices, core.group_of, core.bounds, core.graded
        self.number = {v: i for i, v in enumerate(core.vertices)}
        self.unit = 1 << (len(core.vertices) - 1).bit_length()
        self.outgoing, self.incoming = (
            [[(u, count * self.unit) for u, count in edges] for edges in side]
            for side in (core.outgoing, core.incoming)
        )
        starts = self.bounds[: self.graded + 1]
        self.above = starts[:-1]
        self.below = [starts[-1] - end for end in starts[1:]]
        self.better = [range(g) for g in range(self.graded)] + [range(0)]
        self.worse = [range(g + 1, self.graded) for g in range(self.graded)] + [range(0)]
        out_degree = [sum(w for _, w in edges) for edges in self.outgoing]
        in_degree = [sum(w for _, w in edges) for edges in self.incoming]
        self.key = [out - into for out, into in zip(out_degree, in_degree, strict=True)]
        self.out_degree = self._wait_for_levels(out_degree, self.below)
        self.in_degree = self._wait_for_levels(in_degree, self.above)

    def _wait_for_levels(self, degrees: list[int], beyond: list[int]) -> list[int]:
        """One unit more where a level *beyond* the vertex's own has vertices."""
        waits = [self.unit if count else 0 for count in beyond] + [0]
        return [degree + waits[g] for degree, g in zip(degrees, self.group_of, strict=True)]

    def arrange(self, order: Iterable[int]) -> list[int]:
        """The vertices of the core, given the *order* of all vertices."""
        number = self.number
        return [self.vertices[v] for v in _Walk(self, [number[v] for v in order if v in number]).arrange()]


class _Walk:
    """One run's way through the core: the degrees of what remains, and who is free."""

    def __init__(self, core: _Core, placed: list[int]) -> None:
        self.core, self.placed = core, placed
        self.mask = core.unit - 1
        self.key, self.place = core.key[:], [0] * len(placed)
        for i, v in enumerate(placed):
            self.place[v] = i
            self.key[v] += self.mask - i
        self.out_degree, self.in_degree = core.out_degree[:], core.in_degree[:]
        self.above, self.below = core.above[:], core.below[:]
        self.sinks: list[int] = []  # heap of negative places
        self.sources: list[int] = []  # heap of places

    def arrange(self) -> list[int]:
        """Take every vertex: the largest key, then sinks, then sources."""
        placed, in_degree, sinks, sources = self.placed, self.in_degree, self.sinks, self.sources
        head: list[int] = []
        tail: list[int] = []
        while len(head) + len(tail) < len(placed):
            v = placed[self.mask - (self._largest_key() & self.mask)]
            head.append(v)
            self._leave(v)
            self._free_sources(v)
            self._free_sinks(v)
            while sinks:
                v = placed[-heappop(sinks)]
                tail.append(v)
                self._leave(v)
                self._free_sinks(v)
            while sources:
                v = placed[heappop(sources)]
                if not in_degree[v]:  # else it left as a sink
                    head.append(v)
                    self._leave(v)
                    self._free_sources(v)
        return head + tail[::-1]

    def _largest_key(self) -> int:
        core, key = self.core, self.key
        if not core.graded:
            return max(key)
        shifts = [(b - a) * core.unit for a, b in zip(self.above, self.below, strict=True)] + [0]
        return max(
            max(key[start:end]) + shift for start, end, shift in zip(core.bounds, core.bounds[1:], shifts, strict=False)
        )

    def _leave(self, v: int) -> None:
        self.key[v] = _DEAD
        self.out_degree[v] = self.in_degree[v] = _FAR

    def _free_sources(self, v: int) -> None:
        """Take the edges out of *v* away."""
        key, in_degree, place, sources = self.key, self.in_degree, self.place, self.sources
        for u, w in self.core.outgoing[v]:
            key[u] += w
            in_degree[u] -= w
            if not in_degree[u]:
                heappush(sources, place[u])
        for g in self.core.worse[self.core.group_of[v]]:
            self.above[g] -= 1
            if not self.above[g]:
                for u in self._lighten(in_degree, g):
                    heappush(sources, place[u])

    def _free_sinks(self, v: int) -> None:
        """Take the edges into *v* away."""
        key, out_degree, place, sinks = self.key, self.out_degree, self.place, self.sinks
        for u, w in self.core.incoming[v]:
            key[u] -= w
            out_degree[u] -= w
            if not out_degree[u]:
                heappush(sinks, -place[u])
        for g in self.core.better[self.core.group_of[v]]:
            self.below[g] -= 1
            if not self.below[g]:
                for u in self._lighten(out_degree, g):
                    heappush(sinks, -place[u])

    def _lighten(self, degrees: list[int], group: int) -> list[int]:
        """Take the unit for other levels off the *group*'s degrees; return the vertices it was the last of."""
        members = range(self.core.bounds[group], self.core.bounds[group + 1])
        for u in members:
            degrees[u] -= self.core.unit
        return [u for u in members if not degrees[u]]
