"""The greedy arrangement of a preference graph beside a run, in plain Python.

While vertices remain: sinks, the worst placed first, go before the tail; then sources, the best placed first,
after the head; then the one vertex of largest out-degree minus in-degree, the best placed of equals, after the
head. The arrangement is head and tail. This is Greedy FAS with the choices of Greedy PGC;
`assess.graph.algorithm2` says the same slowly, in a few lines.

References
----------
Eades, Lin and Smyth, "A fast and effective heuristic for the feedback arc set problem", IPL 47, 1993.
Luo, "Preference Graph Compatibility", thesis, University of Waterloo: Algorithms 1 and 2.
"""

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise

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
        head = _peel(parts.sources, order)
        if core:
            head += core.arrange(order)
        return head + _peel(parts.sinks, order[::-1])[::-1]

    return arrange


def _peel(part: Part, order: list[int]) -> list[int]:
    """The vertices of the part, always the first in *order* that is free."""
    if not part.members:
        return []
    queue = [v for v in order if v in part.class_of]
    if len(part.members) == 1:
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
        self.vertices, self.group_of, self.graded = core.vertices, core.group_of, core.graded
        self.number = {v: i for i, v in enumerate(core.vertices)}
        self.unit = 1 << (len(core.vertices) - 1).bit_length()
        self.outgoing, self.incoming = (
            [[(u, count * self.unit) for u, count in edges] for edges in side]
            for side in (core.outgoing, core.incoming)
        )
        self.groups = list(pairwise(core.bounds))
        starts = core.bounds[: self.graded + 1]
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

    def arrange(self, order: list[int]) -> list[int]:
        """The vertices of the core, given the *order* of all vertices."""
        number, vertices = self.number, self.vertices
        if len(vertices) == len(order) and not self.graded:  # the core is the whole graph, numbered as it was
            return _walk(self, order)
        return [vertices[v] for v in _walk(self, [number[v] for v in order if v in number])]


def _walk(core: _Core, placed: list[int]) -> list[int]:
    """The vertices as the greedy algorithm arranges them; *placed* holds them by place.

    Step by step a sink if there is one, else a source, else the largest key: as taking a source makes no
    sink, that is the same as all sinks, all sources, one largest in turn.
    """
    key, place, mask = core.key[:], [0] * len(placed), core.unit - 1
    for i, v in enumerate(placed):
        place[v] = i
        key[v] += mask - i
    out_degree, in_degree = core.out_degree[:], core.in_degree[:]
    levels = _Levels(core) if core.graded else None
    largest: Callable[[list[int]], int] = levels.largest if levels else max
    sinks: list[int] = []  # heap of negative places
    sources: list[int] = []  # heap of places
    head: list[int] = []
    tail: list[int] = []
    none: list[tuple[int, int]] = []
    left, outgoing, incoming = len(placed), core.outgoing, core.incoming
    while left:
        if sinks:
            v = placed[-heappop(sinks)]
            tail.append(v)
            lost, won = incoming[v], none
        elif sources:
            v = placed[heappop(sources)]
            if in_degree[v]:  # it left as a sink
                continue
            head.append(v)
            lost, won = none, outgoing[v]
        else:
            v = placed[mask - (largest(key) & mask)]
            head.append(v)
            lost, won = incoming[v], outgoing[v]
        left -= 1
        key[v] = _DEAD
        out_degree[v] = in_degree[v] = _FAR
        for u, w in won:
            key[u] += w
            in_degree[u] = degree = in_degree[u] - w
            if not degree:
                heappush(sources, place[u])
        for u, w in lost:
            key[u] -= w
            out_degree[u] = degree = out_degree[u] - w
            if not degree:
                heappush(sinks, -place[u])
        if levels:
            for u in levels.freed_below(core.group_of[v], in_degree):
                heappush(sources, place[u])
            for u in levels.freed_above(core.group_of[v], out_degree):
                heappush(sinks, -place[u])
    return head + tail[::-1]


class _Levels:
    """The edges that grades stand for, as vertices leave: a group's keys are shifted by what is below and above it."""

    def __init__(self, core: _Core) -> None:
        self.core = core
        self.above, self.below = core.above[:], core.below[:]
        self.shifts = [(below - above) * core.unit for above, below in zip(self.above, self.below, strict=True)] + [0]

    def largest(self, key: list[int]) -> int:
        """The largest key of all groups."""
        return max([max(key[start:end]) + s for (start, end), s in zip(self.core.groups, self.shifts, strict=False)])

    def freed_below(self, group: int, in_degree: list[int]) -> list[int]:
        """The vertices of worse groups that lose their last edge as one vertex of the *group* leaves."""
        freed: list[int] = []
        for g in self.core.worse[group]:
            self.shifts[g] += self.core.unit
            self.above[g] -= 1
            if not self.above[g]:
                freed += self._lightened(g, in_degree)
        return freed

    def freed_above(self, group: int, out_degree: list[int]) -> list[int]:
        """The same for better groups."""
        freed: list[int] = []
        for g in self.core.better[group]:
            self.shifts[g] -= self.core.unit
            self.below[g] -= 1
            if not self.below[g]:
                freed += self._lightened(g, out_degree)
        return freed

    def _lightened(self, group: int, degrees: list[int]) -> list[int]:
        """Take the unit for other levels off the group's degrees; return the vertices that have none left."""
        members = range(*self.core.groups[group])
        for u in members:
            degrees[u] -= self.core.unit
        return [u for u in members if not degrees[u]]
