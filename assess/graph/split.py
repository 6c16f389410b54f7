"""What of a topic's greedy arrangement is the same for every run, worked out once.

Which vertices leave while sinks are taken for the first time does not depend on the order they are taken in,
nor does the set that leaves with the first sources. No edge leads out of the first sinks, none into the first
sources, so the three parts (first sources, core, first sinks) are arranged separately.

Inside the two outer parts only *when* a vertex is free matters, not its degree: parallel edges collapse, and
twins (vertices with the same neighbours) share one counter. Grades are never written out as edges: a level of
equal grades waits for the next one as a whole.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

UNGRADED = -1

Adjacency = list[dict[int, int]]  # vertex -> neighbour -> number of parallel edges


@dataclass(frozen=True, slots=True)
class Part:
    """The first sinks or the first sources.

    ``class_of`` gives the class of twins of each vertex. A class is free once ``need`` classes before it
    are gone; it is gone once its ``members`` are, and then counts for the classes it ``frees``. A class
    without members stands for a complete level of grades.
    """

    class_of: dict[int, int]
    members: list[list[int]]
    need: list[int]
    frees: list[list[int]]


@dataclass(frozen=True, slots=True)
class Core:
    """What remains: every vertex here waits for another one, both ways.

    Vertices are renumbered by group: a group is one level of grades, best first; vertices without
    a grade form the last one. ``bounds`` holds the first number of each group and the end.
    """

    vertices: list[int]
    group_of: list[int]
    bounds: list[int]
    graded: int
    outgoing: list[list[tuple[int, int]]]
    incoming: list[list[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class Split:
    """The three parts of a graph, in the order of the arrangement."""

    sources: Part
    core: Core
    sinks: Part


def split(n: int, edges: Iterable[tuple[int, int]], levels: Sequence[int] | None = None) -> Split:
    """Split the graph of *n* vertices.

    Parameters
    ----------
    n : int
        Number of vertices.
    edges : iterable of (winner, loser)
        With multiplicity.
    levels : sequence of int, optional
        Grade of each vertex as 0, 1, 2, ..., the lowest first, or ``UNGRADED``: stands for an edge from every vertex
        to every vertex of a lower level.
    """
    outgoing: Adjacency = [{} for _ in range(n)]
    incoming: Adjacency = [{} for _ in range(n)]
    for winner, loser in edges:
        outgoing[winner][loser] = outgoing[winner].get(loser, 0) + 1
        incoming[loser][winner] = incoming[loser].get(winner, 0) + 1
    rising = list(levels) if levels is not None else [UNGRADED] * n
    top = max(rising, default=UNGRADED)
    falling = [top - level if level != UNGRADED else UNGRADED for level in rising]

    sinks = _first_out(range(n), outgoing, incoming, rising)
    rest = [v for v in range(n) if v not in sinks]
    sources = _first_out(rest, incoming, outgoing, falling)
    core = [v for v in rest if v not in sources]
    return Split(
        _part(sources, incoming, outgoing, falling),
        _core(core, outgoing, incoming, falling),
        _part(sinks, outgoing, incoming, rising),
    )


def _first_out(vertices: Sequence[int], ahead: Adjacency, behind: Adjacency, levels: Sequence[int]) -> set[int]:
    """The *vertices* that leave when one with nobody *ahead*, in edges or in levels, is taken until there is none."""
    present = set(vertices)
    waits_for = {v: len(present & ahead[v].keys()) for v in vertices}
    alive = [0] * (max(levels, default=UNGRADED) + 1)
    for v in vertices:
        if levels[v] != UNGRADED:
            alive[levels[v]] += 1
    opened = next((level for level, count in enumerate(alive) if count), len(alive))
    waiting: list[list[int]] = [[] for _ in alive]
    free: list[int] = []
    gone: set[int] = set()

    def ready(v: int) -> None:
        (free if levels[v] <= opened else waiting[levels[v]]).append(v)

    for v in vertices:
        if not waits_for[v]:
            ready(v)
    while free:
        v = free.pop()
        gone.add(v)
        for u in behind[v].keys() & present:
            waits_for[u] -= 1
            if not waits_for[u]:
                ready(u)
        if levels[v] != UNGRADED:
            alive[levels[v]] -= 1
            while opened < len(alive) and not alive[opened]:
                opened += 1
                free += waiting[opened] if opened < len(alive) else []
    return gone


def _part(vertices: set[int], ahead: Adjacency, behind: Adjacency, levels: Sequence[int]) -> Part:
    """Gather twins into classes, and tie the levels together by classes without members."""

    def told_apart(v: int, u: int) -> bool:
        """Whether the edge between v and u says more than their levels do."""
        return u in vertices and (levels[u] == levels[v] or UNGRADED in (levels[u], levels[v]))

    before = {v: frozenset(u for u in ahead[v] if told_apart(v, u)) for v in vertices}
    class_of: dict[int, int] = {}
    members: list[list[int]] = []
    found: dict[tuple[int, frozenset[int], frozenset[int]], int] = {}
    for v in sorted(vertices):
        twins = (levels[v], before[v], frozenset(u for u in behind[v] if told_apart(v, u)))
        class_of[v] = found.setdefault(twins, len(members))
        if class_of[v] == len(members):
            members.append([])
        members[class_of[v]].append(v)

    needs = [{class_of[u] for u in before[same[0]]} for same in members]
    _chain_levels(needs, members, levels)
    frees: list[list[int]] = [[] for _ in members]
    for c, earlier in enumerate(needs):
        for e in sorted(earlier):
            frees[e].append(c)
    return Part(class_of, members, [len(earlier) for earlier in needs], frees)


def _chain_levels(needs: list[set[int]], members: list[list[int]], levels: Sequence[int]) -> None:
    """Between each level and the next, add a class without members that needs the one and that the other needs."""
    of_level: dict[int, list[int]] = {}
    for c, same in enumerate(members):
        if levels[same[0]] != UNGRADED:
            of_level.setdefault(levels[same[0]], []).append(c)
    ascending = sorted(of_level)
    for level, following in pairwise(ascending):
        for c in of_level[following]:
            needs[c].add(len(members))
        needs.append(set(of_level[level]))
        members.append([])


def _core(vertices: list[int], outgoing: Adjacency, incoming: Adjacency, levels: Sequence[int]) -> Core:
    """Number the vertices by group and keep the edges among them."""
    present = sorted({levels[v] for v in vertices}, key=lambda level: (level == UNGRADED, level))
    group = {level: g for g, level in enumerate(present)}
    vertices = sorted(vertices, key=lambda v: group[levels[v]])
    number = {v: i for i, v in enumerate(vertices)}
    group_of = [group[levels[v]] for v in vertices]

    def inner(adjacency: Adjacency) -> list[list[tuple[int, int]]]:
        return [[(number[u], count) for u, count in adjacency[v].items() if u in number] for v in vertices]

    bounds = [group_of.index(g) for g in range(len(present))] + [len(vertices)]
    graded = len(present) - (UNGRADED in group)
    return Core(vertices, group_of, bounds, graded, inner(outgoing), inner(incoming))
