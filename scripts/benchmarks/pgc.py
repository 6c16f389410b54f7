"""Greedy PGC: the kernel compared with the C yardstick, plain Python compared with Algorithm 2 as published."""

import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from ctypes import CDLL
from dataclasses import dataclass
from math import ceil

import graphs
import tables
import timing
from yardstick import Yardstick, build

from assess import extension
from assess.graph.algorithm2 import greedy_pgc
from assess.graph.arranger import Arranger, CompiledArranger, PlainArranger
from assess.measures.rbo import tail_sums, total_weight

P, DEPTH = 0.8, 1000
SHORTEST = 0.05  # minimum seconds of a measurement
YARDSTICK, KERNEL, BY_GRADES, PLAIN, PUBLISHED = "yardstick", "kernel", "by grades", "plain", "Algorithm 2"


@dataclass(frozen=True)
class Way:
    """A way to compute scores of all topics and runs."""

    compute: Callable[[], list[float]]
    count: int


def run() -> None:
    library, rows = build(), []
    for workload in graphs.workloads():
        few = _few(workload)
        slow = slow_ways(few, published=len(workload.topics) > 1)  # the topic of 2,000 items would take minutes
        check({**fast_ways(few, library), **slow})
        rows.append(_row(workload, microseconds(fast_ways(workload, library)) | microseconds(slow)))
    print(f"Microseconds a run and topic, ranks at hand, p = {P}, depth {DEPTH}; ratios to the yardstick:")
    ways = [YARDSTICK, KERNEL, "ratio", f"kernel {BY_GRADES}", "ratio", "plain Python", PUBLISHED, "plain is faster"]
    tables.show(["workload", "items", "edges", *ways], rows)


def fast_ways(workload: graphs.Workload, library: CDLL) -> dict[str, Way]:
    """The yardstick, the kernel on the same edges, and the kernel on grades instead of the edges they replace."""
    topics = workload.topics
    yardsticks = [Yardstick(library, topic.n, topic.pairs) for topic in topics]

    def measure() -> list[float]:
        pairs = zip(yardsticks, topics, strict=True)
        return [score for yardstick, topic in pairs for score in yardstick.score(topic.ranks, P, DEPTH)]

    ways = {YARDSTICK: Way(measure, workload.scores)}
    if native := extension.native:
        ways[KERNEL] = _arranged(workload, [CompiledArranger(native, t.n, t.pairs, None) for t in topics])
        if any(topic.levels for topic in topics):
            by_grades = [CompiledArranger(native, t.n, t.judged_pairs, t.levels) for t in topics]
            ways[BY_GRADES] = _arranged(workload, by_grades)
    return ways


def slow_ways(workload: graphs.Workload, *, published: bool = True) -> dict[str, Way]:
    """Plain Python without the kernel, and the published algorithm, which destroys its graph and needs a new one."""
    plain = _arranged(workload, [PlainArranger(t.n, t.judged_pairs, t.levels) for t in workload.topics])
    edges = [list(zip(t.pairs[::2], t.pairs[1::2], strict=True)) for t in workload.topics]
    rankings = [[_ranking(t.ranks[i : i + t.n]) for i in range(0, len(t.ranks), t.n)] for t in workload.topics]

    def publish() -> list[float]:
        return [
            greedy_pgc(of_topic, ranking, P, DEPTH, range(topic.n))
            for of_topic, runs, topic in zip(edges, rankings, workload.topics, strict=True)
            for ranking in runs
        ]

    return {PLAIN: plain} | ({PUBLISHED: Way(publish, workload.scores)} if published else {})


def _ranking(ranks: "array[int]") -> list[int]:
    """The run, best first, filled up with unjudged items, which are negative numbers."""
    at = {rank: vertex for vertex, rank in enumerate(ranks) if rank}
    return [at.get(rank, -rank) for rank in range(1, DEPTH + 1)]


def _arranged(workload: graphs.Workload, arrangers: Sequence[Arranger]) -> Way:
    tail, total = tail_sums(P, DEPTH), total_weight(P, DEPTH)

    def compute() -> list[float]:
        pairs = zip(arrangers, workload.topics, strict=True)
        return [s / total for arranger, topic in pairs for s in arranger.sums_of_tails(topic.ranks, tail)]

    return Way(compute, workload.scores)


def _few(workload: graphs.Workload) -> graphs.Workload:
    """As much of the workload as the published algorithm can do in a few seconds."""
    runs = 6 if len(workload.topics) > 1 else 1
    topics = [
        graphs.Topic(t.n, t.pairs, array("i", t.ranks[-runs * t.n :]), t.judged_pairs, t.levels)
        for t in workload.topics[::12]
    ]
    return graphs.Workload(workload.name, runs, topics)


def check(ways: Mapping[str, Way]) -> None:
    """Raise if the ways give different scores."""
    (first, expected), *others = ((name, way.compute()) for name, way in ways.items())
    for name, scores in others:
        worst = max(abs(a - b) for a, b in zip(expected, scores, strict=True))
        if worst > 1e-12:
            raise SystemExit(f"{name} differs from {first} by {worst}")


def microseconds(ways: Mapping[str, Way], rounds: int = 7) -> dict[str, float]:
    """CPU time of one score in each way, measured in turn."""
    times = {name: _times_to_last(way) for name, way in ways.items()}

    def lasting(name: str) -> Callable[[], None]:
        def repeat() -> None:
            for _ in range(times[name]):
                ways[name].compute()

        return repeat

    seconds = timing.take_turns({name: lasting(name) for name in ways}, rounds)
    return {name: 1e6 * seconds[name] / times[name] / way.count for name, way in ways.items()}


def _times_to_last(way: Way) -> int:
    start = time.process_time()
    way.compute()
    return ceil(SHORTEST / max(time.process_time() - start, 1e-6))


def _row(workload: graphs.Workload, of: Mapping[str, float]) -> list[str]:
    topics = workload.topics
    items = sum(topic.n for topic in topics) / len(topics)
    edges = sum(len(topic.pairs) // 2 for topic in topics) / len(topics)
    kernels = [cell for name in (KERNEL, BY_GRADES) for cell in _with_ratio(of.get(name), of[YARDSTICK])]
    slow = [f"{of[PLAIN]:,.1f}"]
    slow += [f"{of[PUBLISHED]:,.0f}", f"{of[PUBLISHED] / of[PLAIN]:.0f} times"] if PUBLISHED in of else ["-", "-"]
    return [workload.name, f"{items:,.1f}", f"{edges:,.0f}", f"{of[YARDSTICK]:,.2f}", *kernels, *slow]


def _with_ratio(value: float | None, yardstick: float) -> tuple[str, str]:
    return (f"{value:,.2f}", f"{value / yardstick:.2f}") if value else ("-", "-")
